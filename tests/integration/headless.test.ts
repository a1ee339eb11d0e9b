import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SimulatorOptions } from '../../electron/simulator/server.ts';
import { HeadlessProcess, openAddress } from '../support/headless-process.ts';
import { simEvents } from '../support/sim-events.ts';
import { type Stage, setStage } from '../support/stage.ts';

const stages: Stage[] = [];

async function stageFor(options: SimulatorOptions = {}): Promise<Stage> {
  const stage = await setStage(options);
  stages.push(stage);
  return stage;
}

afterEach(async () => {
  await Promise.all(stages.splice(0).map((stage) => stage.dispose()));
});

describe('the headless host', () => {
  it('says ready, asks for sign-in, is signed in and live, in JSON lines and nothing else', async () => {
    const { simulator, start } = await stageFor();
    const host = start();
    const signIn = await host.waitFor(({ type }) => type === 'sign-in');
    expect(String(signIn['url'])).toContain(`${simulator.baseUrl}/auth/openapi/account-interlock?`);
    expect(await openAddress(String(signIn['url']))).toBe(200);
    await host.waitFor(({ type, state }) => type === 'connection' && state === 'live');
    await host.waitFor(({ type }) => type === 'signed-in');
    expect(host.lines[0]).toMatchObject({
      type: 'ready',
      overlayUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/overlay\/[\w-]{43}\/$/),
      dashboardUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\/[\w-]{43}\/$/),
    });
    expect(host.ofType('signed-in')).toEqual([
      { type: 'signed-in', channelId: simulator.streamerChannelId },
    ]);
    expect(host.noise).toEqual([]);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('prints every event once, numbered without a gap, with all its data', async () => {
    const { simulator, startLive } = await stageFor();
    const host = await startLive(['--events']);
    const made = simEvents(simulator);
    const events = [made.chat('hello'), made.donation, made.subscription, made.draw, made.purchase];
    for (const event of events) simulator.publish(event);
    await host.waitFor(({ type, kind }) => type === 'event' && kind === 'GOODS_PURCHASE');
    const printed = host.ofType('event');
    expect(printed.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'CHAT'],
      [2, 'DONATION'],
      [3, 'SUBSCRIPTION'],
      [4, 'DROPS'],
      [5, 'GOODS_PURCHASE'],
    ]);
    expect(printed[0]?.['data']).toEqual({ ...events[0]?.data, senderRole: 'viewer' });
    expect(printed[1]?.['data']).toMatchObject({ payAmount: 12_000, donatorNickname: '후원자 1' });
    expect(printed[4]?.['data']).toMatchObject({
      profile: null,
      totalAmount: 45_000,
      currency: 'KRW',
    });
    expect(String(printed[0]?.['receivedAt'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s', async (signal) => {
    const { startLive } = await stageFor();
    const host = await startLive();
    expect(await host.stop(signal)).toEqual({ code: 0, signal: null });
    expect(host.noise).toEqual([]);
    expect(
      host
        .ofType('connection')
        .map(({ state }) => state)
        .at(-1),
    ).toBe('stopped');
  });

  it('stops cleanly while it waits for somebody to sign in', async () => {
    const { start } = await stageFor();
    const host = start();
    await host.waitFor(({ type }) => type === 'sign-in');
    expect(await host.stop()).toEqual({ code: 0, signal: null });
  });

  it('waits for a sign-in that is being renewed, and keeps it', async () => {
    const { simulator, dataDir, startLive } = await stageFor();
    const host = await startLive();
    const token = 'POST /api/openapi/auth/v1/token';
    const create = 'GET /api/openapi/open/v1/sessions/auth';
    const message = 'Access token has expired';
    simulator.faults.inject({ kind: 'answer', operation: create, status: 401, message });
    simulator.faults.inject({ kind: 'slow', operation: token, delayMs: 3_000 });
    const isRenewing = (): boolean =>
      simulator.faults.active.every(({ fault }) => fault.kind !== 'slow');
    for (const session of simulator.sessions.all) simulator.sessions.remove(session, 'count-limit');
    await vi.waitFor(() => expect(isRenewing()).toBe(true));
    expect(await host.stop()).toEqual({ code: 0, signal: null });
    expect(host.errors).toContain('the sign-in is being renewed');
    const vault = JSON.parse(await readFile(join(dataDir, 'vault.json'), 'utf8')) as {
      secrets: Record<string, string>;
    };
    const { refreshToken } = JSON.parse(vault.secrets['grant'] ?? '') as { refreshToken: string };
    const application = simulator.world.application(simulator.clientId)!;
    const issued = simulator.world.authorizations.refresh(application, refreshToken);
    expect(issued).toMatchObject({ access: expect.anything(), refresh: expect.anything() });
  });

  it('is signed in again after a restart and goes on with the same session', async () => {
    const { simulator, startLive } = await stageFor();
    const first = await startLive();
    const made = simEvents(simulator);
    simulator.publish(made.draw);
    await first.stop();
    const again = await startLive(['--events']);
    expect(again.ofType('sign-in')).toEqual([]);
    expect(simulator.requestLog.count('GET /api/openapi/open/v1/sessions/auth')).toBe(1);
    simulator.publish(made.chat('after the restart'));
    const event = await again.waitFor(({ type }) => type === 'event');
    expect(event['seq']).toBe(2);
  });

  it('keeps every secret out of its log and its output', async () => {
    const { simulator, dataDir, startLive } = await stageFor();
    const host = await startLive(['--events']);
    await host.stop();
    const vault = JSON.parse(await readFile(join(dataDir, 'vault.json'), 'utf8')) as {
      secrets: Record<string, string>;
    };
    const grant = JSON.parse(vault.secrets['grant'] ?? '') as Record<string, string>;
    const session = JSON.parse(vault.secrets['session'] ?? '') as Record<string, string>;
    const never = [
      simulator.clientSecret,
      grant['accessToken'],
      grant['refreshToken'],
      session['sessionKey'],
    ];
    const printed = host.lines.map((line) => JSON.stringify(line)).join('\n');
    for (const secret of never) {
      expect(String(secret).length).toBeGreaterThan(8);
      expect(host.errors).not.toContain(secret);
      expect(printed).not.toContain(secret);
    }
    for (const key of ['overlay-key', 'dashboard-key']) {
      expect(host.errors).not.toContain(vault.secrets[key]);
    }
  });

  it('goes on when settings and ledger are damaged, keeps the damaged files, and says so', async () => {
    const { dataDir, start } = await stageFor();
    await writeFile(join(dataDir, 'settings.json'), '{"language": ');
    await writeFile(join(dataDir, 'ledger.sqlite'), 'this is not a database, is it? '.repeat(50));
    const host = start();
    await host.waitFor(({ type }) => type === 'ready');
    expect(host.errors).toMatch(/settings-corrupt-\d{8}-\d{6}/);
    expect(host.errors).toMatch(/ledger-corrupt-\d{8}-\d{6}/);
  });

  it('lets only one host use a data folder', async () => {
    const { start } = await stageFor();
    const first = start();
    await first.waitFor(({ type }) => type === 'ready');
    const second = start();
    expect((await second.exited).code).toBe(2);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
    expect(second.lines).toEqual([]);
  });

  it('says in one line that a port is in use', async () => {
    const { start } = await stageFor();
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const host = start(['--port', String(port)]);
    expect((await host.exited).code).toBe(2);
    expect(host.errors).toContain(String(port));
    expect(host.errors.trim().split('\n')).toHaveLength(1);
    await new Promise((done) => taken.close(done));
  });

  it('says which time was not covered when the connection broke, or the app crashed', async () => {
    const { simulator, startLive } = await stageFor();
    const host = await startLive();
    simulator.faults.inject({ kind: 'cut', code: 1012, times: 1 });
    const gap = await host.waitFor(({ type }) => type === 'gap');
    expect(gap).toEqual({
      type: 'gap',
      from: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reason: 'closed-1012',
      kinds: ['CHAT', 'DONATION', 'SUBSCRIPTION'],
    });
    expect(String(gap['from']) <= String(gap['to'])).toBe(true);
    host.child.kill('SIGKILL');
    await host.exited;
    const again = await startLive();
    await again.waitFor(({ type, reason }) => type === 'gap' && reason === 'crash');
    await again.stop();
    const third = await startLive();
    await third.stop();
    expect(third.ofType('gap')).toEqual([]);
  });

  it('goes through renewals and a roll-over on a server whose clock is fast, losing and doubling nothing', async () => {
    const timeScale = 7_200;
    const { simulator, startLive } = await stageFor({ timeScale, keepPublications: 10 });
    const host = await startLive(['--events', '--time-scale', String(timeScale)]);
    const made = simEvents(simulator);
    const sessions = () => simulator.requestLog.count('GET /api/openapi/open/v1/sessions/auth');
    let sent = 0;
    const sentAt = [0];
    const source = setInterval(() => {
      sent += 1;
      sentAt[sent] = Date.now();
      simulator.publish(made.chat(`number ${sent}`));
    }, 10);
    while (sessions() < 2) await new Promise((done) => setTimeout(done, 100));
    await new Promise((done) => setTimeout(done, 300));
    const numberIn = (data: unknown) => Number((data as { content: string }).content.split(' ')[1]);
    // One of those to come: a busy machine may just be in a gap.
    const enough = sent;
    await host.waitFor(({ type, data }) => type === 'event' && numberIn(data) >= enough);
    clearInterval(source);
    const numbers = host.ofType('event').map(({ data }) => numberIn(data));
    const last = Math.max(...numbers);
    expect(new Set(numbers).size).toBe(numbers.length);
    // A machine that is too busy to renew in time has a gap, and says so: nothing is lost outside.
    const gaps = host
      .ofType('gap')
      .map(({ from, to }) => [Date.parse(`${from}`), Date.parse(`${to}`)]);
    const inGap = (at: number) =>
      gaps.some(([from = 0, to = 0]) => at >= from - 20 && at <= to + 20);
    const arrived = new Set(numbers);
    const lost = sentAt.flatMap((at, number) =>
      number === 0 || number > last || arrived.has(number) || inGap(at) ? [] : [number],
    );
    expect(lost).toEqual([]);
    expect(simulator.requestLog.broken()).toEqual([]);
    // Its clock runs with the machine's: a busy machine takes longer, and breaks no promise by that.
  });
});

describe('a wrong option', () => {
  const address = ['--client-id', 'x', '--no-open'];
  it.each([
    [['--client-id'], /client-id/],
    [['--wrong'], /--wrong/],
    [[...address, '--port', '70000'], /--port/],
    [[...address, '--port', 'ten'], /--port/],
    [[...address, '--base-url', 'http://example.com'], /--base-url/],
    [[...address, '--base-url', 'nonsense'], /--base-url/],
    [[...address, '--auth-url', 'ftp://127.0.0.1'], /--auth-url/],
    [[...address, '--redirect-uri', 'https://example.com/'], /--redirect-uri/],
    [[...address, '--time-scale', '0'], /--time-scale/],
    [['extra'], /extra/],
    [[], /--client-id/],
  ])('%j is one clear line and exit code 2', async (args, words) => {
    const host = new HeadlessProcess(args, { STAGELIGHT_CLIENT_SECRET: 'a-secret' });
    expect((await host.exited).code).toBe(2);
    expect(host.errors).toMatch(words);
    expect(host.errors.trim().split('\n')).toHaveLength(1);
    expect(host.lines).toEqual([]);
  });

  it('or a missing secret is told before anything starts', async () => {
    const host = new HeadlessProcess(address);
    expect((await host.exited).code).toBe(2);
    expect(host.errors).toContain('STAGELIGHT_CLIENT_SECRET');
  });
});
