import { describe, expect, it } from 'vitest';
import { Connections } from '../../../electron/session/connections.ts';
import type { Moment } from '../../../electron/session/moment.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const URL = 'wss://socket.example/?sessionKey=key';
const LATE_MS = 5_000;
const CUT = { type: 'closed', code: 1006, reason: '' } as const;

function setUp() {
  const clock = new VirtualClock();
  const net = fakeSockets({ answerPings: false, openAtOnce: false });
  const heard: string[] = [];
  /** For how long all has been read, and how long ago at most each frame happened. */
  const answers: number[] = [];
  const sinces: number[] = [];
  const agoMs = ({ monotonic }: Moment): number => clock.monotonic() - monotonic;
  const connections = new Connections({
    openSocket: net.open,
    clock,
    lateMs: LATE_MS,
    pongDeadlineMs: 10_000,
    handshakeMs: 10_000,
    receive: (frame, since) => {
      heard.push(`frame ${frame.type === 'unreadable' ? frame.detail : frame.type}`);
      sinces.push(agoMs(since));
    },
    opened: (connection) => heard.push(`opened ${connection}`),
    ended: (connection, end) => heard.push(`ended ${connection} ${end.type}`),
    overdue: (connection) => heard.push(`overdue ${connection}`),
    pong: (connection, ms) => heard.push(`pong ${connection} ${ms}`),
    answered: (at) => answers.push(agoMs(at)),
    unread: (at) => heard.push(`unread since ${-agoMs(at)}`),
  });
  const open = (connection: number) => {
    connections.open(connection, URL);
    const socket = net.sockets.at(-1);
    if (!socket) throw new Error('nothing was opened');
    return socket;
  };
  return { clock, net, heard, answers, sinces, connections, open };
}

describe('a connection that replaces another', () => {
  const PURCHASE = {
    event: 'GOODS_PURCHASE',
    data: { shopName: 'shop', messageTime: '2024-01-15T10:30:00.000Z' },
  };
  const frames = (heard: readonly string[]): number =>
    heard.filter((word) => word.startsWith('frame')).length;

  function replacing() {
    const world = setUp();
    const first = world.open(1);
    first.open();
    const next = world.open(2);
    const swap = (): void => {
      next.open();
      world.heard.length = 0;
    };
    return { ...world, first, next, swap };
  }

  it('brings once what the replaced one still brings as well', () => {
    const { heard, first, next, swap } = replacing();
    swap();
    first.text(PURCHASE);
    next.text(PURCHASE);
    next.text({ event: 'CHAT', data: { content: 'x' } });
    first.text({ event: 'CHAT', data: { content: 'x' } });
    expect(frames(heard)).toBe(2);
  });

  it('brings as many equal events as either of the two', () => {
    const { heard, first, next, swap } = replacing();
    swap();
    for (let count = 0; count < 3; count += 1) first.text(PURCHASE);
    for (let count = 0; count < 4; count += 1) next.text(PURCHASE);
    expect(frames(heard)).toBe(4);
  });

  it('brings what is equal to an event from before it was open', () => {
    const { heard, first, next, swap } = replacing();
    first.text(PURCHASE);
    swap();
    next.text(PURCHASE);
    expect(frames(heard)).toBe(1);
  });

  it('is compared until five seconds after the replaced one is closed, and not longer', async () => {
    const { clock, connections, heard, first, next, swap } = replacing();
    swap();
    connections.retire(1, 2_000);
    await clock.advance(1_999);
    first.text(PURCHASE);
    await clock.advance(4_900);
    next.text(PURCHASE);
    expect(frames(heard)).toBe(1);
    await clock.advance(200);
    next.text(PURCHASE);
    next.text(PURCHASE);
    expect(frames(heard)).toBe(3);
    expect(clock.pendingTimers).toBe(0);
  });

  it('hands on every PONG of both', () => {
    const { connections, heard, first, next, swap } = replacing();
    swap();
    for (const number of [1, 2]) connections.ping(number);
    for (const socket of [first, next]) socket.text({ action: 'PONG' });
    expect(heard.filter((word) => word.startsWith('pong'))).toEqual(['pong 1 0', 'pong 2 0']);
  });
});

