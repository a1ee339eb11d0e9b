import type { LocalText } from '../../shared/problem.ts';

/** The 14 scopes of the specification ("Scopes"). */
export type Scope =
  | 'READ:USER'
  | 'READ:CHANNEL'
  | 'READ:SUBSCRIPTION'
  | 'READ:LIVE_STREAM_KEY'
  | 'READ:LIVE_STREAM_SETTINGS'
  | 'WRITE:LIVE_STREAM_SETTINGS'
  | 'READ:LIVE_CHAT'
  | 'WRITE:LIVE_CHAT'
  | 'WRITE:LIVE_CHAT_NOTICE'
  | 'READ:LIVE_CHAT_SETTINGS'
  | 'WRITE:LIVE_CHAT_SETTINGS'
  | 'WRITE:USER_BLOCK'
  | 'READ:USER_BLOCK'
  | 'READ:DONATION';

export interface ScopeInfo {
  readonly scope: Scope;
  /** What the streamer permits. */
  readonly description: LocalText;
  /** What the app can do with it, and cannot do without it. */
  readonly enables: LocalText;
}

export const SCOPES: readonly ScopeInfo[] = [
  {
    scope: 'READ:USER',
    description: { ko: '내 계정 정보 보기', en: 'Read your account' },
    enables: { ko: '로그인한 채널 이름 표시', en: 'Showing your signed-in channel' },
  },
  {
    scope: 'READ:CHANNEL',
    description: { ko: '채널 정보 보기', en: 'Read your channel' },
    enables: { ko: '팔로워와 매니저 목록', en: 'Follower and manager lists' },
  },
  {
    scope: 'READ:SUBSCRIPTION',
    description: { ko: '구독 정보 보기', en: 'Read subscriptions' },
    enables: { ko: '구독 알림과 구독자 목록', en: 'Subscription alerts and the subscriber list' },
  },
  {
    scope: 'READ:LIVE_STREAM_KEY',
    description: { ko: '스트림 키 보기', en: 'Read the stream key' },
    enables: { ko: 'OBS에 스트림 키 넣기', en: 'Giving OBS your stream key' },
  },
  {
    scope: 'READ:LIVE_STREAM_SETTINGS',
    description: { ko: '방송 설정 보기', en: 'Read stream settings' },
    enables: {
      ko: '현재 제목·카테고리·태그 보기',
      en: 'Showing the current title, category and tags',
    },
  },
  {
    scope: 'WRITE:LIVE_STREAM_SETTINGS',
    description: { ko: '방송 설정 바꾸기', en: 'Change stream settings' },
    enables: { ko: '제목·카테고리·태그 바꾸기', en: 'Changing title, category and tags' },
  },
  {
    scope: 'READ:LIVE_CHAT',
    description: { ko: '채팅 받기', en: 'Receive chat' },
    enables: {
      ko: '채팅, 드롭스 추첨, 굿즈 구매 표시',
      en: 'Showing chat, drops draws and shop purchases',
    },
  },
  {
    scope: 'WRITE:LIVE_CHAT',
    description: { ko: '채팅 보내기', en: 'Send chat messages' },
    enables: { ko: '앱에서 채팅 보내기', en: 'Sending chat from the app' },
  },
  {
    scope: 'WRITE:LIVE_CHAT_NOTICE',
    description: { ko: '채팅 공지 올리기', en: 'Post chat notices' },
    enables: { ko: '채팅 공지 올리기', en: 'Posting chat notices' },
  },
  {
    scope: 'READ:LIVE_CHAT_SETTINGS',
    description: { ko: '채팅 설정 보기', en: 'Read chat settings' },
    enables: { ko: '현재 채팅 설정 보기', en: 'Showing the current chat settings' },
  },
  {
    scope: 'WRITE:LIVE_CHAT_SETTINGS',
    description: { ko: '채팅 설정 바꾸기', en: 'Change chat settings' },
    enables: { ko: '채팅 대상과 슬로 모드 바꾸기', en: 'Changing who can chat and slow mode' },
  },
  {
    scope: 'WRITE:USER_BLOCK',
    description: { ko: '이용자 차단과 해제', en: 'Ban and unban users' },
    enables: { ko: '채팅에서 바로 차단하기', en: 'Blocking viewers from chat' },
  },
  {
    scope: 'READ:USER_BLOCK',
    description: { ko: '차단한 이용자 보기', en: 'Read banned users' },
    enables: { ko: '차단 목록', en: 'The block list' },
  },
  {
    scope: 'READ:DONATION',
    description: { ko: '후원 정보 보기', en: 'Read donations' },
    enables: { ko: '후원 알림', en: 'Donation alerts' },
  },
];

/** Event kinds as the subscribe operation names them. */
export type SubscribableEvent = 'chat' | 'donation' | 'subscription';

export const SUBSCRIBABLE_EVENTS: readonly SubscribableEvent[] = [
  'chat',
  'donation',
  'subscription',
];

/** The scope each subscription needs ("Subscribe to an event"). */
export const SCOPE_OF_EVENT: Readonly<Record<SubscribableEvent, Scope>> = {
  chat: 'READ:LIVE_CHAT',
  donation: 'READ:DONATION',
  subscription: 'READ:SUBSCRIPTION',
};
