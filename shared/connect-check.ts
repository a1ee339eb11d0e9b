import type { LocalText } from './problem.ts';

/** What the streamer types to connect a channel. */
export interface ConnectForm {
  readonly clientId: string;
  /** null: the secret that is kept already. */
  readonly clientSecret: string | null;
  /** The addresses; empty stands for the app's own. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly redirectUri: string;
}

export const CONNECT_FIELDS = [
  'clientId',
  'clientSecret',
  'baseUrl',
  'authUrl',
  'redirectUri',
] as const satisfies readonly (keyof ConnectForm)[];
export type ConnectField = (typeof CONNECT_FIELDS)[number];

/** What can be wrong with one field. */
export type ConnectFault =
  | 'missing'
  | 'not-a-key'
  | 'not-an-address'
  | 'not-https'
  | 'not-bare'
  | 'https'
  | 'not-loopback'
  | 'no-port';

export type ConnectFaults = Readonly<Partial<Record<ConnectField, ConnectFault>>>;

/** The parts of an address as `URL` has them. */
export interface AddressParts {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}

/** null: that is no absolute address. `shared` knows no `URL`; both sides pass theirs. */
export type ReadAddress = (text: string) => AddressParts | null;

export interface ConnectContext {
  /** A secret is kept, so none has to be typed. */
  readonly hasSecret: boolean;
  readonly readAddress: ReadAddress;
}

/** Header values: whatever else a key is, it has no space and nothing outside of ASCII. */
const KEY = /^[\x21-\x7e]+$/;
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The form as it is meant: without spaces around the fields and slashes at the end of addresses. */
export function tidyConnect(form: ConnectForm): ConnectForm {
  return {
    clientId: form.clientId.trim(),
    clientSecret: form.clientSecret === null ? null : form.clientSecret.trim(),
    baseUrl: form.baseUrl.trim().replace(/\/+$/, ''),
    authUrl: form.authUrl.trim().replace(/\/+$/, ''),
    // The platform compares it to the letter: a slash at its end is part of it.
    redirectUri: form.redirectUri.trim(),
  };
}

/** Every field that cannot be used, with what is wrong; empty: all can. Spaces around are fine. */
export function checkConnect(form: ConnectForm, context: ConnectContext): ConnectFaults {
  const { clientId, clientSecret, baseUrl, authUrl, redirectUri } = tidyConnect(form);
  const { hasSecret, readAddress } = context;
  const found: Record<ConnectField, ConnectFault | null> = {
    clientId: keyFault(clientId),
    clientSecret: clientSecret === null ? (hasSecret ? null : 'missing') : keyFault(clientSecret),
    baseUrl: platformFault(baseUrl, readAddress),
    authUrl: platformFault(authUrl, readAddress),
    redirectUri: redirectFault(redirectUri, readAddress),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null));
}

function keyFault(text: string): ConnectFault | null {
  if (text === '') return 'missing';
  return KEY.test(text) ? null : 'not-a-key';
}

