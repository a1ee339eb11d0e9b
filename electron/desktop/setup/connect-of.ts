import type { ConnectSettings } from '../../../shared/desktop.ts';
import type { Settings } from '../../../shared/settings.ts';
import { DEFAULT_REDIRECT_URI } from '../../headless/options.ts';
import { DEFAULT_AUTH_URL, DEFAULT_BASE_URL } from '../../platform/platform-notes.ts';

/** The streamer's application and the addresses that apply. */
export interface Connect {
  readonly clientId: string;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly redirectUri: string;
}

type AddressField = 'baseUrl' | 'authUrl' | 'redirectUri';

const DEFAULTS: Readonly<Record<AddressField, string>> = {
  baseUrl: DEFAULT_BASE_URL,
  authUrl: DEFAULT_AUTH_URL,
  redirectUri: DEFAULT_REDIRECT_URI,
};

/** What is set, the app's own where nothing is. */
export function connectOf({ connect }: Pick<Settings, 'connect'>): Connect {
  return {
    clientId: connect.clientId,
    baseUrl: connect.baseUrl || DEFAULTS.baseUrl,
    authUrl: connect.authUrl || DEFAULTS.authUrl,
    redirectUri: connect.redirectUri || DEFAULTS.redirectUri,
  };
}

/** The other way round: the app's own addresses are not written down, so that they can change. */
export function settingsOf(connect: Connect): Pick<ConnectSettings, 'clientId' | AddressField> {
  const own = (field: AddressField) => (connect[field] === DEFAULTS[field] ? '' : connect[field]);
  return {
    clientId: connect.clientId,
    baseUrl: own('baseUrl'),
    authUrl: own('authUrl'),
    redirectUri: own('redirectUri'),
  };
}
