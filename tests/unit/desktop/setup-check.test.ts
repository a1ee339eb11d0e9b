import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRedirectAddress } from '../../../electron/auth/callback-server.ts';
import { coreTexts } from '../../../electron/base/errors.ts';
import { connectOf, settingsOf } from '../../../electron/desktop/setup-service.ts';
import {
  CONNECT_FIELDS,
  type ConnectFault,
  type ConnectForm,
  checkConnect,
  connectCure,
  type ReadAddress,
  tidyConnect,
} from '../../../shared/connect-check.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { FORM } from './setup-support.ts';

const readAddress: ReadAddress = (text) => (URL.canParse(text) ? new URL(text) : null);
const check = (changes: Partial<ConnectForm>, hasSecret = false) =>
  checkConnect({ ...FORM, ...changes }, { hasSecret, readAddress });

describe('the form', () => {
  it('is fine with an id, a secret and no address', () => {
    expect(check({})).toEqual({});
  });

  it.each(['clientId', 'clientSecret'] as const)('wants a %s without spaces inside', (field) => {
    const cases: readonly [string, ConnectFault | undefined][] = [
      ['', 'missing'],
      ['   ', 'missing'],
      ['ab cd', 'not-a-key'],
      ['ab\ncd', 'not-a-key'],
      ['열쇠', 'not-a-key'],
      ['  abc-123_=/+ ', undefined],
    ];
    for (const [text, fault] of cases) expect(check({ [field]: text })[field]).toBe(fault);
  });

  it('takes the kept secret where there is one', () => {
    expect(check({ clientSecret: null }, true)).toEqual({});
    expect(check({ clientSecret: null }, false)).toEqual({ clientSecret: 'missing' });
  });

  it.each<[string, ConnectFault | undefined]>([
    ['', undefined],
    ['https://ci.me', undefined],
    ['https://ci.me/', undefined],
    [' https://ci.me ', undefined],
    ['https://ci.me:8443/under', undefined],
    ['http://127.0.0.1:4000', undefined],
    ['http://localhost:4000', undefined],
    ['http://[::1]:4000', undefined],
    ['http://ci.me', 'not-https'],
    ['http://127.0.0.1.evil.example', 'not-https'],
    ['ftp://ci.me', 'not-an-address'],
    ['ci.me', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://me:secret@ci.me', 'not-bare'],
    ['https://ci.me?x=1', 'not-bare'],
    ['https://ci.me?', 'not-bare'],
    ['https://ci.me/#top', 'not-bare'],
    ['javascript:alert(1)', 'not-an-address'],
  ])('says of the platform’s address "%s": %s', (text, fault) => {
    expect(check({ baseUrl: text }).baseUrl).toBe(fault);
    expect(check({ authUrl: text }).authUrl).toBe(fault);
  });

  it.each<[string, ConnectFault | undefined]>([
    ['', undefined],
    ['http://127.0.0.1:17817/callback', undefined],
    ['http://localhost/any/path?and=query', undefined],
    ['http://[::1]:9000/', undefined],
    ['http://127.8.9.10:80/x', undefined],
    ['https://127.0.0.1:17817/callback', 'https'],
    ['http://example.com/callback', 'not-loopback'],
    ['http://127.0.0.1:0/callback', 'no-port'],
    ['http://127.0.0.1:70000/callback', 'not-an-address'],
    ['http://me@127.0.0.1/callback', 'not-an-address'],
    ['http://127.0.0.1/callback#', 'not-an-address'],
    ['ftp://127.0.0.1/callback', 'not-an-address'],
    ['callback', 'not-an-address'],
  ])('says of the redirect URI "%s": %s', (text, fault) => {
    expect(check({ redirectUri: text }).redirectUri).toBe(fault);
  });

  it('judges redirect URIs as the sign-in does', () => {
    const part = fc.constantFrom(
      ...['http', 'https', 'ftp', '://', '127.0.0.1', '127.1', 'localhost', '[::1]', '[::2]'],
      ...[
        'me@',
        ':0',
        ':80',
        ':17817',
        ':99999',
        '/',
        '/callback',
        '?a=b',
        '#',
        '#x',
        'ci.me',
        ' ',
      ],
    );
    const address = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(address, (typed) => {
        const text = typed.trim();
        fc.pre(text !== '');
        const fault = check({ redirectUri: typed }).redirectUri ?? null;
        let expected: unknown = null;
        try {
          parseRedirectAddress(text);
        } catch (failure) {
          expected = Reflect.get(failure as object, 'fault');
        }
        expect(fault).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has a sentence of its own for everything that can be wrong, in both languages', () => {
    const faults: readonly ConnectFault[] = [
      ...(['missing', 'not-a-key', 'not-an-address', 'not-https'] as const),
      ...(['not-bare', 'https', 'not-loopback', 'no-port'] as const),
    ];
    for (const fault of faults) {
      for (const field of CONNECT_FIELDS) {
        const { key } = connectCure(field, fault);
        expect(coreTexts('ko')(key)).toMatch(/요\.$/);
        expect(coreTexts('en')(key)).toMatch(/^[A-Z].+\.$/);
      }
    }
  });

  it('keeps a redirect URI to the letter, and other addresses without their last slash', () => {
    const redirectUri = ' http://127.0.0.1:9000/ ';
    const tidy = tidyConnect({ ...FORM, baseUrl: ' https://ci.me// ', redirectUri });
    expect(tidy.baseUrl).toBe('https://ci.me');
    expect(tidy.redirectUri).toBe('http://127.0.0.1:9000/');
  });
});

describe('the addresses that apply', () => {
  it('are the app’s own where nothing is set', () => {
    expect(connectOf(DEFAULT_SETTINGS)).toEqual({
      clientId: '',
      baseUrl: 'https://ci.me',
      authUrl: 'https://ci.me',
      redirectUri: 'http://127.0.0.1:17817/callback',
    });
  });

  it('are the streamer’s where they are set, and come back the same from the settings', () => {
    const connect = {
      clientId: 'c',
      baseUrl: 'https://ci.me',
      authUrl: 'https://login.example',
      redirectUri: 'http://127.0.0.1:9000/back',
    };
    expect(settingsOf(connect)).toEqual({ ...connect, baseUrl: '' });
    expect(connectOf({ connect: settingsOf(connect) })).toEqual(connect);
  });
});