/** Encrypted, or plain on this computer only: there a simulator may stand in for the platform. */
function platformFault(text: string, readAddress: ReadAddress): ConnectFault | null {
  if (text === '') return null;
  const parts = readAddress(text);
  if (!parts || !['https:', 'http:'].includes(parts.protocol)) return 'not-an-address';
  if (parts.protocol === 'http:' && !LOOPBACK_NAMES.has(parts.hostname)) return 'not-https';
  const { username, password, search, hash } = parts;
  const isBare = username + password + search + hash === '' && !/[?#]/.test(text);
  return isBare ? null : 'not-bare';
}

/** Answered by this computer itself: plain http, a loopback host, any port but 0, any path. */
function redirectFault(text: string, readAddress: ReadAddress): ConnectFault | null {
  if (text === '') return null;
  const parts = readAddress(text);
  if (!parts) return 'not-an-address';
  if (parts.protocol === 'https:') return 'https';
  if (parts.protocol !== 'http:' || text.includes('#')) return 'not-an-address';
  if (parts.username + parts.password !== '') return 'not-an-address';
  const isLoopback = LOOPBACK_NAMES.has(parts.hostname) || LOOPBACK_V4.test(parts.hostname);
  if (!isLoopback) return 'not-loopback';
  return parts.port === '0' ? 'no-port' : null;
}

/** What the fields are called, as the platform's portal calls them. */
export const CONNECT_NAMES: Readonly<Record<ConnectField, LocalText>> = {
  clientId: { ko: 'Client ID', en: 'Client ID' },
  clientSecret: { ko: 'Client Secret', en: 'Client Secret' },
  baseUrl: { ko: 'API 주소', en: 'API address' },
  authUrl: { ko: '로그인 주소', en: 'Sign-in address' },
  redirectUri: { ko: 'Redirect URI', en: 'Redirect URI' },
};

const MISSING: Readonly<Record<ConnectField, LocalText>> = {
  clientId: {
    ko: '개발자 포털의 애플리케이션 화면에 있는 Client ID를 붙여 넣어 주세요.',
    en: 'Paste the Client ID that the developer portal shows for your application.',
  },
  clientSecret: {
    ko: '개발자 포털의 애플리케이션 화면에 있는 Client Secret을 붙여 넣어 주세요.',
    en: 'Paste the Client Secret that the developer portal shows for your application.',
  },
  baseUrl: { ko: 'API 주소를 넣어 주세요.', en: 'Enter the API address.' },
  authUrl: { ko: '로그인 주소를 넣어 주세요.', en: 'Enter the sign-in address.' },
  redirectUri: { ko: 'Redirect URI를 넣어 주세요.', en: 'Enter the redirect URI.' },
};

const CURES: Readonly<Record<Exclude<ConnectFault, 'missing'>, LocalText>> = {
  'not-a-key': {
    ko: '빈칸이나 한글이 섞여 있어요. 개발자 포털에서 다시 복사해서 그대로 붙여 넣어 주세요.',
    en: 'It has a space or a letter that no key has. Copy it from the developer portal again and paste it as it is.',
  },
  'not-an-address': {
    ko: '주소로 읽을 수 없어요. https:// 또는 http://로 시작하는 주소 하나만 넣어 주세요.',
    en: 'It cannot be read as an address. Enter one address that starts with https:// or http://.',
  },
  'not-https': {
    ko: 'https://로 시작하는 주소를 넣어 주세요. http는 이 컴퓨터(127.0.0.1) 안에서만 쓸 수 있어요.',
    en: 'Enter an address that starts with https://. Plain http works on this computer (127.0.0.1) only.',
  },
  'not-bare': {
    ko: '주소에서 사용자 이름, 비밀번호, ? 뒤와 # 뒤를 지워 주세요.',
    en: 'Remove the user name, the password and everything from ? or # on.',
  },
  https: {
    ko: 'https가 아니라 http://로 시작해야 해요. 이 컴퓨터 안에서만 오가는 주소라 안전해요.',
    en: 'It must start with http://, not https. The address never leaves this computer, so that is safe.',
  },
  'not-loopback': {
    ko: '이 컴퓨터의 주소여야 해요. http://127.0.0.1:17817/callback처럼 넣고 개발자 포털에도 똑같이 등록해 주세요.',
    en: 'It must be an address of this computer, such as http://127.0.0.1:17817/callback. Register the same one in the developer portal.',
  },
  'no-port': {
    ko: '포트를 0 말고 1부터 65535 사이로 정해 주세요. 개발자 포털에도 똑같이 등록해 주세요.',
    en: 'Choose a port from 1 to 65535, not 0, and register the same address in the developer portal.',
  },
};

/** What to do about one field, a whole sentence. */
export function connectCure(field: ConnectField, fault: ConnectFault): LocalText {
  return fault === 'missing' ? MISSING[field] : CURES[fault];
}
