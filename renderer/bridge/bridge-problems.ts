import { BridgeError } from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';

/** The core cannot be reached right now; nothing was sent. */
export const CORE_UNREACHABLE: Problem = {
  code: 'core-unreachable',
  what: { ko: '스테이지라이트에 연결되어 있지 않아요.', en: 'Stagelight cannot be reached.' },
  cure: {
    ko: '앱이 켜져 있는지 확인해 주세요. 다시 이어지면 바로 쓸 수 있어요.',
    en: 'Check that the app is running. This page reconnects by itself.',
  },
};

/** The core is there, but the key in this page's address is not (or no longer) right. */
export const ADDRESS_GONE: Problem = {
  code: 'address-gone',
  what: {
    ko: '이 대시보드 주소는 더 이상 쓸 수 없어요.',
    en: 'This dashboard address is no longer valid.',
  },
  cure: {
    ko: '새 주소는 Stagelight 앱의 설정 화면, ‘주소와 데이터’에 있어요. 복사해서 이 주소 대신 넣어 주세요.',
    en: 'The new one is in the Stagelight app, on the page Settings under “Addresses and data”. Put it in place of this one.',
  },
};

/** The line broke while something was being read: nothing was changed. */
export const CONNECTION_LOST: Problem = {
  code: 'connection-lost',
  what: {
    ko: '읽는 중에 앱과 연결이 끊겼어요.',
    en: 'The connection to the app broke during reading.',
  },
  cure: {
    ko: '바뀐 것은 없어요. 다시 이어지면 한 번 더 읽어 주세요.',
    en: 'Nothing was changed. Read it again once the connection is back.',
  },
};

/** No answer to something that reads within its time. */
export const NO_ANSWER: Problem = {
  code: 'no-answer',
  what: { ko: '제때 답이 오지 않았어요.', en: 'No answer came in time.' },
  cure: {
    ko: '바뀐 것은 없어요. 잠시 뒤에 한 번 더 읽어 주세요.',
    en: 'Nothing was changed. Read it again in a moment.',
  },
};

/** No answer to something that changes: it may or may not have been done. */
export const RESULT_UNKNOWN: Problem = {
  code: 'result-unknown',
  what: {
    ko: '결과를 알 수 없어요. 요청은 보냈지만 답을 받지 못했어요.',
    en: 'Result unknown: the request was sent, but no answer came.',
  },
  cure: {
    ko: '이미 반영됐을 수 있어요. 지금 값을 먼저 확인하고, 바뀌지 않았을 때만 한 번 더 해 주세요.',
    en: 'It may have been done. Check how things are now, and repeat it only if nothing changed.',
  },
  outcome: 'unknown',
};

/** An answer came, but not in the agreed shape. */
export const BAD_ANSWER: Problem = {
  code: 'bad-answer',
  what: { ko: '답을 알아볼 수 없었어요.', en: 'The answer could not be understood.' },
  cure: {
    ko: '페이지를 새로 고쳐 주세요. 앱과 페이지의 버전이 다를 수 있어요.',
    en: 'Reload the page: app and page may be of different versions.',
  },
};

/** What can be shown of any failure of a command. */
export function problemOfFailure(failure: unknown): Problem {
  return failure instanceof BridgeError ? failure.problem : BAD_ANSWER;
}
