import { StagelightError } from '../base/errors.ts';

/** The settings file could not be understood; it was kept under another name. */
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

/** Some fields could not be understood and have their defaults; the others are as they were. */
export class SettingsPartlyKeptError extends StagelightError {
  readonly fields: readonly string[];

  /** `keptAs` null: the copy of the original could not be written; the original still stands. */
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

/** The settings file is there but cannot be read; nothing was changed. */
export class SettingsUnreadableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'settings-not-readable' }, options);
  }
}

/** A change of settings could not be written; the former settings stay. */
export class SettingsNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'settings-not-saved' }, options);
  }
}

/** A value that a setting cannot have. */
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
