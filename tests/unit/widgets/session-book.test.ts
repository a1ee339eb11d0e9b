import { describe, expect, it } from 'vitest';
import { SessionBook } from '../../../electron/features/widgets/session-book.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { followerEvent } from '../../../shared/overlay/widget-events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger, subscription } from '../storage/support.ts';

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

class Rig {
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
    const rig = new Rig();
    rig.beganAt = NOON + HOUR;
    rig.arrive(gift('anna', 100));
    await rig.clock.advance(2 * HOUR);
    rig.arrive(gift('ben', 30), gift('anna', 5, 'CHEERING'));
    expect(rig.data).toMatchObject({
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
    const rig = new Rig();
    rig.arrive(gift('anna', 100), gift('ben', 30), gift('carl', 5, 'CHEERING'));
    expect(rig.data).toMatchObject({
      'tip-latest': { name: 'ben', amount: 30 },
      'cheer-latest': { name: 'carl', amount: 5 },
      'tip-recent': [{ name: 'ben' }, { name: 'anna' }],
      'tip-session-top-donation': { name: 'anna', amount: 100 },
    });
    const { recents } = rig.book.read(null);
    expect(recents.map(({ type }) => type)).toEqual(['cheer', 'tip', 'tip']);
  });

  it('outlive a restart', () => {
    const rig = new Rig();
    rig.arrive(gift('anna', 100), subscription(0));
    const before = rig.data;
    rig.start();
    expect(rig.data).toEqual(before);
    rig.arrive(gift('ben', 30));
    expect(rig.data).toMatchObject({ 'tip-session': { count: 2, amount: 130 } });
  });

  it('begin anew with a broadcast, its first donation included', async () => {
    const rig = new Rig();
    rig.arrive(gift('anna', 100), gift('ben', 30));
    expect(rig.data).toMatchObject({ 'tip-session': { count: 2, amount: 130 } });
    await rig.clock.advance(HOUR);
    rig.beganAt = rig.clock.now();
    rig.arrive(gift('carl', 7));
    expect(rig.data).toMatchObject({
      'tip-session': { count: 1, amount: 7 },
      'tip-latest': { name: 'carl' },
      'tip-total': { amount: 137 },
    });
  });

  it('forget a week and a month when they are over', async () => {
    const rig = new Rig();
    rig.arrive(gift('anna', 100));
    await rig.clock.advance(7 * DAY);
    expect(rig.data).toMatchObject({ 'tip-week': { amount: 0 }, 'tip-month': { amount: 100 } });
    await rig.clock.advance(31 * DAY);
    expect(rig.data).toMatchObject({ 'tip-month': { amount: 0 }, 'tip-total': { amount: 100 } });
  });

  it('count followers, with those who came while the app ran', async () => {
    const rig = new Rig();
    const follows = (name: string) =>
      rig.book.follow([followerEvent(name, `id of ${name}`, rig.clock.now(), false)]);
    follows('anna');
    follows('ben');
    expect(rig.data).toMatchObject({
      'follower-latest': { name: 'ben' },
      'follower-session': { count: 2 },
      'follower-goal': { amount: 2 },
    });
    rig.beganAt = rig.clock.now() + 1;
    follows('carl');
    expect(rig.data).toMatchObject({ 'follower-session': { count: 1 } });
  });

  it('leave out what is only a test', () => {
    const rig = new Rig();
    rig.arrive({ ...gift('anna', 100), origin: 'test' });
    expect(rig.data).toMatchObject({
      'tip-session': { count: 0, amount: 0 },
      'tip-latest': { name: '' },
    });
  });
});