describe('the open connections', () => {
  it('say which one has not opened in time, and of no other', async () => {
    const { clock, connections, heard, open } = setUp();
    open(1).open();
    open(2).end({ type: 'refused', status: 503 });
    open(3);
    connections.drop(3);
    open(4);
    await clock.advance(9_999);
    expect(heard).toEqual(['opened 1', 'ended 2 refused']);
    await clock.advance(1);
    expect(heard.slice(2)).toEqual(['overdue 4']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('hand on the frames of all of them in the order they arrive', () => {
    const { heard, open } = setUp();
    const [first, second] = [open(1), open(2)];
    for (const socket of [first, second]) socket.open();
    heard.length = 0;
    first.text(1);
    second.text(2);
    first.text(3);
    expect(heard).toEqual(['frame 1', 'frame 2', 'frame 3']);
  });

  it('measure the round trip of a PING by the clock that never jumps', async () => {
    const { clock, heard, connections, open } = setUp();
    const socket = open(1);
    socket.open();
    connections.ping(1);
    clock.sleep(3_600_000);
    await clock.advance(42);
    socket.text({ action: 'PONG' });
    expect(heard.at(-1)).toBe('pong 1 42');
  });

  it('measure from the first PING that has no answer', async () => {
    const { clock, heard, connections, open } = setUp();
    const socket = open(1);
    socket.open();
    connections.ping(1);
    await clock.advance(1_000);
    connections.ping(1);
    await clock.advance(500);
    socket.text({ action: 'PONG' });
    expect(heard.at(-1)).toBe('pong 1 1500');
    heard.length = 0;
    socket.text({ action: 'PONG' });
    expect(heard).toEqual(['frame pong', 'pong 1 500']);
    heard.length = 0;
    socket.text({ action: 'PONG' });
    expect(heard).toEqual(['frame pong']);
  });

  it('take no PING that was left out for the one that is answered', async () => {
    const { clock, heard, connections, open } = setUp();
    const socket = open(1);
    socket.open();
    connections.ping(1);
    await clock.advance(10_000);
    connections.ping(1);
    await clock.advance(40);
    socket.text({ action: 'PONG' });
    expect(heard.at(-1)).toBe('pong 1 40');
  });

  it('take no PONG of another connection for their own', () => {
    const { heard, connections, open } = setUp();
    const [first, second] = [open(1), open(2)];
    for (const socket of [first, second]) socket.open();
    connections.ping(1);
    second.text({ action: 'PONG' });
    expect(heard.filter((word) => word.startsWith('pong'))).toEqual([]);
    first.text({ action: 'PONG' });
    expect(heard.at(-1)).toBe('pong 1 0');
  });

  it('ignore words for connections that are not there', () => {
    const { clock, connections } = setUp();
    connections.ping(9);
    connections.drop(9);
    connections.retire(9, 1_000);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are read to their end when they are dropped, and heard of no more', async () => {
    const { connections, open, heard, net } = setUp();
    net.options.answersGoodbye = false;
    const socket = open(1);
    socket.open();
    heard.length = 0;
    connections.drop(1);
    expect(socket.isLeft).toBe(true);
    socket.text('the last word');
    connections.ping(1);
    socket.end(CUT);
    expect(heard).toEqual(['frame "the last word"']);
    expect(socket.sent).toEqual([]);
  });

  it('never open when they are dropped before, for they would replace another one', () => {
    const { connections, open, heard } = setUp();
    const socket = open(1);
    connections.drop(1);
    expect([socket.state, socket.isLeft]).toEqual(['closed', false]);
    expect(heard).toEqual([]);
  });

  it('are all closed in the end, without a timer left', () => {
    const { clock, connections, open } = setUp();
    const sockets = [open(1), open(2), open(3)];
    sockets[0]?.open();
    connections.retire(1, 1_000);
    connections.dispose();
    expect(sockets.map(({ state }) => state)).toEqual(['closed', 'closed', 'closed']);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['when all are closed', 'when the next one replaces both'])(
    'lose no donation that waits to be compared %s',
    async (when) => {
      const { clock, heard, connections, open } = setUp();
      const [first, next] = [open(1), open(2)];
      const donation = { event: 'DONATION', data: { donationText: 'same', payAmount: '1000' } };
      first.open();
      next.open();
      first.text(donation);
      next.text(donation);
      const frames = () => heard.filter((word) => word === 'frame event').length;
      expect(frames()).toBe(1);
      if (when === 'when all are closed') connections.dispose();
      else open(3).open();
      expect(frames()).toBe(2);
      connections.dispose();
      await clock.advance(60_000);
      expect(frames()).toBe(2);
    },
  );
});

describe('a connection that was replaced', () => {
  function retired({ pings = 0 } = {}) {
    const world = setUp();
    world.net.options.answersGoodbye = false;
    const socket = world.open(1);
    socket.open();
    for (let count = 0; count < pings; count += 1) world.connections.ping(1);
    world.heard.length = 0;
    world.connections.retire(1, 2_000);
    return { ...world, socket };
  }

  it('is left once it has answered a PING of after the replacement: then it is empty', async () => {
    const { clock, heard, socket } = retired({ pings: 1 });
    expect(socket.pings).toBe(2);
    socket.text({ action: 'PONG' });
    socket.text({ event: 'DONATION', data: {} });
    expect(socket.isLeft).toBe(false);
    socket.text({ action: 'PONG' });
    expect(socket.isLeft).toBe(true);
    socket.end({ type: 'closed', code: 1000, reason: '' });
    expect(heard).toEqual(['frame pong', 'frame event', 'frame pong', 'ended 1 closed']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is left after two seconds without an answer, and read until the server answers that', async () => {
    const { clock, heard, socket } = retired();
    await clock.advance(1_999);
    expect(socket.isLeft).toBe(false);
    await clock.advance(1);
    expect(socket.isLeft).toBe(true);
    await clock.advance(200);
    socket.text({ event: 'DONATION', data: {} });
    socket.end({ type: 'closed', code: 1000, reason: '' });
    expect(heard).toEqual(['frame event', 'ended 1 closed']);
  });

  it.each([
    ['broke', CUT],
    ['cannot be reached', { type: 'unreachable', detail: 'ECONNRESET' }],
  ] as const)('may have had more where it %s', async (_, end) => {
    const { clock, heard, socket } = retired();
    await clock.advance(500);
    socket.text({ event: 'CHAT', data: {} });
    await clock.advance(700);
    socket.end(end);
    expect(heard).toEqual(['frame event', 'unread since -1200', `ended 1 ${end.type}`]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('what connections tell of the time until which all has been read', () => {
  it('is the last PING that was answered; what comes then happened at most five seconds before that', async () => {
    const { clock, connections, answers, sinces, open } = setUp();
    const socket = open(1);
    socket.open();
    await clock.advance(1_000);
    socket.text({ event: 'CHAT', data: {} });
    // Before the first answer nothing is known but when the connection was asked for.
    expect(sinces).toEqual([1_000 + LATE_MS]);
    connections.ping(1);
    await clock.advance(300);
    connections.ping(1);
    await clock.advance(40);
    socket.text({ action: 'PONG' });
    await clock.advance(2_000);
    socket.text({ event: 'CHAT', data: {} });
    expect(answers).toEqual([340]);
    expect(sinces.at(-1)).toBe(2_340 + LATE_MS);
    socket.text({ action: 'PONG' });
    expect(answers.at(-1)).toBe(2_040);
  });

  it('does not go beyond the moment at which a replacement was asked for, until the old one is read', async () => {
    const { clock, net, connections, answers, sinces, open } = setUp();
    net.options.answersGoodbye = false;
    const first = open(1);
    first.open();
    await clock.advance(10_000);
    const next = open(2);
    await clock.advance(500);
    connections.ping(1);
    first.text({ action: 'PONG' });
    expect(answers).toEqual([500]);
    next.open();
    connections.ping(2);
    next.text({ action: 'PONG' });
    expect(answers).toEqual([500, 500]);
    first.text({ event: 'CHAT', data: {} });
    expect(sinces.at(-1)).toBe(500 + LATE_MS);
    next.text({ event: 'CHAT', data: { content: 'other' } });
    expect(sinces.at(-1)).toBe(LATE_MS);
    connections.retire(1, 2_000);
    first.text({ action: 'PONG' });
    first.end({ type: 'closed', code: 1000, reason: '' });
    expect(answers.at(-1)).toBe(0);
  });

  it('counts on the old one again once the replacement is given up before it opened', () => {
    const { connections, answers, open } = setUp();
    const first = open(1);
    first.open();
    open(2);
    connections.drop(2);
    connections.ping(1);
    first.text({ action: 'PONG' });
    expect(answers).toEqual([0]);
  });
});
