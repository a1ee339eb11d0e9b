import { describe, expect, it } from 'vitest';
import { SessionBook } from '../../../electron/features/widgets/session-book.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { followerEvent } from '../../../shared/overlay/widget-events.ts';
import { chat } from '../../support/stage-events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, draw, memoryLedger, purchase, subscription } from '../storage/support.ts';

/** A Friday noon in the middle of a month, in the time zone of the computer. */
const NOON = new Date(2026, 4, 15, 12).getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const gift = (name: string, beams: number, donationType = 'CHAT') =>
  donation(0, {
    payAmount: beams,
    donatorChannelId: `id of ${name}`,
    donatorNickname: name,
    donationType,
  });

class World {
  readonly clock = new VirtualClock(NOON);
  readonly #ledger = memoryLedger(this.clock);
  readonly #written: StageEvent[] = [];
  beganAt = NOON - HOUR;
  book = this.start();

  /** As the app makes one at its start. */
  start(): SessionBook {
    this.book = new SessionBook({
      repository: this.#ledger.figures,
      latest: (limit) => this.#written.filter(isValued).slice(-limit),
      writtenSeq: () => this.#written.length,
      beganAt: () => this.beganAt,
      language: () => 'en',
      clock: this.clock,
    });
    return this.book;
  }

  /** Written and handed on as the hub does it, numbered and stamped now. */
  arrive(...events: readonly StageEvent[]): void {
    const stamped = events.map((event, at) => ({
      ...event,
      seq: this.#written.length + at + 1,
      receivedAt: this.clock.now(),
    }));
    this.#ledger.record(stamped.filter(isValued).filter(({ origin }) => origin === 'platform'));
    this.#written.push(...stamped);
    this.book.add(stamped);
  }

  get data(): Readonly<Record<string, unknown>> {
    return this.book.read(null).data;
  }
}

