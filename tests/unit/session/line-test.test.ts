import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../electron/base/log.ts';
import {
  ConnectionTest,
  ConnectionTestError,
  type ConnectionTestFault,
} from '../../../electron/session/connection-test.ts';
import type { SocketEnd } from '../../../electron/session/socket.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const HOUR = 3_600_000;
const SECRET = 'secret-session-key';

function setUp() {
  const clock = new VirtualClock();
  const net = fakeSockets({ answerPings: false, openAtOnce: false });
  const calls: string[] = [];
  const listed: string[] = [];
  const redactor = new Redactor();
  const test = new ConnectionTest({
    sessions: {
      async createClient() {
        const sessionKey = `${SECRET}-${calls.length}`;
        calls.push('create');
        listed.push(sessionKey);
        return { url: `wss://host/?type=OPENAPI_SESSION&sessionKey=${sessionKey}`, sessionKey };
      },
      async listClient() {
        calls.push('list');
        return listed.map((sessionKey) => ({ sessionKey }));
      },
    },
    openSocket: net.open,
    times: sessionTimes(1),
    redactor,
    clock,
  });
  /** The platform opens after `openMs` and answers each PING after the next of `answers`. */
  const play = async (openMs: number, answers: readonly number[]): Promise<void> => {
    await settle();
    const socket = net.sockets.at(-1);
    await clock.advance(openMs);
    socket?.open();
    for (const ms of answers) {
      await clock.advance(ms);
      socket?.text({ action: 'PONG' });
    }
  };
  return { clock, net, calls, listed, redactor, test, play };
}

async function faultOf(run: Promise<unknown>): Promise<ConnectionTestFault | 'none'> {
  try {
    await run;
    return 'none';
  } catch (failure) {
    if (failure instanceof ConnectionTestError) return failure.fault;
    throw failure;
  }
}

describe('the test of the link', () => {
  it('says how long opening took, and the median of three answers', async () => {
    const { test, play, net, clock } = setUp();
    const run = test.run();
    await play(120, [900, 30, 45]);
    expect(await run).toEqual({ openMs: 120, answerMs: 45 });
    expect(net.sockets[0]?.pings).toBe(3);
    expect(net.sockets[0]?.state).toBe('closed');
    expect(clock.pendingTimers).toBe(0);
  });

  it('spends one session for all tests of twelve hours', async () => {
    const { test, play, calls, clock } = setUp();
    for (const wait of [0, HOUR, 10 * HOUR]) {
      await clock.advance(wait);
      const run = test.run();
      await play(1, [1, 1, 1]);
      await run;
    }
    expect(calls.filter((call) => call === 'create')).toHaveLength(1);
    await clock.advance(HOUR);
    const run = test.run();
    await play(1, [1, 1, 1]);
    await run;
    expect(calls.filter((call) => call === 'create')).toHaveLength(2);
  });

  it('makes another session where the platform has removed the first', async () => {
    const { test, play, calls, listed } = setUp();
    const first = test.run();
    await play(1, [1, 1, 1]);
    await first;
    listed.length = 0;
    const second = test.run();
    await play(1, [1, 1, 1]);
    await second;
    expect(calls).toEqual(['list', 'create', 'list', 'create']);
  });

  it('makes another session where the platform takes the first no longer', async () => {
    const { test, net, calls, play } = setUp();
    const first = faultOf(test.run());
    await settle();
    net.sockets[0]?.end({ type: 'refused', status: 401 });
    expect(await first).toBe('refused');
    const second = test.run();
    await play(1, [1, 1, 1]);
    await second;
    expect(calls).toEqual(['list', 'create', 'list', 'create']);
  });

  it.each<[string, SocketEnd]>([
    ['could not be reached', { type: 'unreachable', detail: 'ECONNREFUSED' }],
    ['was closed', { type: 'closed', code: 1011, reason: '' }],
  ])('uses its session again after a link that %s', async (_, end) => {
    const { test, net, calls, play } = setUp();
    const first = faultOf(test.run());
    await settle();
    net.sockets[0]?.end(end);
    await first;
    const second = test.run();
    await play(1, [1, 1, 1]);
    await second;
    expect(calls).toEqual(['list', 'create', 'list']);
  });

  it('makes none where all ten are taken: the platform might remove one in use', async () => {
    const { test, calls, listed } = setUp();
    listed.push(...Array.from({ length: 10 }, (_, at) => `other-${at}`));
    expect(await faultOf(test.run())).toBe('no-slot');
    expect(calls).toEqual(['list']);
  });

  it('is shared by everybody who asks meanwhile', async () => {
    const { test, play, calls } = setUp();
    const [one, other] = [test.run(), test.run()];
    await play(5, [1, 2, 3]);
    expect(await one).toEqual(await other);
    expect(calls).toEqual(['list', 'create']);
  });

  it.each<[string, SocketEnd, ConnectionTestFault]>([
    ['cannot be reached', { type: 'unreachable', detail: 'ECONNREFUSED' }, 'unreachable'],
    ['is refused', { type: 'refused', status: 403 }, 'refused'],
    ['is closed', { type: 'closed', code: 1011, reason: 'secret words' }, 'closed'],
  ])('says that the platform %s', async (_, end, fault) => {
    const { test, net, clock } = setUp();
    const outcome = faultOf(test.run());
    await settle();
    net.sockets[0]?.end(end);
    expect(await outcome).toBe(fault);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits six seconds for the link to open', async () => {
    const { test, clock, net } = setUp();
    const outcome = faultOf(test.run());
    await clock.advance(6_000);
    expect(await outcome).toBe('unreachable');
    expect(net.sockets[0]?.state).toBe('closed');
  });

  it('waits six seconds in all for answers, whatever else comes', async () => {
    const { test, clock, net } = setUp();
    const outcome = faultOf(test.run());
    await settle();
    net.sockets[0]?.open();
    for (let count = 0; count < 3; count += 1) {
      net.sockets[0]?.text({ event: 'CHAT', data: { action: 'PONG' } });
      net.sockets[0]?.text('PONG');
    }
    await clock.advance(6_000);
    expect(await outcome).toBe('silent');
    expect(net.sockets[0]?.pings).toBe(1);
  });

  it('hides its key from the log, and says it in no error', async () => {
    const { test, net, redactor } = setUp();
    const run = test.run();
    run.catch(() => undefined);
    await settle();
    expect(redactor.clean(net.sockets[0]?.url ?? '')).not.toContain(SECRET);
    net.sockets[0]?.end({ type: 'unreachable', detail: 'ENOTFOUND host' });
    await expect(run).rejects.toThrow(/can’t reach/);
    await expect(run).rejects.not.toThrow(new RegExp(SECRET));
  });

  it('leaves nothing open when the app ends', async () => {
    const { test, net, clock } = setUp();
    const run = test.run();
    run.catch(() => undefined);
    await settle();
    test.dispose();
    expect(net.sockets[0]?.state).toBe('closed');
    expect(clock.pendingTimers).toBe(0);
  });
});
