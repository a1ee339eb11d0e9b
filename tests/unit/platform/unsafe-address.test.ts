import { describe, expect, it } from 'vitest';
import { UnsafeAddressError } from '../../../electron/platform/errors.ts';
import { socketOpener } from '../../../electron/session/socket.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { authOf, clientOf, content, FakePlatform, failureOf } from './support.ts';

const ISSUED = {
  accessToken: 'a',
  refreshToken: 'r',
  tokenType: 'Bearer',
  expiresIn: '60',
  scope: '',
};

describe('an address of the platform', () => {
  it.each([
    'http://ci.me',
    'http://127.0.0.2:8080',
    'http://127.1.2.3',
    'http://10.0.0.1',
    'http://192.168.0.7:443',
    'http://[::2]',
    'http://0.0.0.0:80',
    'http://localhost.ci.me',
    'http://127.0.0.1.ci.me',
    'ftp://ci.me',
    'file:///etc',
    'javascript:alert(1)',
    'ci.me',
    '',
  ])('%j gets nothing: no token, no secret, no request at all', async (address) => {
    const platform = new FakePlatform(content({ channelId: 'x' }));
    const setup = { options: { baseUrl: address, authUrl: address } };
    const auth = authOf(platform, setup);
    for (const call of [
      () => clientOf(platform, setup).users.me(),
      () => clientOf(platform, setup).sessions.createUser(),
      () => auth.refresh('refresh-token'),
      () => auth.exchangeCode('code'),
      () => auth.revoke('refresh-token', 'refresh_token'),
      async () => auth.authorizationUrl({ redirectUri: 'http://127.0.0.1:1/', state: 's' }),
    ]) {
      expect(await failureOf(call())).toBeInstanceOf(UnsafeAddressError);
    }
    expect(platform.count).toBe(0);
  });

  it.each([
    'https://ci.me',
    'https://127.0.0.2',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])('%j is used', async (address) => {
    const platform = new FakePlatform(content(ISSUED));
    const auth = authOf(platform, { options: { baseUrl: address, authUrl: address } });
    await auth.refresh('refresh-token');
    expect(platform.count).toBe(1);
    const opened = auth.authorizationUrl({ redirectUri: 'http://127.0.0.1:1/', state: 's' });
    expect(opened.startsWith(address)).toBe(true);
  });
});

describe('the address of a socket', () => {
  const key = '?sessionKey=key';

  it.each([
    ['https://platform.test', `ws://127.0.0.1:4000/${key}`],
    ['https://platform.test', `ws://localhost:4000/${key}`],
    ['http://127.0.0.1:8080', `ws://127.0.0.2:4000/${key}`],
    ['http://127.0.0.1:8080', `ws://platform.test/${key}`],
  ])('of a platform at %s is not %s', async (baseUrl, url) => {
    const platform = new FakePlatform(content({ url }));
    const { sessions } = clientOf(platform, { options: { baseUrl } });
    await expect(sessions.createUser()).rejects.toMatchObject({
      problem: { code: 'platform-malformed-answer' },
    });
  });

  it.each([
    [`ws://127.0.0.1:1/${key}`, false],
    [`ws://127.0.0.2:1/${key}`, true],
    [`ws://platform.test/${key}`, true],
    [`http://127.0.0.1:1/${key}`, true],
  ])('%s is never opened (loopback in the clear: %j)', async (url, mayBePlain) => {
    const ends: unknown[] = [];
    socketOpener(new VirtualClock(), mayBePlain)(url, {
      onOpen: () => undefined,
      onText: () => undefined,
      onEnd: (end) => ends.push(end),
    });
    await settle();
    expect(ends).toEqual([{ type: 'unreachable', detail: 'the address is not valid' }]);
  });
});
