import { StagelightError } from '../base/errors.ts';

/** The settings file was invalid and has been renamed. */
export class SettingsSetAsideError extends StagelightError {
  constructor(keptAs: string, options?: ErrorOptions) {
    super(
      {
        code: 'settings-set-aside',
        values: { file: keptAs },
      },
      options,
    );
  }
}

/** Some fields were unreadable and have their defaults; the others are unchanged. */
export class SettingsPartlyKeptError extends StagelightError {
  readonly fields: readonly string[];

  /** `keptAs` null: the copy could not be written, so the original stays in place. */
  constructor(fields: readonly string[], keptAs: string | null, options?: ErrorOptions) {
    super(
      {
        code: 'settings-partly-kept',
        values: { fields, copy: keptAs ?? { key: 'problem.copy-not-saved' } },
      },
      options,
    );
    this.fields = fields;
  }
}

/** The settings file exists but cannot be read; nothing was changed. */
export class SettingsUnreadableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'settings-not-readable' }, options);
  }
}

/** A change of settings could not be saved; the former settings stay. */
export class SettingsNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'settings-not-saved' }, options);
  }
}

/** A setting was given an invalid value. */
export class InvalidSettingsError extends StagelightError {
  readonly fields: readonly string[];

  constructor(fields: readonly string[], options?: ErrorOptions) {
    super(
      {
        code: 'settings-invalid',
        values: { fields },
      },
      options,
    );
    this.fields = fields;
  }
}
