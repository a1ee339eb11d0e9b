import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallbackPortError, RedirectAddressError } from '../../../electron/auth/errors.ts';
import { freePort } from '../../support/free-port.ts';
import { settle } from '../../support/virtual-clock.ts';
import { refused, unavailable } from './fakes.ts';
import { ask, beginRequest, close, listen, outcome, portOf } from './loopback.ts';
import { callback, makeSignInWorld, stateIn } from './sign-in-world.ts';

const SIGN_IN_LIMIT_MS = 10 * 60_000;

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function world(path = '/callback') {
  const redirectUri = `http://127.0.0.1:${await freePort()}${path}`;
  const made = makeSignInWorld(redirectUri);
  ended.push(() => made.signIn.dispose());
  return { ...made, redirectUri };
}

/** A world that waits; `back` sends the browser back with the right state. */
async function waiting(path?: string) {
  const made = await world(path);
  const { url } = await made.signIn.start();
  const state = stateIn(url);
  const back = (parameters: Readonly<Record<string, string>>) =>
    ask(callback(made.redirectUri, { ...parameters, state }));
  return { ...made, url, state, back };
}

function problemCode(made: { readonly signIn: { readonly state: unknown } }): string | undefined {
  const state = made.signIn.state as { kind: string; problem?: { code: string } };
  return state.kind === 'failed' ? state.problem?.code : state.kind;
}

