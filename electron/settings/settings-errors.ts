import { StagelightError } from '../base/errors.ts';

/** The settings file could not be understood; it was kept under another name. */
export class SettingsSetAsideError extends StagelightError {
  constructor(keptAs: string, options?: ErrorOptions) {
    super(
      {
        code: 'settings-set-aside',
        what: {
          ko: `설정 파일을 읽을 수 없어서 따로 보관하고 기본 설정으로 시작했어요: ${keptAs}.`,
          en: `The settings file could not be understood. It is kept as ${keptAs}; the defaults apply.`,
        },
        cure: {
          ko: '설정을 다시 확인해 주세요. 보관한 파일을 고쳐 되돌릴 수도 있어요.',
          en: 'Go through the settings again, or repair the kept file and put it back.',
        },
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
    const list = fields.join(', ');
    const copy = keptAs === null ? { ko: '', en: '' } : copyWords(keptAs);
    super(
      {
        code: 'settings-partly-kept',
        what: {
          ko: `설정 몇 가지를 읽을 수 없어서 기본값으로 바꿨어요: ${list}.${copy.ko}`,
          en: `Some settings could not be understood and have their defaults: ${list}.${copy.en}`,
        },
        cure: {
          ko: '이 설정들만 다시 확인해 주세요. 나머지는 그대로예요.',
          en: 'Go through these settings again; the others are as they were.',
        },
      },
      options,
    );
    this.fields = fields;
  }
}

function copyWords(keptAs: string) {
  return {
    ko: ` 원래 파일은 ${keptAs}에 보관했어요.`,
    en: ` The original is kept as ${keptAs}.`,
  };
}

/** The settings file is there but cannot be read; nothing was changed. */
export class SettingsUnreadableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'settings-not-readable',
        what: {
          ko: '설정 파일을 열 수 없어서 기본 설정으로 시작했어요.',
          en: 'The settings file could not be opened; the defaults apply.',
        },
        cure: {
          ko: '데이터 폴더의 권한을 확인하고 앱을 다시 켜 주세요.',
          en: 'Check the rights of the data folder, then start the app again.',
        },
      },
      options,
    );
  }
}

/** A change of settings could not be written; the former settings stay. */
export class SettingsNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'settings-not-saved',
        what: { ko: '설정을 저장하지 못했어요.', en: 'The settings could not be saved.' },
        cure: {
          ko: '데이터 폴더의 권한과 남은 디스크 공간을 확인하고 다시 저장해 주세요.',
          en: 'Check the rights of the data folder and the free space, then save again.',
        },
      },
      options,
    );
  }
}

/** A value that a setting cannot have. */
export class InvalidSettingsError extends StagelightError {
  readonly fields: readonly string[];

  constructor(fields: readonly string[], options?: ErrorOptions) {
    const list = fields.join(', ');
    super(
      {
        code: 'settings-invalid',
        what: {
          ko: `설정할 수 없는 값이에요: ${list}.`,
          en: `These settings cannot have this value: ${list}.`,
        },
        cure: { ko: '값을 고쳐서 다시 저장해 주세요.', en: 'Correct it and save again.' },
      },
      options,
    );
    this.fields = fields;
  }
}