describe('what a widget is told of this broadcast and before', () => {
  it('are sums of donations by period, apart from cheering', async () => {
    const world = new World();
    world.beganAt = NOON + HOUR;
    world.arrive(gift('anna', 100));
    await world.clock.advance(2 * HOUR);
    world.arrive(gift('ben', 30), gift('anna', 5, 'CHEERING'));
    expect(world.data).toMatchObject({
      'tip-session': { count: 1, amount: 30 },
      'tip-week': { amount: 130 },
      'tip-month': { amount: 130 },
      'tip-total': { amount: 130 },
      'tip-goal': { amount: 30 },
      'cheer-session': { count: 1, amount: 5 },
      'cheer-goal': { amount: 5 },
      'tip-session-top-donator': { name: 'ben', amount: 30 },
      'tip-alltime-top-donator': { name: 'anna', amount: 100 },
    });
  });

  it('are the latest of each kind, and the newest of all first', () => {
    const world = new World();
    world.arrive(gift('anna', 100), gift('ben', 30), gift('carl', 5, 'CHEERING'));
    expect(world.data).toMatchObject({
      'tip-latest': { name: 'ben', amount: 30 },
      'cheer-latest': { name: 'carl', amount: 5 },
      'tip-recent': [{ name: 'ben' }, { name: 'anna' }],
      'tip-session-top-donation': { name: 'anna', amount: 100 },
    });
    const { recents } = world.book.read(null);
    expect(recents.map(({ type }) => type)).toEqual(['cheer', 'tip', 'tip']);
  });

  it('outlive a restart', () => {
    const world = new World();
    world.arrive(gift('anna', 100), subscription(0));
    const before = world.data;
    world.start();
    expect(world.data).toEqual(before);
    world.arrive(gift('ben', 30));
    expect(world.data).toMatchObject({ 'tip-session': { count: 2, amount: 130 } });
  });

  it('begin anew with a broadcast, its first donation included', async () => {
    const world = new World();
    world.arrive(gift('anna', 100), gift('ben', 30));
    expect(world.data).toMatchObject({ 'tip-session': { count: 2, amount: 130 } });
    await world.clock.advance(HOUR);
    world.beganAt = world.clock.now();
    world.arrive(gift('carl', 7));
    expect(world.data).toMatchObject({
      'tip-session': { count: 1, amount: 7 },
      'tip-latest': { name: 'carl' },
      'tip-total': { amount: 137 },
    });
  });

  it('forget a week and a month when they are over', async () => {
    const world = new World();
    world.arrive(gift('anna', 100));
    await world.clock.advance(7 * DAY);
    expect(world.data).toMatchObject({ 'tip-week': { amount: 0 }, 'tip-month': { amount: 100 } });
    await world.clock.advance(31 * DAY);
    expect(world.data).toMatchObject({ 'tip-month': { amount: 0 }, 'tip-total': { amount: 100 } });
  });

  it('count followers, with those who came while the app ran', async () => {
    const world = new World();
    const follows = (name: string) =>
      world.book.follow([followerEvent(name, `id of ${name}`, world.clock.now(), false)]);
    follows('anna');
    follows('ben');
    expect(world.data).toMatchObject({
      'follower-latest': { name: 'ben' },
      'follower-session': { count: 2 },
      'follower-goal': { amount: 2 },
    });
    world.beganAt = world.clock.now() + 1;
    follows('carl');
    expect(world.data).toMatchObject({ 'follower-session': { count: 1 } });
  });

  it('are nothing where nothing happened', () => {
    const world = new World();
    const nobody = { name: '', amount: 0 };
    expect(world.book.read({ id: 'c', name: 'n' })).toMatchObject({
      recents: [],
      channel: { id: 'c', name: 'n' },
    });
    expect(world.data).toMatchObject({
      'tip-session': { count: 0, amount: 0 },
      'tip-goal': { amount: 0 },
      'tip-session-top-donation': nobody,
      'tip-session-top-donator': nobody,
    });
    expect(world.book.add([])).toBe(false);
  });

  it('are told only where something of value came', () => {
    const world = new World();
    const at = { receivedAt: NOON, seq: 1 };
    expect(world.book.add([chat(1), { ...gift('anna', 1), origin: 'test' }])).toBe(false);
    expect(world.book.add([chat(1), { ...gift('anna', 1), ...at }])).toBe(true);
    expect(world.book.add([draw(2)])).toBe(true);
    expect(world.data).not.toHaveProperty('undefined-latest');
  });

  it('have the first of two equal donations as the largest, of this broadcast alone', async () => {
    const world = new World();
    world.arrive(gift('old', 900));
    await world.clock.advance(HOUR);
    world.beganAt = world.clock.now();
    world.arrive(gift('anna', 50), gift('ben', 70), gift('carl', 70), gift('dora', 60));
    expect(world.data).toMatchObject({
      'tip-session-top-donation': { name: 'carl', amount: 70 },
      'tip-session': { count: 4, amount: 250 },
    });
    world.beganAt = world.clock.now() + 1;
    world.book.follow([followerEvent('eve', 'e', world.clock.now(), false)]);
    expect(world.data).toMatchObject({ 'tip-session': { count: 0, amount: 0 } });
  });

  it('remember the last twenty-five', () => {
    const world = new World();
    world.arrive(...Array.from({ length: 30 }, (_, at) => gift(`viewer ${at}`, at)));
    const { data, recents } = world.book.read(null);
    expect(recents).toHaveLength(25);
    expect(data['tip-recent']).toHaveLength(25);
    expect(recents[0]).toMatchObject({ name: 'viewer 29' });
    expect(data).toMatchObject({ 'tip-count': { count: 30 } });
  });

  it('count a subscription, and a sale, by their kinds', () => {
    const world = new World();
    world.arrive(subscription(0), subscription(0), purchase(0));
    expect(world.data).toMatchObject({
      'subscriber-session': { count: 2, amount: 0 },
      'subscriber-count': { count: 2 },
      'subscriber-goal': { amount: 2 },
      'merch-session': { count: 1 },
    });
  });

  it.each([
    ['a Monday', new Date(2026, 4, 18, 12), 0],
    ['a Sunday', new Date(2026, 4, 17, 12), 7],
  ])('begin a week on its Monday, also on %s', (_day, noon, amount) => {
    const world = new World();
    world.clock.jump(noon.getTime() - NOON - 8 * DAY);
    world.arrive(gift('eight days before', 100));
    world.clock.jump(8 * DAY - 13 * HOUR);
    world.arrive(gift('in the evening before', 7));
    world.clock.jump(13 * HOUR);
    expect(world.data).toMatchObject({ 'tip-week': { amount } });
  });

  it('leave out what is only a test', () => {
    const world = new World();
    world.arrive({ ...gift('anna', 100), origin: 'test' });
    expect(world.data).toMatchObject({
      'tip-session': { count: 0, amount: 0 },
      'tip-latest': { name: '' },
    });
  });
});
