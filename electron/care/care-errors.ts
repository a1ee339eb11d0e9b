import type { LocalText } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

/** Something about backups, restores and the care of the app that somebody must know of. */
export abstract class CareError extends StagelightError {}

/** Why a file is no backup that can be taken. */
export type BackupFault = 'no-zip' | 'not-ours' | 'damaged' | 'too-new' | 'too-large' | 'unsafe';

const FAULTS: Readonly<Record<BackupFault, LocalText>> = {
  'no-zip': { ko: '백업 파일(.zip)이 아니에요.', en: 'This is not a backup file (.zip).' },
  'not-ours': {
    ko: '스테이지라이트가 만든 백업이 아니에요.',
    en: 'This backup was not made by Stagelight.',
  },
  damaged: {
    ko: '백업 파일이 손상되었거나 끝까지 저장되지 않았어요.',
    en: 'The backup file is damaged or was not saved to its end.',
  },
  'too-new': {
    ko: '더 새로운 버전의 스테이지라이트가 만든 백업이에요.',
    en: 'This backup was made by a newer Stagelight.',
  },
  'too-large': {
    ko: '백업에 든 내용이 너무 커서 풀 수 없어요.',
    en: 'What is in the backup is too large to be unpacked here.',
  },
  unsafe: {
    ko: '백업에 있을 수 없는 파일이 들어 있어요.',
    en: 'The backup holds files that no backup has.',
  },
};

const CURES: Readonly<Record<BackupFault, LocalText>> = {
  'no-zip': { ko: '백업 파일을 골라 주세요.', en: 'Choose a backup file.' },
  'not-ours': {
    ko: '설정 화면의 백업으로 만든 파일을 골라 주세요.',
    en: 'Choose a file that was made with Backup on the settings page.',
  },
  damaged: {
    ko: '파일을 다시 복사해 오거나 다른 백업을 골라 주세요. 지금 데이터는 그대로예요.',
    en: 'Copy the file again or choose another backup. Your present data is as it was.',
  },
  'too-new': {
    ko: '스테이지라이트를 업데이트한 뒤 다시 해 주세요.',
    en: 'Update Stagelight, then try again.',
  },
  'too-large': {
    ko: '디스크에 자리를 더 만든 뒤 다시 해 주세요.',
    en: 'Make more room on the disk, then try again.',
  },
  unsafe: {
    ko: '믿을 수 있는 곳에서 받은 파일인지 확인해 주세요. 아무것도 바꾸지 않았어요.',
    en: 'Make sure where the file comes from. Nothing was changed.',
  },
};

/** A file cannot be taken as a backup. Nothing was changed. */
export class BackupRefusedError extends CareError {
  readonly fault: BackupFault;

  /** @param detail for the log; never shown. */
  constructor(fault: BackupFault, detail: string, options?: ErrorOptions) {
    super(
      { code: `backup-${fault}`, what: FAULTS[fault], cure: CURES[fault] },
      { cause: options?.cause ?? detail },
    );
    this.fault = fault;
  }
}

/** What there is would make a backup that is too large to be restored. None was made. */
export class BackupTooLargeError extends CareError {
  constructor(bytes: number) {
    const gigabytes = (bytes / 1_000_000_000).toFixed(1);
    super({
      code: 'backup-cannot-be-made',
      what: {
        ko: `장부와 미디어를 합치면 ${gigabytes}GB라서 백업 하나에 담을 수 없어요.`,
        en: `Books and media together are ${gigabytes} GB: too much for one backup.`,
      },
      cure: {
        ko: '쓰지 않는 미디어를 지우거나 채팅을 보관하는 날 수를 줄인 뒤 다시 해 주세요. 데이터 폴더를 통째로 복사해 둘 수도 있어요.',
        en: 'Remove media you do not use or keep the chat for fewer days, then try again. You can also copy the whole data folder.',
      },
    });
  }
}

