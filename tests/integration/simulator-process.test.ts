import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { createAuthApi, createPlatformClient } from '../../electron/platform/client.ts';
import { Line } from './client/support/line.ts';

const script = join(resolve(import.meta.dirname, '../..'), 'dist/node/simulator.js');

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What the running simulator tells about itself. */
interface Told {
  readonly base: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly controlKey: string;
  readonly redirectUri: string;
  readonly text: string;
}

const processes: SimulatorProcess[] = [];

/** The built simulator as a child process. */
class SimulatorProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<End>;
  output = '';
  errors = '';
  #wake = () => undefined as unknown;

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.#wake();
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((done) => {
      this.child.once('close', (code, signal) => {
        done({ code, signal });
        this.#wake();
      });
    });
    processes.push(this);
  }

  static async ready(
    args: readonly string[] = ['--port', '0'],
  ): Promise<SimulatorProcess & { told: Told }> {
    const simulator = new SimulatorProcess(args);
    while (!simulator.output.includes('Ctrl-C')) {
      if (simulator.child.exitCode !== null) throw new Error(`it ended: ${simulator.errors}`);
      await new Promise((wake) => {
        simulator.#wake = () => wake(undefined);
      });
    }
    return Object.assign(simulator, { told: simulator.#told() });
  }

  stop(signal: NodeJS.Signals): Promise<End> {
    this.child.kill(signal);
    return this.ended;
  }

  #told(): Told {
    const row = (name: string): string =>
      new RegExp(`^ *${name} {2,}(.+)$`, 'm').exec(this.output)?.[1] ?? '';
    return {
      base: row('base address'),
      clientId: row('client id'),
      clientSecret: row('client secret'),
      controlKey: row('control key'),
      redirectUri: row('redirect address'),
      text: this.output,
    };
  }
}

afterEach(async () => {
  const started = processes.splice(0);
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
});

function control(
  told: Told,
  path: string,
  init: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const { headers = { 'simulator-key': told.controlKey }, body } = init;
  return fetch(`${told.base}/control/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The app's own client, signed in at the process. */
async function signIn(told: Told) {
  const { base: baseUrl, clientId, clientSecret, redirectUri } = told;
  const options = {
    baseUrl,
    authUrl: baseUrl,
    clientId,
    clientSecret,
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => 0.5,
    log: silentLogger,
  };
  const auth = createAuthApi(options);
  const page = auth.authorizationUrl({ redirectUri, state: 'state' });
  const answer = await fetch(page, { redirect: 'manual' });
  const callback = new URL(answer.headers.get('location') ?? '');
  const pair = await auth.exchangeCode(callback.searchParams.get('code') ?? '');
  const token = async () => pair.accessToken;
  const userTokens = { accessToken: token, accessTokenAfter: token };
  return createPlatformClient({ ...options, userTokens });
}

describe('the simulator as a process', () => {
  it('prints what a client needs, and nothing on standard error', async () => {
    const { told, errors } = await SimulatorProcess.ready();
    expect(told.base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(told.clientId).toBe('stagelight-demo');
    expect(told.clientSecret).toMatch(/^[\w-]{43}$/);
    expect(told.controlKey).toMatch(/^[\w-]{43}$/);
    expect(told.controlKey).not.toBe(told.clientSecret);
    expect(told.redirectUri).toBe('http://127.0.0.1:17817/callback');
    expect(told.text).toContain(`${told.base}/auth/openapi/account-interlock`);
    expect(errors).toBe('');
  });

  it('makes new secrets at every start', async () => {
    const [one, other] = await Promise.all([SimulatorProcess.ready(), SimulatorProcess.ready()]);
    expect(one.told.clientSecret).not.toBe(other.told.clientSecret);
    expect(one.told.controlKey).not.toBe(other.told.controlKey);
  });

  it('serves the app’s own client from sign-in to an event', async () => {
    const redirectUri = 'http://127.0.0.1:9/elsewhere?of=mine';
    const args = ['--port', '0', '--auto-approve', '--redirect-uri', redirectUri];
    const { told } = await SimulatorProcess.ready(args);
    expect(told.redirectUri).toBe(redirectUri);
    const client = await signIn(told);
    const { url, sessionKey } = await client.sessions.createUser();
    const line = await Line.open(url);
    await client.sessions.subscribe('donation', sessionKey);
    const made = await control(told, '/events', {
      body: { kind: 'DONATION', data: { payAmount: '777', donationText: 'hello' } },
    });
    expect(await made.json()).toMatchObject({ kind: 'DONATION', deliveredTo: [sessionKey] });
    await line.ping();
    expect(line.heard.map((text) => JSON.parse(text))).toMatchObject([
      { event: 'DONATION', data: { payAmount: '777', donationText: 'hello' } },
    ]);
    const state = await (await control(told, '/state')).json();
    expect(state).toMatchObject({ published: { DONATION: 1 }, brokenRules: [] });
  });

  it('asks a person to approve when nobody said otherwise', async () => {
    const { told } = await SimulatorProcess.ready();
    const query = new URLSearchParams({
      clientId: told.clientId,
      redirectUri: told.redirectUri,
      state: 's',
    });
    const page = await fetch(`${told.base}/auth/openapi/account-interlock?${query}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('name="channelId"');
  });
});

