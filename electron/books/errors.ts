import { StagelightError } from '../base/errors.ts';

/** The period has more stretches than can be shown. */
export class TooManyGroupsError extends StagelightError {
  constructor(most: number) {
    super({
      code: 'books-too-many-groups',
      what: {
        ko: `기간이 너무 길어서 ${most}칸으로 나눌 수 없어요.`,
        en: `The period is too long: it would be cut into more than ${most} pieces.`,
      },
      cure: {
        ko: '기간을 줄이거나 더 크게(시간 대신 일, 일 대신 월) 나눠 주세요.',
        en: 'Choose a shorter period, or larger pieces: days instead of hours, months instead of days.',
      },
    });
  }
}

/** Somebody has asked the books for so much that they have not answered yet. */
export class BooksBusyError extends StagelightError {
  constructor() {
    super({
      code: 'books-busy',
      what: {
        ko: '이 시청자의 데이터를 이미 지우고 있어요.',
        en: 'This viewer’s data is being deleted already.',
      },
      cure: { ko: '잠시 뒤에 다시 확인해 주세요.', en: 'Look again in a moment.' },
    });
  }
}

/** The disk refuses the file. */
export class ExportNotSavedError extends StagelightError {
  constructor(cause: unknown) {
    super(
      {
        code: 'books-export-not-saved',
        what: { ko: '파일을 저장하지 못했어요.', en: 'The file could not be saved.' },
        cure: {
          ko: '디스크에 빈 공간이 있는지, 데이터 폴더에 쓸 수 있는지 확인하고 다시 내보내 주세요.',
          en: 'Check that the disk has room and the data folder can be written to, then export again.',
        },
      },
      { cause },
    );
  }
}
