import type { LocalText } from '../../shared/problem.ts';

/** The known statuses of the table "Per-item results of the payout state change". */
export type PayoutStatus =
  | 'SUCCESS'
  | 'INVALID_ID'
  | 'NOT_FOUND'
  | 'UNAUTHORIZED'
  | 'UPDATE_FAILED';

interface Meaning {
  readonly explanation: LocalText;
  readonly action: LocalText;
}

/** The claims that ended the same way. */
export interface PayoutGroup extends Meaning {
  /** One of `PayoutStatus`, or whatever else the platform comes to send. */
  readonly status: string;
  readonly ids: readonly string[];
}

const DISCARD: LocalText = {
  ko: '기록해 두고 다시 보내지 마세요.',
  en: 'Note it and do not send it again.',
};

const MEANINGS: Readonly<Record<PayoutStatus, Meaning>> = {
  SUCCESS: {
    explanation: { ko: '상태가 바뀌었어요.', en: 'The state has been changed.' },
    action: { ko: '더 할 일은 없어요.', en: 'Nothing more to do.' },
  },
  INVALID_ID: {
    explanation: { ko: 'ID의 모양이 잘못됐어요.', en: 'The id is malformed.' },
    action: DISCARD,
  },
  NOT_FOUND: {
    explanation: {
      ko: '없는 지급 요청이거나 이 애플리케이션의 것이 아니에요.',
      en: 'There is no such claim, or it is not this application’s.',
    },
    action: DISCARD,
  },
  UNAUTHORIZED: {
    explanation: {
      ko: '시청자의 계정 연결이 끊겨 있어요.',
      en: 'The viewer’s account link is not active.',
    },
    action: DISCARD,
  },
  UPDATE_FAILED: {
    explanation: {
      ko: '이미 그 상태이거나, 수령 기한이 지났거나, 동시에 다른 변경이 있었어요.',
      en: 'It has that state already, the claim deadline is past, or another change came at the same time.',
    },
    action: {
      ko: '다시 보내지 말고 목록에서 지금 상태를 확인해 주세요.',
      en: 'Do not send it again; look in the list where it stands.',
    },
  },
};

const UNKNOWN: Meaning = {
  explanation: {
    ko: '이 앱이 모르는 결과예요.',
    en: 'A result this version of the app does not know.',
  },
  action: {
    ko: '목록에서 지금 상태를 확인해 주세요.',
    en: 'Look in the list where it stands.',
  },
};

/** A group with its status explained; statuses nobody knows are kept and said to be unknown. */
export function explainGroup(status: string, ids: readonly string[]): PayoutGroup {
  const known = Object.hasOwn(MEANINGS, status) ? MEANINGS[status as PayoutStatus] : UNKNOWN;
  return { status, ids, ...known };
}
