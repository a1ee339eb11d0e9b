import type { Scope } from '../world/scopes.ts';

export type Language = 'ko' | 'en';

/** Why the page cannot go on; shown to people, and noted in the request log in English. */
export type PageProblem =
  | 'parameter-missing'
  | 'parameter-repeated'
  | 'unknown-client'
  | 'unknown-redirect'
  | 'bad-prompt'
  | 'stale-form';

interface PageText {
  readonly simulator: string;
  readonly signInTitle: string;
  readonly signInNote: string;
  readonly consentTitle: (application: string) => string;
  readonly consentNote: string;
  readonly signedInAs: string;
  readonly switchAccount: string;
  readonly approve: string;
  readonly deny: string;
  readonly returnsTo: string;
  readonly problemTitle: string;
  readonly problems: Readonly<Record<PageProblem, string>>;
  readonly scopes: Readonly<Record<Scope, string>>;
}

const ko: PageText = {
  simulator: 'Stagelight 시뮬레이터',
  signInTitle: '어떤 계정으로 로그인할까요?',
  signInNote: '모두 시뮬레이터 안에만 있는 계정이에요. 비밀번호는 없어요.',
  consentTitle: (application) => `${application} 연결 요청`,
  consentNote: '이 앱이 아래 권한을 요청했어요.',
  signedInAs: '로그인한 계정',
  switchAccount: '다른 계정',
  approve: '동의하고 연결',
  deny: '거절',
  returnsTo: '다음 주소로 돌아가요',
  problemTitle: '이 요청은 처리할 수 없어요',
  problems: {
    'parameter-missing': 'clientId, redirectUri, state가 모두 있어야 해요.',
    'parameter-repeated': '같은 매개변수가 두 번 왔어요. 한 번만 보내 주세요.',
    'unknown-client': '등록되지 않은 clientId예요. 앱 설정을 확인해 주세요.',
    'unknown-redirect': '등록되지 않은 redirectUri예요. 등록한 주소와 글자 하나까지 같아야 해요.',
    'bad-prompt': 'prompt에는 consent 또는 none만 쓸 수 있어요.',
    'stale-form': '이미 보냈거나 너무 오래된 화면이에요. 앱에서 다시 시작해 주세요.',
  },
  scopes: {
    'READ:USER': '내 계정 정보 보기',
    'READ:CHANNEL': '팔로워와 매니저 목록 보기',
    'READ:SUBSCRIPTION': '구독자 목록과 구독 알림 보기',
    'READ:LIVE_STREAM_KEY': '스트림 키 보기',
    'READ:LIVE_STREAM_SETTINGS': '방송 설정 보기',
    'WRITE:LIVE_STREAM_SETTINGS': '방송 설정 바꾸기',
    'READ:LIVE_CHAT': '채팅 보기',
    'WRITE:LIVE_CHAT': '채팅 보내기',
    'WRITE:LIVE_CHAT_NOTICE': '채팅 공지 올리기',
    'READ:LIVE_CHAT_SETTINGS': '채팅 설정 보기',
    'WRITE:LIVE_CHAT_SETTINGS': '채팅 설정 바꾸기',
    'WRITE:USER_BLOCK': '사용자 차단하고 풀기',
    'READ:USER_BLOCK': '차단한 사용자 목록 보기',
    'READ:DONATION': '후원 알림 보기',
  },
};

const en: PageText = {
  simulator: 'Stagelight simulator',
  signInTitle: 'Which account do you want to sign in with?',
  signInNote: 'These accounts exist in the simulator only. They have no passwords.',
  consentTitle: (application) => `${application} asks to be connected`,
  consentNote: 'The app asks for these permissions.',
  signedInAs: 'Signed in as',
  switchAccount: 'Another account',
  approve: 'Approve and connect',
  deny: 'Deny',
  returnsTo: 'You will return to',
  problemTitle: 'This request cannot be handled',
  problems: {
    'parameter-missing': 'clientId, redirectUri and state must all be there.',
    'parameter-repeated': 'A parameter came twice. Send each of them once.',
    'unknown-client': 'This clientId is not registered. Check the settings of the app.',
    'unknown-redirect':
      'This redirectUri is not registered. It must equal a registered one to the letter.',
    'bad-prompt': 'prompt can be consent or none only.',
    'stale-form': 'This page was sent before or is too old. Start again in the app.',
  },
  scopes: {
    'READ:USER': 'See your account',
    'READ:CHANNEL': 'See your followers and managers',
    'READ:SUBSCRIPTION': 'See your subscribers and new subscriptions',
    'READ:LIVE_STREAM_KEY': 'See your stream key',
    'READ:LIVE_STREAM_SETTINGS': 'See your stream settings',
    'WRITE:LIVE_STREAM_SETTINGS': 'Change your stream settings',
    'READ:LIVE_CHAT': 'See your chat',
    'WRITE:LIVE_CHAT': 'Send chat messages',
    'WRITE:LIVE_CHAT_NOTICE': 'Post chat notices',
    'READ:LIVE_CHAT_SETTINGS': 'See your chat settings',
    'WRITE:LIVE_CHAT_SETTINGS': 'Change your chat settings',
    'WRITE:USER_BLOCK': 'Ban and unban users',
    'READ:USER_BLOCK': 'See banned users',
    'READ:DONATION': 'See donations',
  },
};

export const PAGE_TEXT: Readonly<Record<Language, PageText>> = { ko, en };

/** Korean or English, whichever the browser likes better; Korean when it likes neither. */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'ko', weight: 0 };
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const primary = tag.split('-')[0];
    if (primary !== 'ko' && primary !== 'en') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > best.weight) best = { language: primary, weight };
  }
  return best.language;
}
