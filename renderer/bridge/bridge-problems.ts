import { BridgeError } from '../../shared/bridge/contract.ts';
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

/** The line broke while an answer was awaited: what was asked may or may not have been done. */
export const CONNECTION_LOST: Problem = {
  code: 'connection-lost',
  what: {
    ko: '답을 기다리던 중에 연결이 끊겼어요.',
    en: 'The connection broke before the answer came.',
  },
  cure: {
    ko: '다시 이어지면 결과를 확인하고 한 번 더 시도해 주세요.',
    en: 'Once it is back, look at the result and try again.',
  },
};

/** No answer within the time limit. */
export const NO_ANSWER: Problem = {
  code: 'no-answer',
  what: { ko: '10초 동안 답이 없었어요.', en: 'There was no answer within 10 seconds.' },
  cure: {
    ko: '잠시 뒤에 다시 시도해 주세요. 계속되면 앱을 다시 시작해 주세요.',
    en: 'Try again in a moment; if it stays, restart the app.',
  },
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
