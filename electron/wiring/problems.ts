import type { Problem } from '../../shared/problem.ts';
import { SUBSCRIPTIONS, type SubscriptionKind } from '../session/subscriptions.ts';

/** A damaged ledger was put aside and a new one begun. */
export function ledgerSetAside(fileName: string): Problem {
  return {
    code: 'ledger-set-aside',
    what: {
      ko: `기록 파일이 손상되어 ‘${fileName}’(으)로 옮겨 두고 새 파일로 시작했어요.`,
      en: `The ledger file was damaged; it was kept as “${fileName}” and a new one was started.`,
    },
    cure: {
      ko: '옮겨 둔 파일은 지우지 마세요. 그 안의 기록은 되살릴 수 있을지도 몰라요.',
      en: 'Do not delete the kept file: its records may be recoverable.',
    },
  };
}

/** Not one of the event kinds can be received. */
export const NO_EVENT_SCOPE: Problem = {
  code: 'no-event-scope',
  what: {
    ko: '허용된 권한으로는 채팅, 후원, 구독을 하나도 받을 수 없어요.',
    en: 'The granted scopes allow neither chat nor donations nor subscriptions.',
  },
  cure: {
    ko: '개발자 포털에서 READ:LIVE_CHAT, READ:DONATION, READ:SUBSCRIPTION 권한을 켜고 다시 로그인해 주세요.',
    en: 'Turn on READ:LIVE_CHAT, READ:DONATION and READ:SUBSCRIPTION in the developer portal and sign in again.',
  },
};

/** Signing in waits for a browser, but none could be started. */
export const BROWSER_NOT_OPENED: Problem = {
  code: 'browser-not-opened',
  what: {
    ko: '로그인할 브라우저를 열지 못했어요.',
    en: 'The browser for signing in could not be opened.',
  },
  cure: {
    ko: '대시보드에 있는 로그인 주소를 브라우저에 직접 열어 주세요.',
    en: 'Open the sign-in address from the dashboard in a browser yourself.',
  },
};

export const SUBSCRIPTION_REFUSED = 'subscription-refused';

/** The platform refuses some of what a session is to deliver, and delivers the rest. */
export function subscriptionRefused(kinds: readonly SubscriptionKind[]): Problem {
  const refused = SUBSCRIPTIONS.filter(({ kind }) => kinds.includes(kind));
  const ko = refused.map(({ disables }) => disables.ko).join(', ');
  const en = refused.map(({ disables }) => disables.en).join(', ');
  return {
    code: SUBSCRIPTION_REFUSED,
    what: {
      ko: `플랫폼이 요청을 거절해서 지금 받을 수 없는 이벤트가 있어요: ${ko}.`,
      en: `The platform refuses to send these events: ${en}.`,
    },
    cure: {
      ko: '한 시간마다 자동으로 다시 요청해요. 개발자 포털에서 권한을 확인하고 다시 로그인하면 바로 요청해요.',
      en: 'Stagelight asks again every hour. To ask at once, check the scopes in the developer portal and sign in again.',
    },
  };
}
