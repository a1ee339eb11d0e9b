import { StagelightError } from '../base/errors.ts';

/** Something about the books that somebody must know of. */
export abstract class LedgerError extends StagelightError {}

/** The file was written by a newer version of the app. It is left untouched. */
export class LedgerTooNewError extends LedgerError {
  constructor(found: number, known: number) {
    super({
      code: 'ledger-too-new',
      what: {
        ko: `이 장부는 더 새로운 버전의 Stagelight가 만들었어요(형식 ${found}, 이 앱은 ${known}까지 읽어요).`,
        en: `This ledger was written by a newer Stagelight (format ${found}; this one reads up to ${known}).`,
      },
      cure: {
        ko: 'Stagelight를 최신 버전으로 올리거나 다른 데이터 폴더를 골라 주세요. 장부는 그대로 두었어요.',
        en: 'Update Stagelight, or choose another data folder. The ledger was left as it is.',
      },
    });
  }
}

/** Another program keeps the file locked. */
export class LedgerBusyError extends LedgerError {
  constructor(cause: unknown) {
    super(
      {
        code: 'ledger-busy',
        what: {
          ko: '다른 프로그램이 장부를 사용하고 있어요.',
          en: 'Another program is using the ledger.',
        },
        cure: {
          ko: '이미 켜져 있는 Stagelight나 장부를 연 다른 프로그램을 닫고 다시 시작해 주세요.',
          en: 'Close the other Stagelight, or whatever has the ledger open, and start again.',
        },
      },
      { cause },
    );
  }
}

/** The file cannot be opened, made or set aside: folder missing, not writable, disk full. */
export class LedgerUnavailableError extends LedgerError {
  constructor(cause: unknown) {
    super(
      {
        code: 'ledger-unavailable',
        what: { ko: '장부를 열 수 없어요.', en: 'The ledger cannot be opened.' },
        cure: {
          ko: '데이터 폴더에 쓸 수 있는지, 디스크에 빈 공간이 있는지 확인해 주세요.',
          en: 'Check that the data folder can be written to and that the disk has free space.',
        },
      },
      { cause },
    );
  }
}

/** A call on the open ledger failed: disk full, file taken away. Nothing was changed by it. */
export class LedgerCallError extends LedgerError {
  constructor(call: string, cause: unknown) {
    super(
      {
        code: 'ledger-call-failed',
        what: {
          ko: `장부 작업에 실패했어요(${call}).`,
          en: `The ledger could not do its work (${call}).`,
        },
        cure: {
          ko: '디스크에 빈 공간을 만들어 주세요. 기록하지 못한 이벤트는 앱이 켜져 있는 동안 다시 기록해요.',
          en: 'Free some disk space. Events that were not recorded are tried again while the app runs.',
        },
      },
      { cause },
    );
  }
}
