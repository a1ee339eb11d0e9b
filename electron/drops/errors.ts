import type { Problem } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

/** Some of the claims are in a job that is not over: two orders for one claim would race. */
export class ClaimsUnderWayError extends StagelightError {
  readonly count: number;

  constructor(count: number) {
    super({
      code: 'drops-claims-under-way',
      what: {
        ko: `고른 지급 요청 중 ${count}건은 끝나지 않은 작업에 들어 있어요.`,
        en: `${count} of the chosen claims are in a job that is not over.`,
      },
      cure: {
        ko: '그 작업을 이어서 끝내거나 목록에서 치운 뒤 다시 시도해 주세요.',
        en: 'Let that job go on to its end, or take it off the list, then try again.',
      },
    });
    this.count = count;
  }
}

/** There is no such job, or it cannot do that now. */
export class NoSuchJobError extends StagelightError {
  constructor() {
    super({
      code: 'drops-no-such-job',
      what: {
        ko: '이 작업에는 지금 할 수 없는 일이에요.',
        en: 'This cannot be done with that job now.',
      },
      cure: {
        ko: '작업 목록에서 지금 상태를 확인해 주세요.',
        en: 'See in the list of jobs where it stands.',
      },
    });
  }
}

/** The file of an export could not be written. */
export class ExportNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super(
      {
        code: 'drops-export-not-saved',
        what: { ko: '파일을 저장하지 못했어요.', en: 'The file could not be saved.' },
        cure: {
          ko: '데이터 폴더의 권한과 남은 디스크 공간을 확인하고 다시 시도해 주세요.',
          en: 'Check the rights of the data folder and the free space, then try again.',
        },
      },
      options,
    );
  }
}

/** A list of claims that is another kind of file. */
export class ListLineTooLongError extends StagelightError {
  /** @param line counted from 1. @param most characters that a line may have. */
  constructor(line: number, most: number) {
    super({
      code: 'drops-list-line-too-long',
      what: {
        ko: `${line}번째 줄이 ${most.toLocaleString('ko')}자보다 길어요.`,
        en: `Line ${line} has more than ${most.toLocaleString('en')} characters.`,
      },
      cure: {
        ko: '지급 요청 ID가 한 줄에 하나씩 있는 CSV 파일인지 확인해 주세요.',
        en: 'Check that the file is a CSV with one claim ID on each line.',
      },
    });
  }
}

/** A crash or a stop came while claims were being marked. */
export const INTERRUPTED: Problem = {
  code: 'drops-payout-interrupted',
  what: {
    ko: '지급 표시를 하던 중에 앱이 꺼졌어요.',
    en: 'The app ended while claims were being marked.',
  },
  cure: {
    ko: '‘이어서 하기’를 누르면 결과를 모르는 건부터 플랫폼에서 확인하고, 남은 것만 보내요.',
    en: 'Go on with it: what nobody knows of is looked up first, and only what is left is sent.',
  },
};

/** The platform answered, and said nothing about some of the claims. */
export const UNREPORTED: Problem = {
  code: 'drops-payout-unreported',
  what: {
    ko: '플랫폼이 일부 지급 요청의 결과를 알려 주지 않았어요.',
    en: 'The platform did not say what became of some claims.',
  },
  cure: {
    ko: '‘이어서 하기’를 누르면 그 건들의 지금 상태부터 확인해요.',
    en: 'Go on with it: where they stand is looked up first.',
  },
};