describe('its control', () => {
  it('is closed to everybody without the key, and to web pages with it', async () => {
    const { told } = await SimulatorProcess.ready();
    const { controlKey: key } = told;
    const answers: readonly (readonly [number, Record<string, string>])[] = [
      [401, {}],
      [401, { 'simulator-key': '' }],
      [401, { 'simulator-key': key.slice(1) }],
      [401, { 'simulator-key': told.clientSecret }],
      [401, { authorization: `Bearer ${key}` }],
      [403, { 'simulator-key': key, origin: told.base }],
      [200, { 'simulator-key': key }],
    ];
    for (const [status, headers] of answers) {
      expect([headers, (await control(told, '/state', { headers })).status]).toEqual([
        headers,
        status,
      ]);
    }
    const move = await control(told, '/clock', { headers: {}, body: { moveMs: 1000 } });
    expect(move.status).toBe(401);
  });

  it('moves the time and keeps the pace it was started with', async () => {
    const { told } = await SimulatorProcess.ready(['--port', '0', '--time-scale', '60']);
    const clock = async () => (await (await control(told, '/state')).json()).clock;
    const before = await clock();
    expect(before.scale).toBe(60);
    await control(told, '/clock', { body: { moveMs: 3_600_000 } });
    expect(Date.parse((await clock()).now) - Date.parse(before.now)).toBeGreaterThanOrEqual(
      3_600_000,
    );
  });
});

describe('its end', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: exit code 0, with lines open and a show playing',
    async (signal) => {
      const simulator = await SimulatorProcess.ready(['--port', '0', '--auto-approve', '--show']);
      const client = await signIn(simulator.told);
      const { url } = await client.sessions.createUser();
      const line = await Line.open(url);
      expect(await simulator.stop(signal)).toEqual({ code: 0, signal: null });
      expect(await line.ended).toMatchObject({ type: 'closed' });
      expect(simulator.errors).toBe('');
    },
  );

  it('--help: the options, and exit code 0', async () => {
    const simulator = new SimulatorProcess(['--help']);
    expect(await simulator.ended).toEqual({ code: 0, signal: null });
    for (const option of ['--port', '--time-scale', '--auto-approve', '--show', '--redirect-uri']) {
      expect(simulator.output).toContain(option);
    }
    expect(simulator.errors).toBe('');
  });

  it.each([
    ['an unknown option', ['--prot', '1'], '--prot'],
    ['a word too many', ['start'], 'start'],
    ['a port that is none', ['--port', 'http'], '--port'],
    ['a port out of range', ['--port', '65536'], '--port'],
    ['an option without its value', ['--port'], '--port'],
    ['a time scale of 0', ['--time-scale', '0'], '--time-scale'],
    ['a redirect address that is none', ['--redirect-uri', 'callback'], '--redirect-uri'],
  ])('%s: one line that names it, exit code 2', async (_, args, named) => {
    const simulator = new SimulatorProcess(args);
    expect(await simulator.ended).toEqual({ code: 2, signal: null });
    expect(simulator.errors).toMatch(/^[^\n]+\n$/);
    expect(simulator.errors).toContain(named);
    expect(simulator.output).toBe('');
  });

  it('a port in use: one line that names it, exit code 2', async () => {
    const holder = createServer();
    const port = await new Promise<number>((done) => {
      holder.listen(0, '127.0.0.1', () => done((holder.address() as { port: number }).port));
    });
    try {
      const simulator = new SimulatorProcess(['--port', String(port)]);
      expect(await simulator.ended).toEqual({ code: 2, signal: null });
      expect(simulator.errors).toMatch(/^[^\n]+\n$/);
      expect(simulator.errors).toContain(String(port));
      expect(simulator.output).toBe('');
    } finally {
      holder.close();
    }
  });
});