/** The passphrase does not open the secrets, or they were changed. Nothing was changed here. */
export class WrongPassphraseError extends CareError {
  constructor() {
    super({
      code: 'backup-wrong-passphrase',
      what: {
        ko: '암호 문구로 비밀 정보를 열 수 없어요.',
        en: 'The passphrase does not open the secrets.',
      },
      cure: {
        ko: '백업할 때 정한 암호 문구를 다시 입력하거나, 비밀 정보 없이 복원해 주세요.',
        en: 'Enter the passphrase of the backup again, or restore without the secrets.',
      },
    });
  }
}

/** The disk refused while a backup, a bundle or a restore was being written. */
export class CareDiskError extends CareError {
  constructor(cause: unknown) {
    super(
      {
        code: 'care-disk',
        what: {
          ko: '데이터 폴더에 파일을 쓰지 못했어요.',
          en: 'A file could not be written to the data folder.',
        },
        cure: {
          ko: '남은 디스크 공간과 폴더 권한을 확인하고 다시 해 주세요. 지금 데이터는 그대로예요.',
          en: 'Check the free space and the rights of the folder, then try again. Your data is as it was.',
        },
      },
      { cause },
    );
  }
}

/** Why something cannot be done now. */
export type CareRefusal =
  | 'busy'
  | 'demo'
  | 'no-upload'
  | 'nothing-to-restore'
  | 'no-connection'
  | 'no-such-file'
  | 'no-bundle'
  | 'no-restart'
  | 'no-folder';

const REFUSALS: Readonly<
  Record<CareRefusal, { readonly what: LocalText; readonly cure: LocalText }>
> = {
  busy: {
    what: { ko: '백업이나 복원이 이미 진행 중이에요.', en: 'A backup or restore is under way.' },
    cure: { ko: '끝난 다음 다시 해 주세요.', en: 'Try again when it is over.' },
  },
  demo: {
    what: {
      ko: '데모의 데이터는 백업하거나 복원할 수 없어요.',
      en: 'The data of the demo can be neither backed up nor restored.',
    },
    cure: { ko: '데모를 끝내고 해 주세요.', en: 'Leave the demo first.' },
  },
  'no-upload': {
    what: { ko: '파일이 끝까지 오지 않았어요.', en: 'The file did not arrive as a whole.' },
    cure: { ko: '파일을 다시 골라 주세요.', en: 'Choose the file again.' },
  },
  'nothing-to-restore': {
    what: { ko: '복원할 백업이 없어요.', en: 'There is no backup to restore.' },
    cure: { ko: '백업 파일을 먼저 골라 주세요.', en: 'Choose a backup first.' },
  },
  'no-connection': {
    what: {
      ko: '이 백업에서 가져올 수 있는 연결 설정이 없어요.',
      en: 'This backup has no connection that could be taken.',
    },
    cure: {
      ko: '지금 연결을 그대로 두고 복원해 주세요.',
      en: 'Restore it with the present connection.',
    },
  },
  'no-such-file': {
    what: { ko: '그 파일이 더 이상 없어요.', en: 'That file is no longer there.' },
    cure: { ko: '목록에서 다시 골라 주세요.', en: 'Choose from the list again.' },
  },
  'no-bundle': {
    what: { ko: '보여 드린 진단 자료가 더 이상 없어요.', en: 'The bundle that was shown is gone.' },
    cure: { ko: '진단 자료를 다시 만들어 주세요.', en: 'Put the bundle together again.' },
  },
  'no-restart': {
    what: {
      ko: '이 프로그램은 스스로 다시 시작할 수 없어요.',
      en: 'This program cannot start itself anew.',
    },
    cure: { ko: '직접 껐다가 다시 켜 주세요.', en: 'Please end it and start it again.' },
  },
  'no-folder': {
    what: { ko: '여기에서는 폴더를 열 수 없어요.', en: 'A folder cannot be opened from here.' },
    cure: {
      ko: '화면에 나온 경로를 복사해 파일 탐색기에서 열어 주세요.',
      en: 'Copy the path that is shown and open it in your file manager.',
    },
  },
};

/** It cannot be done now, or not here. Nothing was changed. */
export class CareRefusedError extends CareError {
  readonly reason: CareRefusal;

  constructor(reason: CareRefusal) {
    super({ code: `care-${reason}`, ...REFUSALS[reason] });
    this.reason = reason;
  }
}
