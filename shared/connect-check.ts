import type { Text } from './locales/text.ts';

export interface ConnectForm {
  readonly clientId: string;
  /** null: the saved secret. */
  readonly clientSecret: string | null;
  /** Empty addresses mean the app's defaults. */
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

type AddressPart = 'protocol' | 'hostname' | 'port' | 'username' | 'password' | 'search' | 'hash';

/** null: no absolute address. `shared` has no `URL`, so both sides pass theirs. */
export type ReadAddress = (text: string) => Readonly<Record<AddressPart, string>> | null;

/** Keys are sent as header values, so they have no spaces and only ASCII. */
const KEY = /^[\x21-\x7e]+$/;
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The form without surrounding spaces and trailing slashes of addresses. */
export function tidyConnect(form: ConnectForm): ConnectForm {
  return {
    clientId: form.clientId.trim(),
    clientSecret: form.clientSecret === null ? null : form.clientSecret.trim(),
    baseUrl: form.baseUrl.trim().replace(/\/+$/, ''),
    authUrl: form.authUrl.trim().replace(/\/+$/, ''),
    // Kept exactly: the platform compares it literally, including a trailing slash.
    redirectUri: form.redirectUri.trim(),
  };
}

/** The fault of every unusable field; empty if none. Surrounding spaces are allowed. */
export function checkConnect(
  form: ConnectForm,
  { hasSecret, readAddress }: { readonly hasSecret: boolean; readonly readAddress: ReadAddress },
): ConnectFaults {
  const { clientId, clientSecret, baseUrl, authUrl, redirectUri } = tidyConnect(form);
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

/** Must be encrypted, or plain on this computer only, where a simulator may run. */
function platformFault(text: string, readAddress: ReadAddress): ConnectFault | null {
  if (text === '') return null;
  const parts = readAddress(text);
  if (!parts || !['https:', 'http:'].includes(parts.protocol)) return 'not-an-address';
  if (parts.protocol === 'http:' && !LOOPBACK_NAMES.has(parts.hostname)) return 'not-https';
  const { username, password, search, hash } = parts;
  const isBare = username + password + search + hash === '' && !/[?#]/.test(text);
  return isBare ? null : 'not-bare';
}

/** Must be answerable by this computer: plain http, a loopback host, any port but 0, any path. */
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

/** How to fix one field. */
export function connectCure(field: ConnectField, fault: ConnectFault): Text {
  return { key: fault === 'missing' ? `connect.missing.${field}` : `connect.fault.${fault}` };
}
