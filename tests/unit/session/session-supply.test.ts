import { describe, expect, it } from 'vitest';
import { SignInRequiredError } from '../../../electron/auth/errors.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import { CallPace } from '../../../electron/session/call-pace.ts';
import type { Purpose, SessionRef } from '../../../electron/session/machine.ts';
import { SessionSupply } from '../../../electron/session/session-supply.ts';
import type { Made, SharedSlots } from '../../../electron/session/shared-slots.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const EARLY = '2026-01-01T00:00:00.000Z';
const LATE = '2026-01-01T01:00:00.000Z';

/** A session of the list; connected unless the dates say something else. */
const session = (
  sessionKey: string,
  channelId: string | null = 'mine',
  dates: Partial<Pick<ListedSession, 'connectedDate' | 'disconnectedDate'>> = {},
): ListedSession => ({
  sessionKey,
  connectedDate: EARLY,
  disconnectedDate: null,
  subscribedEvents: [{ eventType: 'CHAT', channelId }],
  ...dates,
});

interface Setting {
  readonly channelId?: string | null;
  readonly slots?: SharedSlots;
}

function setUp({ channelId = 'mine', slots }: Setting = {}) {
  const clock = new VirtualClock();
  const pace = new CallPace(clock);
  const calls: string[] = [];
  const listed: ListedSession[] = [];
  const fails = { list: 0, create: null as unknown };
  const own: string[] = [];
  const supply = new SessionSupply({
    sessions: {
      createUser: async () => {
        calls.push(`create at ${clock.monotonic()}`);
        if (fails.create) throw fails.create;
        return { url: 'wss://platform.test/socket?sessionKey=a', sessionKey: 'a' };
      },
      listUser: async () => {
        calls.push(`list at ${clock.monotonic()}`);
        fails.list -= 1;
        if (fails.list >= 0) throw new Error('no list');
        return [...listed];
      },
    },
    pace,
    channelId: () => channelId,
    ownKeys: () => own,
    ...(slots && { slots }),
    pause: (ms) => clock.advance(ms),
    soon: (call) => call,
    clock,
    log: silentLogger,
  });
  return { clock, pace, calls, listed, fails, own, supply };
}

/** A slot that says what became of it. */
function countedSlots(there: SessionRef | null = null) {
  const settled: Made[] = [];
  const asked: string[] = [];
  const slots: SharedSlots = {
    take: async (purpose, inUse) => {
      asked.push(`${purpose} ${inUse.join()}`);
      return { session: there, settle: async (made) => void settled.push(made) };
    },
  };
  return { slots, settled, asked };
}

it('sessions are created a second apart, however soon the last one was lost', async () => {
  const { clock, supply } = setUp();
  expect(supply.restMs).toBe(0);
  expect(await supply.acquire('first', null, false)).toMatchObject({ type: 'created' });
  expect(supply.restMs).toBe(1_000);
  await clock.advance(600);
  expect(supply.restMs).toBe(400);
  await clock.advance(400);
  expect(supply.restMs).toBe(0);
});

