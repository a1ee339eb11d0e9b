import { describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import type { PagePeer } from '../../../electron/server/peer.ts';
import type { RunCommand } from '../../../electron/server/ports.ts';
import type { ApiDown, ApiUp } from '../../../shared/api/v1.ts';
import { settle } from '../../support/virtual-clock.ts';
import { DoorsWorld } from './doors-world.ts';

/** A line to a program in the test's hands: what it has not read, and when. */
class Line implements PagePeer {
  readonly sent: ApiDown[] = [];
  readonly #connection: ReturnType<DoorsWorld['doors']['api']['connect']>;
  /** Frames that it would have to keep are dropped. */
  isFull = false;
  /** Whether what was sent is on its way at once. */
  isQuick = true;
  closedWith: number | null = null;
  #written: (() => void)[] = [];

  constructor(world: DoorsWorld, run: RunCommand = async () => null, key: string | null = null) {
    this.#connection = world.doors.api.connect({ origin: null, key, run });
    this.#connection.start(this);
  }

  static async open(world: DoorsWorld, run?: RunCommand): Promise<Line> {
    const line = new Line(world, run);
    const key = await world.makeKey(['events:read', 'overlay:control']);
    line.says({ type: 'hello', key });
    line.sent.length = 0;
    return line;
  }

  trySend(bytes: Buffer, written?: () => void): boolean {
    if (this.isFull) return false;
    this.forceSend(bytes);
    if (written && this.isQuick) queueMicrotask(written);
    else if (written) this.#written.push(written);
    return true;
  }

  forceSend(bytes: Buffer): void {
    this.sent.push(JSON.parse(bytes.toString()));
  }

  close(code: number): void {
    this.closedWith = code;
  }

  says(message: ApiUp): void {
    this.saysText(JSON.stringify(message));
  }

  saysText(text: string): boolean {
    return this.#connection.onText(text);
  }

  /** What was sent is on its way. */
  async goesOut(): Promise<void> {
    for (const written of this.#written.splice(0)) written();
    await settle();
  }

  /** It has read all that it was sent. */
  async readsOn(): Promise<void> {
    this.isFull = false;
    this.#connection.onCaughtUp();
    await settle();
  }

  ends(): void {
    this.#connection.onClosed();
  }

  get seqs(): readonly number[][] {
    return this.sent.flatMap((down) =>
      down.type === 'events' ? [down.events.map(({ seq }) => seq)] : [],
    );
  }
}

const EVENTS = { type: 'subscribe', id: 1, topics: ['events'] } satisfies ApiUp;

describe('a program’s line', () => {
  it('is opened by a key in its header, without another word', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    const line = new Line(world, undefined, key);
    expect(line.sent).toMatchObject([{ type: 'hello', key: { name: 'a tool' } }]);
    const wrong = new Line(world, undefined, 'sl_wrong');
    expect(wrong.sent).toMatchObject([{ type: 'error', error: { code: 'doors-wrong-key' } }]);
    expect(wrong.closedWith).toBe(1008);
  });

  it('stays open with a key, however long nothing is said', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    const silent = new Line(world);
    await world.clock.advance(4_999);
    expect(silent.closedWith).toBe(null);
    await world.clock.advance(1);
    expect([line.closedWith, silent.closedWith]).toEqual([null, 1008]);
  });

  it('takes one key only', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.says({ type: 'hello', key: await world.makeKey() });
    expect(line.sent).toMatchObject([
      { type: 'error', id: null, error: { code: 'doors-bad-message' } },
    ]);
    expect(line.closedWith).toBe(null);
    expect(world.state.keys.map(({ connected }) => connected)).toEqual([0, 1]);
  });

  it.each([
    ['{"type":"subscribe","id":7,"topics":["x"]}', 7, 'topics.0'],
    ['{"type":"subscribe","id":"a","topics":[]}', 'a', 'topics'],
    [`{"id":"${'x'.repeat(100)}"}`, 'x'.repeat(64), 'type'],
    ['{"id":{}}', null, 'type'],
    ['[7]', null, 'JSON'],
  ])('is told which message cannot be read, and where: %s', async (text, id, where) => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    expect(line.saysText(text)).toBe(false);
    expect(line.sent).toMatchObject([{ type: 'error', id, error: { code: 'doors-bad-message' } }]);
    const [answer] = line.sent;
    expect(answer?.type === 'error' && `${answer.error.what} ${answer.error.cure}`).toContain(
      where,
    );
    expect(line.saysText(JSON.stringify(EVENTS))).toBe(true);
  });

  it('gets the next events when the ones before are on their way, and not before', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.isQuick = false;
    line.says(EVENTS);
    await world.happen('CHAT');
    await world.happen('CHAT', 2);
    expect(line.seqs).toEqual([[1]]);
    await line.goesOut();
    expect(line.seqs).toEqual([[1], [2, 3]]);
    await line.goesOut();
    await world.happen('DONATION');
    expect(line.seqs).toEqual([[1], [2, 3], [4]]);
  });

  it('that is full gets everything of value once it has read, and states as they are then', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.says({ ...EVENTS, topics: ['events', 'alerts'] });
    await settle();
    line.sent.length = 0;
    line.isFull = true;
    await world.happen('DONATION', 2);
    await world.happen('DONATION');
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 7 });
    await world.clock.advance(200);
    expect(line.sent).toEqual([]);
    await line.readsOn();
    expect(line.seqs).toEqual([[1, 2, 3]]);
    expect(line.sent).toMatchObject([
      { type: 'state', topic: 'alerts', value: { waiting: 7 } },
      { type: 'events', upTo: 3, complete: true },
    ]);
  });

  it('hears nothing of what it did not ask for, and only of what comes after', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    await world.happen('DONATION');
    await line.readsOn();
    line.says({ ...EVENTS, kinds: ['SUBSCRIPTION'] });
    await world.happen('CHAT', 3);
    expect(line.seqs).toEqual([]);
    await world.happen('SUBSCRIPTION');
    expect(line.sent).toMatchObject([
      { type: 'subscribed', topics: ['events'], complete: true },
      { type: 'events', upTo: 5, events: [{ seq: 5 }] },
    ]);
  });

  it('hears no more events once it unsubscribed, and again from where it says', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.says({ ...EVENTS, topics: ['events', 'obs'] });
    line.says({ type: 'unsubscribe', id: 2, topics: ['events'] });
    expect(line.sent.at(-1)).toEqual({
      type: 'subscribed',
      id: 2,
      topics: ['obs'],
      complete: true,
    });
    await world.happen('DONATION', 2);
    expect(line.seqs).toEqual([]);
    const { epoch } = world.ledger;
    for (const since of [{ since: 1 }, { since: 2, epoch }]) line.says({ ...EVENTS, ...since });
    await settle();
    expect(line.seqs).toEqual([[2]]);
    expect(line.sent.at(-1)).toMatchObject({ topics: ['events', 'obs'], complete: true });
    await world.happen('DONATION');
    expect(line.seqs).toEqual([[2], [3]]);
  });

  it('that asks twice for a state is told of each change once', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    const ask = { type: 'subscribe', id: 1, topics: ['alerts'] } satisfies ApiUp;
    for (let time = 0; time < 2; time += 1) line.says(ask);
    expect(line.sent.map(({ type }) => type)).toEqual([
      'subscribed',
      'state',
      'subscribed',
      'state',
    ]);
    expect(line.sent[0]).toMatchObject({ complete: true });
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 1 });
    await world.clock.advance(100);
    expect(line.sent).toHaveLength(5);
    line.says({ type: 'unsubscribe', id: 2, topics: ['alerts'] });
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 2 });
    await world.clock.advance(100);
    expect(line.sent).toHaveLength(6);
  });

  it('that is closed leaves nothing behind', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.says({ ...EVENTS, topics: ['events', 'alerts'] });
    const silent = new Line(world);
    line.ends();
    silent.ends();
    expect(world.state.keys).toMatchObject([{ connected: 0 }]);
    const { length } = line.sent;
    await world.happen('DONATION');
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 1 });
    await world.clock.advance(10_000);
    await line.readsOn();
    expect(line.sent).toHaveLength(length);
    expect([line.closedWith, silent.closedWith]).toEqual([null, null]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('whose key was revoked has nothing more done, and hears nothing more', async () => {
    const world = await DoorsWorld.start();
    const ran: string[] = [];
    const line = await Line.open(world, async (name) => void ran.push(name));
    const other = await Line.open(world);
    line.says({ ...EVENTS, topics: ['events', 'alerts'] });
    const [, row] = world.state.keys;
    await world.doors.commands['doors.revoke-key']({ id: row?.id ?? '' });
    line.sent.length = 0;
    line.says({ type: 'request', id: 3, command: 'marks.add', args: {} });
    await world.happen('DONATION');
    expect(ran).toEqual([]);
    expect(line.sent).toEqual([]);
    expect([line.closedWith, other.closedWith]).toEqual([1008, null]);
    expect(world.state.keys).toMatchObject([{ connected: 1 }]);
  });

  it('hears nothing once the app ends', async () => {
    const world = await DoorsWorld.start();
    const line = await Line.open(world);
    line.says({ ...EVENTS, topics: ['events', 'alerts', 'activities'] });
    await settle();
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 1 });
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 2 });
    const { length } = line.sent;
    world.close();
    world.core.tell('alerts', { ...world.core.told('alerts'), waitingCount: 3 });
    world.viewChanges.fire();
    await world.happen('DONATION');
    expect(line.sent).toHaveLength(length);
    line.ends();
    expect(world.clock.pendingTimers).toBe(0);
  });
});

