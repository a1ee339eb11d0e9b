import { describe, expect, it } from 'vitest';
import { backupConnection } from '../../../electron/desktop/setup-service.ts';
import type { ConnectSettings } from '../../../shared/desktop.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';

const OURS: ConnectSettings = {
  clientId: 'our-application-1',
  baseUrl: '',
  authUrl: '',
  redirectUri: 'http://127.0.0.1:17817/callback',
};
const seen = (changes: Partial<ConnectSettings>, present: ConnectSettings = OURS) => {
  const settings = { get: () => ({ ...DEFAULT_SETTINGS, connect: present }) };
  return backupConnection(settings, { ...OURS, ...changes });
};

describe('the connection of a backup, beside ours', () => {
  it.each([
    ['to the letter', {}],
    [
      'with another place for the browser to come back to',
      { redirectUri: 'http://127.0.0.1:9/cb' },
    ],
  ])('is the same %s', (_name, changes) => {
    expect(seen(changes)).toEqual({ isSame: true, other: null });
  });

  it.each<[string, Partial<ConnectSettings>]>([
    ['another application', { clientId: 'another-application' }],
    ['another API address', { baseUrl: 'https://collect.example' }],
    ['another sign-in address', { authUrl: 'https://collect.example/in' }],
    ['a simulator on this computer', { baseUrl: 'http://127.0.0.1:8080' }],
  ])('is another one with %s, which is shown', (_name, changes) => {
    const { isSame, other } = seen(changes);
    expect(isSame).toBe(false);
    expect(other).toMatchObject(
      changes.clientId === undefined ? changes : { clientId: 'anot••••tion' },
    );
  });

  it.each<[string, Partial<ConnectSettings>]>([
    ['is not encrypted', { baseUrl: 'http://collect.example' }],
    ['is plain on 127.0.0.2', { baseUrl: 'http://127.0.0.2:8080' }],
    ['is no address', { baseUrl: 'collect' }],
    ['is a script', { authUrl: 'javascript:alert(1)' }],
    ['holds a name and a password', { baseUrl: 'https://ci.me:x@collect.example' }],
    ['comes back elsewhere', { clientId: 'another', redirectUri: 'https://collect.example/cb' }],
    ['has a client id that is none', { clientId: 'two words' }],
    ['has no client id', { clientId: '' }],
  ])('cannot be taken where it %s', (_name, changes) => {
    expect(seen(changes)).toEqual({ isSame: false, other: null });
  });

  it('is another one where nothing is set here', () => {
    expect(seen({}, DEFAULT_SETTINGS.connect)).toMatchObject({
      isSame: false,
      other: { clientId: 'our-••••on-1', baseUrl: 'https://ci.me' },
    });
  });
});