describe('a sign-in that goes well', () => {
  it('hands out the address, takes the answer, exchanges its code and ends', async () => {
    const { signIn, clock, url, state, back, redirectUri, codes, adopted, kinds } = await waiting();
    expect(Buffer.from(state, 'base64url')).toHaveLength(32);
    expect(new URL(url).searchParams.get('redirectUri')).toBe(redirectUri);
    expect(new URL(url).searchParams.has('prompt')).toBe(false);
    expect(signIn.state).toEqual({
      kind: 'waiting',
      url,
      startedAt: clock.now(),
      expiresAt: clock.now() + SIGN_IN_LIMIT_MS,
    });
    expect(outcome(await back({ code: 'the-code' }))).toBe(200);
    expect(codes).toEqual(['the-code']);
    expect(adopted.map(({ accessToken }) => accessToken)).toEqual(['access-token-1']);
    expect(kinds()).toEqual(['waiting', 'exchanging', 'done']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets others ask with the tokens of before, and exchanges the code after that', async () => {
    const { back, script, codes, kinds } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.before = gate.promise;
    const page = back({ code: 'the-code' });
    await vi.waitFor(() => expect(kinds()).toEqual(['waiting', 'exchanging']));
    await settle();
    expect(codes).toEqual([]);
    gate.resolve();
    await page;
    expect(codes).toEqual(['the-code']);
  });

  it('shows the browser the end only when the tokens are kept', async () => {
    const { back, script, signIn } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.gate = gate.promise;
    let shown = false;
    const page = back({ code: 'c' }).then((answer) => {
      shown = true;
      return answer;
    });
    while (signIn.state.kind !== 'exchanging') await settle();
    await settle();
    expect(shown).toBe(false);
    gate.resolve();
    expect(outcome(await page)).toBe(200);
  });

  it('makes a new state for every sign-in', async () => {
    const made = await waiting();
    await made.back({ code: 'c' });
    const { url } = await made.signIn.start();
    expect(stateIn(url)).not.toBe(made.state);
  });

  it('answers once: afterwards nobody listens', async () => {
    const { back, codes } = await waiting();
    await back({ code: 'first' });
    expect(await back({ code: 'second' })).toBe('ECONNREFUSED');
    expect(codes).toEqual(['first']);
  });

  it('takes no new connection while the code is exchanged', async () => {
    const { back, codes, script } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.gate = gate.promise;
    const first = back({ code: 'first' });
    while (codes.length === 0) await settle();
    expect(await back({ code: 'second' })).toBe('ECONNREFUSED');
    gate.resolve();
    expect(outcome(await first)).toBe(200);
    expect(codes).toEqual(['first']);
  });

  it('says that it is taken maintenance of to a request that was on its way already', async () => {
    const { back, codes, script, redirectUri, state } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.gate = gate.promise;
    const late = await beginRequest(callback(redirectUri, { code: 'late', state }));
    const first = back({ code: 'first' });
    while (codes.length === 0) await settle();
    expect(await late.finish()).toMatch(/^HTTP\/1\.1 410 /);
    gate.resolve();
    expect(outcome(await first)).toBe(200);
    expect(codes).toEqual(['first']);
  });
});

describe('what comes to the redirect address while an answer is awaited', () => {
  it.each([
    ['a wrong state', { code: 'c', state: 'wrong' }, {}, 400],
    ['a wrong state of the right length', { code: 'c', state: 'A'.repeat(43) }, {}, 400],
    ['no state', { code: 'c' }, {}, 400],
    ['an empty state', { code: 'c', state: '' }, {}, 400],
    ['an error with a wrong state', { error: 'consent_required', state: 'wrong' }, {}, 400],
    ['nothing at all', {}, {}, 400],
  ] as const)('%s does not end the wait', async (_case, parameters, options, status) => {
    const { signIn, redirectUri, back, codes } = await waiting();
    expect(outcome(await ask(callback(redirectUri, parameters), options))).toBe(status);
    expect(signIn.state.kind).toBe('waiting');
    expect(codes).toEqual([]);
    expect(outcome(await back({ code: 'right' }))).toBe(200);
    expect(codes).toEqual(['right']);
  });

  it.each([
    ['another path', '/other', {}, 404],
    ['the root', '/', {}, 404],
    ['a path below', '/callback/x', {}, 404],
    ['a POST', null, { method: 'POST' }, 405],
    ['a HEAD', null, { method: 'HEAD' }, 405],
    ['an OPTIONS', null, { method: 'OPTIONS' }, 405],
    ['another Host (a name that was pointed here)', null, { host: 'evil.example' }, 404],
    ['a Host without the port', null, { host: '127.0.0.1' }, 404],
    ['another loopback name', null, { host: 'localhost:PORT' }, 404],
  ] as const)(
    '%s is turned away even with the right state',
    async (_case, path, options, status) => {
      const { signIn, redirectUri, state, back, codes } = await waiting();
      const url = new URL(callback(redirectUri, { code: 'c', state }));
      if (path !== null) url.pathname = path;
      const host = 'host' in options ? { host: options.host.replace('PORT', url.port) } : {};
      const answer = await ask(url.href, { ...options, ...host });
      expect(outcome(answer)).toBe(status);
      if (status === 405 && typeof answer !== 'string') expect(answer.headers['allow']).toBe('GET');
      expect(signIn.state.kind).toBe('waiting');
      expect(outcome(await back({ code: 'right' }))).toBe(200);
      expect(codes).toEqual(['right']);
    },
  );

  it('a state that stands there twice is no right state', async () => {
    const { signIn, redirectUri, state } = await waiting();
    const twice = `${callback(redirectUri, { code: 'c', state })}&state=${state}`;
    expect(outcome(await ask(twice))).toBe(400);
    expect(signIn.state.kind).toBe('waiting');
  });

  it.each([
    ['consent_required', 'sign-in-consent-required', 'approve the permissions first'],
    ['access_denied', 'sign-in-denied', 'the permissions weren’t approved'],
    ['something_new', 'sign-in-denied', 'something_new'],
    ['constructor', 'sign-in-denied', 'constructor'],
    ['<script>alert(1)</script>', 'sign-in-denied', 'unknown'],
  ])('the error %s with the right state ends the sign-in', async (error, code, words) => {
    const made = await waiting();
    const answer = await made.back({ error });
    expect(outcome(answer)).toBe(400);
    expect(typeof answer === 'string' ? '' : answer.body).toContain(words);
    expect(typeof answer === 'string' ? '' : answer.body).not.toContain('<script');
    expect(problemCode(made)).toBe(code);
    expect(made.codes).toEqual([]);
    expect(made.clock.pendingTimers).toBe(0);
    expect(await made.back({ code: 'late' })).toBe('ECONNREFUSED');
  });

  it.each([[{}], [{ code: '' }]])(
    'the right state with %j ends it as incomplete',
    async (parameters) => {
      const made = await waiting();
      expect(outcome(await made.back(parameters))).toBe(400);
      expect(problemCode(made)).toBe('sign-in-answer-incomplete');
      expect(made.clock.pendingTimers).toBe(0);
    },
  );
});

describe('an exchange that fails', () => {
  it.each([
    [
      'the code has expired',
      refused('Authorization code has expired'),
      'platform-token-refused-code-expired',
    ],
    [
      'the client secret is wrong',
      refused('Invalid client credentials'),
      'platform-token-refused-invalid-client',
    ],
    ['the platform is away', unavailable(), 'platform-unavailable-network'],
    ['something unforeseen happened', new Error('inner detail'), 'unexpected'],
  ])('tells why when %s, and can be started again', async (_case, failure, code) => {
    const made = await waiting();
    made.script.failure = failure;
    const answer = await made.back({ code: 'c' });
    expect(outcome(answer)).toBe(400);
    expect(typeof answer === 'string' ? '' : answer.body).not.toContain('inner detail');
    expect(problemCode(made)).toBe(code);
    expect(made.adopted).toEqual([]);
    made.script.failure = null;
    const { url } = await made.signIn.start();
    const again = callback(made.redirectUri, { code: 'd', state: stateIn(url) });
    expect(outcome(await ask(again))).toBe(200);
    expect(made.signIn.state.kind).toBe('done');
  });

  it('counts tokens that could not be kept as a failure', async () => {
    const made = await waiting();
    made.script.adoptFailure = new Error('no room');
    expect(outcome(await made.back({ code: 'c' }))).toBe(400);
    expect(problemCode(made)).toBe('unexpected');
  });
});

describe('starting and ending', () => {
  it('answers the same address while it waits', async () => {
    const { signIn, url } = await waiting();
    expect(await Promise.all([signIn.start(), signIn.start()])).toEqual([{ url }, { url }]);
  });

  it('answers two starts at once with one address', async () => {
    const { signIn, kinds } = await world();
    const [first, second] = await Promise.all([signIn.start(), signIn.start()]);
    expect(first).toEqual(second);
    expect(kinds()).toEqual(['waiting']);
  });

  it('changes the address, not the awaited answer, when another prompt is asked for', async () => {
    const { signIn, url, state, back } = await waiting();
    const { url: consent } = await signIn.start({ prompt: 'consent' });
    expect(consent).toBe(`${url}&prompt=consent`);
    expect(signIn.state).toMatchObject({ kind: 'waiting', url: consent });
    expect(stateIn(consent)).toBe(state);
    expect(outcome(await back({ code: 'c' }))).toBe(200);
  });

  it.each(['consent', 'none'] as const)('passes the prompt %s on', async (prompt) => {
    const { signIn } = await world();
    const { url } = await signIn.start({ prompt });
    expect(new URL(url).searchParams.get('prompt')).toBe(prompt);
  });

  it('says that it is busy while a code is exchanged', async () => {
    const { signIn, back, script, clock } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.gate = gate.promise;
    const page = back({ code: 'c' });
    while (signIn.state.kind !== 'exchanging') await settle();
    await expect(signIn.start()).rejects.toMatchObject({ problem: { code: 'sign-in-busy' } });
    signIn.cancel();
    expect(signIn.state.kind).toBe('exchanging');
    gate.resolve();
    await page;
    expect(signIn.state.kind).toBe('done');
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up after ten minutes, and can be started again on the same port', async () => {
    const made = await waiting();
    await made.clock.advance(SIGN_IN_LIMIT_MS - 1);
    expect(made.signIn.state.kind).toBe('waiting');
    await made.clock.advance(1);
    expect(problemCode(made)).toBe('sign-in-timed-out');
    expect(await made.back({ code: 'late' })).toBe('ECONNREFUSED');
    expect(made.clock.pendingTimers).toBe(0);
    await made.signIn.start();
    expect(made.kinds()).toEqual(['waiting', 'failed', 'waiting']);
  });

  it('can be cancelled and started again', async () => {
    const made = await waiting();
    made.signIn.cancel();
    made.signIn.cancel();
    expect(made.kinds()).toEqual(['waiting', 'idle']);
    expect(await made.back({ code: 'late' })).toBe('ECONNREFUSED');
    expect(made.clock.pendingTimers).toBe(0);
    const { url } = await made.signIn.start();
    expect(outcome(await ask(callback(made.redirectUri, { code: 'c', state: made.state })))).toBe(
      400,
    );
    const right = callback(made.redirectUri, { code: 'c', state: stateIn(url) });
    expect(outcome(await ask(right))).toBe(200);
  });

  it('leaves no timer and no listener when it is disposed', async () => {
    const made = await waiting();
    made.signIn.dispose();
    made.signIn.dispose();
    expect(made.clock.pendingTimers).toBe(0);
    expect(await made.back({ code: 'late' })).toBe('ECONNREFUSED');
    await expect(made.signIn.start()).rejects.toMatchObject({
      problem: { code: 'sign-in-closed' },
    });
  });

  it('opens nothing when it is disposed during its start', async () => {
    const made = await world();
    const start = made.signIn.start().catch((failure: unknown) => failure);
    made.signIn.dispose();
    expect(await start).toMatchObject({ problem: { code: 'sign-in-closed' } });
    expect(await ask(made.redirectUri)).toBe('ECONNREFUSED');
    expect(made.clock.pendingTimers).toBe(0);
  });

  it('keeps the tokens of an exchange that is under way when the app stops', async () => {
    const { signIn, back, script, adopted } = await waiting();
    const gate = Promise.withResolvers<void>();
    script.gate = gate.promise;
    const page = back({ code: 'c' });
    while (signIn.state.kind !== 'exchanging') await settle();
    let stopped = false;
    const stop = signIn.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    gate.resolve();
    await stop;
    await page;
    expect(adopted).toHaveLength(1);
  });

  it('tells a port that somebody else has, and works once it is free', async () => {
    const other = await listen(0, '127.0.0.1');
    const port = portOf(other);
    const made = makeSignInWorld(`http://127.0.0.1:${port}/callback`);
    ended.push(() => made.signIn.dispose());
    const failure = await made.signIn.start().catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(CallbackPortError);
    const { problem } = failure as CallbackPortError;
    expect(problem.code).toBe('sign-in-port-in-use');
    expect(problem.values).toEqual({ port });
    expect(made.signIn.state.kind).toBe('idle');
    expect(made.clock.pendingTimers).toBe(0);
    await close(other);
    await made.signIn.start();
    expect(made.signIn.state.kind).toBe('waiting');
  });

  it.each([
    'https://127.0.0.1:1/cb',
    'https://app.example/cb',
    'http://app.example/cb',
    'nonsense',
  ])('refuses the redirect address %s with a clear error', async (redirectUri) => {
    const made = makeSignInWorld(redirectUri);
    await expect(made.signIn.start()).rejects.toBeInstanceOf(RedirectAddressError);
    expect(made.signIn.state.kind).toBe('idle');
  });

  it('listens to nothing where another server takes the answer, and names that one', async () => {
    const url = 'https://fleet.example/sign-in/channel';
    // An address that this computer cannot serve.
    const { signIn, clock } = makeSignInWorld('https://fleet.example/oauth/callback', url);
    expect(await signIn.start()).toEqual({ url });
    expect(await signIn.start({ prompt: 'consent' })).toEqual({ url });
    expect(signIn.state).toMatchObject({ kind: 'waiting', url });
    signIn.cancel();
    expect(signIn.state.kind).toBe('idle');
    expect(clock.pendingTimers).toBe(0);
  });

  it('writes neither state nor code to the log', async () => {
    const { lines, state, back, redirectUri, script } = await waiting();
    await ask(callback(redirectUri, { code: 'wrong-code', state: 'wrong-state' }));
    script.failure = new Error('no use for the-secret-code in that state');
    await back({ code: 'the-secret-code' });
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.join('\n')).not.toContain('the-secret-code');
    expect(lines.join('\n')).not.toContain('wrong-state');
    expect(lines.join('\n')).not.toContain(state);
  });
});