describe('a command over a program’s line', () => {
  const ask = (id: number | string): ApiUp => ({
    type: 'request',
    id,
    command: 'marks.add',
    args: { a: 1 },
  });

  it('is run with its arguments, and answered with what it gave', async () => {
    const world = await DoorsWorld.start();
    const ran: unknown[] = [];
    const line = await Line.open(world, async (name, args, { onWait }) => {
      ran.push([name, args]);
      onWait(1_500.6);
      return ran.length > 1 ? undefined : { mark: 1 };
    });
    line.says(ask(1));
    line.says({ type: 'request', id: 2, command: 'marks.add' });
    await settle();
    expect(ran).toEqual([
      ['marks.add', { a: 1 }],
      ['marks.add', {}],
    ]);
    expect(line.sent).toEqual(
      expect.arrayContaining([
        { type: 'waiting', id: 1, forMs: 1_501 },
        { type: 'result', id: 1, value: { mark: 1 } },
        { type: 'result', id: 2, value: null },
      ]),
    );
  });

  it('is one of 32 at once: another is refused, and taken when one is done', async () => {
    const world = await DoorsWorld.start();
    const finish: (() => void)[] = [];
    const line = await Line.open(world, () => new Promise<void>((done) => finish.push(done)));
    for (let id = 1; id <= 33; id += 1) line.says(ask(id));
    await settle();
    expect(finish).toHaveLength(32);
    expect(line.sent).toMatchObject([
      { type: 'error', id: 33, error: { code: 'too-many-commands' } },
    ]);
    finish[0]?.();
    await settle();
    line.says(ask(34));
    line.says(ask(35));
    await settle();
    expect(finish).toHaveLength(33);
    expect(line.sent.slice(1)).toMatchObject([{ id: 1, value: null }, { id: 35 }]);
  });

  it('is one of its connection by a short id, and of its key by a long one', async () => {
    const world = await DoorsWorld.start();
    const ids: unknown[] = [];
    const run: RunCommand = async (_name, _args, { id }) => void ids.push(id);
    const key = await world.makeKey(['overlay:control']);
    const lines = [new Line(world, run, key), new Line(world, run, key)];
    for (const id of [1, 'x'.repeat(15), 'x'.repeat(16)]) {
      for (const line of lines) line.says(ask(id));
    }
    await settle();
    expect(ids[0]).not.toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[3]);
    expect(ids[4]).toBe(ids[5]);
    expect(new Set(ids).size).toBe(5);
  });

  it('that failed is answered with the reason, whether it may have been done, and till when', async () => {
    const world = await DoorsWorld.start();
    const failures = [
      new StagelightError({ code: 'vote-none' }),
      new StagelightError({ code: 'vote-none', outcome: 'unknown', retryAt: 5_000 }),
      new Error('a fault of ours'),
    ];
    const line = await Line.open(world, async () => {
      throw failures.shift();
    });
    for (let id = 1; id <= 3; id += 1) line.says(ask(id));
    await settle();
    expect(line.sent).toMatchObject([
      { id: 1, error: { code: 'vote-none', unknownOutcome: false, retryAt: null } },
      { id: 2, error: { code: 'vote-none', unknownOutcome: true, retryAt: 5_000 } },
      { id: 3, error: { code: 'unexpected', unknownOutcome: false } },
    ]);
    const [first] = line.sent;
    expect(first?.type === 'error' && first.error.what).toMatch(/^[A-Z].+\.$/);
    expect(world.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});