describe('a new session', () => {
  const three = (dates: Parameters<typeof session>[2] = {}) => [
    session('x'),
    session('y'),
    session('z', 'mine', dates),
  ];

  it.each<[string, Purpose, readonly ListedSession[], 'created' | 'no-slot']>([
    ['is had beside two others', 'roll-over', three().slice(1), 'created'],
    ['is not had beside three', 'first', three(), 'no-slot'],
    [
      'takes no slot from three, one of them without a link',
      'roll-over',
      three({ connectedDate: null }),
      'no-slot',
    ],
    [
      'takes the slot of one that never had a link',
      'first',
      three({ connectedDate: null }),
      'created',
    ],
    [
      'takes the slot of one that has lost its link',
      'first',
      three({ disconnectedDate: LATE }),
      'created',
    ],
    [
      'takes the slot of one that lost its link at once',
      'replace',
      three({ disconnectedDate: EARLY }),
      'created',
    ],
    [
      'leaves one that is connected again',
      'replace',
      three({ connectedDate: LATE, disconnectedDate: EARLY }),
      'no-slot',
    ],
    ['is had where room has just been made', 'make-room', three(), 'created'],
    [
      'is had beside three of another channel',
      'first',
      ['x', 'y', 'z'].map((key) => session(key, 'other')),
      'created',
    ],
  ])('%s', async (_, purpose, listed, type) => {
    const stage = setUp();
    stage.listed.push(...listed);
    expect(await stage.supply.acquire(purpose, null, false)).toMatchObject({ type });
    const created = stage.calls.filter((call) => call.startsWith('create'));
    expect(created).toHaveLength(type === 'created' ? 1 : 0);
  });

  it('counts from before it was asked for', async () => {
    const { supply, clock } = setUp();
    const acquired = await supply.acquire('first', null, false);
    expect(acquired).toEqual({
      type: 'created',
      session: {
        url: 'wss://platform.test/socket?sessionKey=a',
        sessionKey: 'a',
        createdAt: clock.now(),
      },
    });
  });

  it('is not made in the place of a silent one that the list still shows', async () => {
    const { supply, listed, calls } = setUp();
    const silent = { url: '', sessionKey: 'silent', createdAt: 0 };
    listed.push(session('other'), session('silent'));
    expect(await supply.acquire('replace', silent, false)).toEqual({ type: 'still-there' });
    expect(calls).toEqual(['list at 0']);
    listed.pop();
    expect(await supply.acquire('replace', silent, false)).toMatchObject({ type: 'created' });
  });

  it('is asked for blindly after the list was asked for twice, and then not again until it is back', async () => {
    const { supply, fails, calls } = setUp();
    fails.list = 2;
    expect(supply.mayCreateUnseen).toBe(true);
    expect(await supply.acquire('first', null, false)).toMatchObject({ type: 'created' });
    expect(calls).toEqual(['list at 0', 'list at 1000', 'create at 1000']);
    expect(supply.mayCreateUnseen).toBe(false);
    await supply.list();
    expect(supply.mayCreateUnseen).toBe(true);
  });

  it('is asked for after one look where a silent one is to be replaced', async () => {
    const { supply, fails, calls } = setUp();
    fails.list = 2;
    await supply.acquire('replace', { url: '', sessionKey: 'silent', createdAt: 0 }, false);
    expect(calls).toEqual(['list at 0', 'create at 0']);
  });

  it('waits for its turn where the platform has refused everything for a minute', async () => {
    const { supply, pace, clock, fails, calls } = setUp();
    pace.failed();
    await clock.advance(60_000);
    pace.calling();
    fails.list = 2;
    await supply.acquire('first', null, false);
    expect(calls).toEqual(['list at 75000', 'create at 90000']);
  });
});

describe('the slots that several programs share', () => {
  it('give one that is there, and none is made', async () => {
    const there = { url: 'wss://host/', sessionKey: 'theirs', createdAt: 0 };
    const { slots, asked, settled } = countedSlots(there);
    const { supply, own, calls } = setUp({ slots });
    own.push('a', 'b');
    expect(await supply.acquire('roll-over', null, false)).toEqual({
      type: 'created',
      session: there,
    });
    expect(calls).toEqual(['list at 0']);
    expect(asked).toEqual(['roll-over a,b']);
    expect(settled).toEqual([]);
  });

  it('hear what became of the call', async () => {
    const { slots, settled } = countedSlots();
    const { supply, listed, fails } = setUp({ slots });
    const made = await supply.acquire('first', null, false);
    expect(settled).toEqual(made.type === 'created' ? [made.session] : []);
    fails.create = new SignInRequiredError();
    await expect(supply.acquire('first', null, false)).rejects.toBe(fails.create);
    fails.create = new Error('no answer');
    await expect(supply.acquire('first', null, false)).rejects.toBe(fails.create);
    listed.push(session('x'), session('y'), session('z'));
    expect(await supply.acquire('first', null, false)).toEqual({ type: 'no-slot' });
    expect(settled.slice(1)).toEqual(['none', 'unknown', 'none']);
  });

  it('may all be taken: then nothing is asked for', async () => {
    const { supply, calls } = setUp({ slots: { take: async () => null } });
    expect(await supply.acquire('first', null, false)).toEqual({ type: 'no-slot' });
    expect(calls).toEqual(['list at 0']);
  });
});

describe('how many slots are taken', () => {
  it('is known after a look, and forgotten with the stream', async () => {
    const { supply, listed, own } = setUp();
    expect(supply.slotsUsed).toBeNull();
    listed.push(session('x'), session('other', 'other'));
    own.push('a');
    await supply.list();
    expect(supply.slotsUsed).toBe(2);
    supply.forget();
    expect(supply.slotsUsed).toBeNull();
  });

  it('is counted for the channel that a list once named, until the stream ends', async () => {
    const { supply, listed, own } = setUp({ channelId: null });
    own.push('a');
    listed.push(session('a', 'mine'), ...['x', 'y'].map((key) => session(key, 'other')));
    await supply.list();
    expect(supply.slotsUsed).toBe(1);
    listed.splice(0, 1, session('a', null));
    await supply.list();
    expect(supply.slotsUsed).toBe(1);
    supply.forget();
    await supply.list();
    expect(supply.slotsUsed).toBe(3);
  });
});
