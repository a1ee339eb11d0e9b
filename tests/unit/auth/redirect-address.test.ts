import { afterEach, describe, expect, it } from 'vitest';
import { parseRedirectAddress } from '../../../electron/auth/callback-server.ts';
import { CallbackPortError, RedirectAddressError } from '../../../electron/auth/errors.ts';
import { sayProblem } from '../../../electron/base/errors.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { freePort } from '../../support/free-port.ts';
import { ask, close, hasIpv6, listen, outcome } from './loopback.ts';
import { callback, makeSignInWorld, stateIn } from './sign-in-world.ts';

describe('the redirect address', () => {
  it.each([
    ['http://127.0.0.1:17817/callback', '127.0.0.1:17817', 17_817, '/callback', ['127.0.0.1']],
    ['http://127.0.0.1:17817', '127.0.0.1:17817', 17_817, '/', ['127.0.0.1']],
    ['http://127.0.0.1/callback', '127.0.0.1', 80, '/callback', ['127.0.0.1']],
    ['http://127.0.0.1:80/', '127.0.0.1', 80, '/', ['127.0.0.1']],
    ['http://127.5.6.7:99/a/b', '127.5.6.7:99', 99, '/a/b', ['127.5.6.7']],
    ['http://localhost:3000/auth/cb', 'localhost:3000', 3000, '/auth/cb', ['127.0.0.1', '::1']],
    ['http://LOCALHOST:3000/Auth', 'localhost:3000', 3000, '/Auth', ['127.0.0.1', '::1']],
    ['http://[::1]:3000/cb', '[::1]:3000', 3000, '/cb', ['::1']],
    ['http://127.0.0.1:1/cb?app=stage&x=1', '127.0.0.1:1', 1, '/cb', ['127.0.0.1']],
    ['http://127.0.0.1:1/콜백', '127.0.0.1:1', 1, '/%EC%BD%9C%EB%B0%B1', ['127.0.0.1']],
  ])('%s is served on %s', (uri, host, port, path, bind) => {
    expect(parseRedirectAddress(uri)).toEqual({ uri, host, port, path, bind });
  });

  it.each([
    ['', 'not-an-address'],
    ['127.0.0.1:1/cb', 'not-an-address'],
    ['ftp://127.0.0.1/cb', 'not-an-address'],
    ['myapp://callback', 'not-an-address'],
    ['http://127.0.0.1:99999/cb', 'not-an-address'],
    ['http://user@127.0.0.1:1/cb', 'not-an-address'],
    ['http://user:pw@127.0.0.1:1/cb', 'not-an-address'],
    ['http://127.0.0.1:1/cb#part', 'not-an-address'],
    [' http://127.0.0.1:1/cb', 'not-an-address'],
    ['https://127.0.0.1:1/cb', 'https'],
    ['https://app.example/cb', 'https'],
    ['http://app.example/cb', 'not-loopback'],
    ['http://0.0.0.0:1/cb', 'not-loopback'],
    ['http://192.168.0.2:1/cb', 'not-loopback'],
    ['http://127.0.0.1.example:1/cb', 'not-loopback'],
    ['http://localhost.example:1/cb', 'not-loopback'],
    ['http://[::]:1/cb', 'not-loopback'],
    ['http://127.0.0.1:0/cb', 'no-port'],
  ])('%j is refused as %s, in both languages and with an example', (uri, fault) => {
    let failure: unknown;
    try {
      parseRedirectAddress(uri);
    } catch (cause) {
      failure = cause;
    }
    expect(failure).toBeInstanceOf(RedirectAddressError);
    const { problem } = failure as RedirectAddressError;
    expect((failure as RedirectAddressError).fault).toBe(fault);
    expect(problem.code).toBe(`redirect-uri-${fault}`);
    for (const language of LANGUAGES) {
      expect(sayProblem(problem, language).cure).toContain('http://127.0.0.1:17817/callback');
    }
  });
});

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function start(redirectUri: string) {
  const made = makeSignInWorld(redirectUri);
  ended.push(() => made.signIn.dispose());
  const { url } = await made.signIn.start();
  return { ...made, state: stateIn(url) };
}

describe('listening on the redirect address', () => {
  it.each([
    ['a path', '/auth/open/callback'],
    ['no path', ''],
    ['a query', '/cb?app=stage'],
    ['a path of other letters', '/로그인/콜백'],
  ])('works for one with %s', async (_case, path) => {
    const redirectUri = `http://127.0.0.1:${await freePort()}${path}`;
    const { signIn, state, codes } = await start(redirectUri);
    expect(outcome(await ask(callback(redirectUri, { code: 'c', state })))).toBe(200);
    expect(codes).toEqual(['c']);
    expect(signIn.state.kind).toBe('done');
  });

  it('answers localhost on IPv4 and, where the machine has it, on IPv6', async () => {
    const redirectUri = `http://localhost:${await freePort()}/cb`;
    const { state } = await start(redirectUri);
    const stranger = callback(redirectUri, { code: 'c', state: 'wrong' });
    expect(outcome(await ask(stranger, { connectTo: '127.0.0.1' }))).toBe(400);
    if (await hasIpv6()) expect(outcome(await ask(stranger, { connectTo: '::1' }))).toBe(400);
    const right = callback(redirectUri, { code: 'c', state });
    expect(outcome(await ask(right, { connectTo: '127.0.0.1' }))).toBe(200);
    expect(await ask(right, { connectTo: '127.0.0.1' })).toBe('ECONNREFUSED');
    if (await hasIpv6()) expect(await ask(right, { connectTo: '::1' })).toBe('ECONNREFUSED');
  });

  it('answers [::1] where the machine has IPv6', async (context) => {
    if (!(await hasIpv6())) context.skip('this machine has no IPv6 loopback');
    const redirectUri = `http://[::1]:${await freePort('::1')}/cb`;
    const { state, codes } = await start(redirectUri);
    expect(outcome(await ask(callback(redirectUri, { code: 'c', state })))).toBe(200);
    expect(codes).toEqual(['c']);
  });

  it('refuses a localhost whose IPv6 half somebody else has, and lets go of the other half', async (context) => {
    if (!(await hasIpv6())) context.skip('this machine has no IPv6 loopback');
    const port = await freePort();
    const other = await listen(port, '::1');
    const redirectUri = `http://localhost:${port}/cb`;
    const made = makeSignInWorld(redirectUri);
    await expect(made.signIn.start()).rejects.toBeInstanceOf(CallbackPortError);
    expect(await ask(redirectUri, { connectTo: '127.0.0.1' })).toBe('ECONNREFUSED');
    await close(other);
  });

  it('is not reachable from outside the loopback', async () => {
    const port = await freePort();
    await start(`http://127.0.0.1:${port}/cb`);
    // Another loopback address stands for another network: only the one named is bound.
    expect(await ask(`http://127.0.0.1:${port}/cb`, { connectTo: '127.0.0.2' })).toBe(
      'ECONNREFUSED',
    );
  });
});
