import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsAt, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import { gives } from '../show/show-world.ts';
import { temporaryFolder } from '../storage/support.ts';
import {
  CONFIG,
  cheers,
  type RunningSubathon,
  SubathonWorld,
  timeOf,
  UNCAPPED,
} from './subathon-world.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
describe('a subathon clock on the ledger', () => {
  it('ends when a sum over the ledger says', async () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const world = new SubathonWorld(file);
    const feature = world.run();
    world.hear(gives('before', 5_000));
    await feature.commands['subathon.begin'](CONFIG);
    const began = world.clock.now();
    const since = world.lastSeq;
    const amounts = fc.sample(fc.integer({ min: 1, max: 3_000 }), { seed: 15, numRuns: 60 });
    for (const [at, amount] of amounts.entries()) {
      world.hear(at % 3 === 0 ? cheers(amount) : gives(`v${at % 9}`, amount));
      await world.clock.advance(amount % 500);
    }
    const db = new DatabaseSync(file, { readOnly: true });
    const sum = db.prepare(`SELECT
        sum(beams) FILTER (WHERE donation_type <> 'CHEERING') * 1000 / 7 +
        sum(beams) FILTER (WHERE donation_type = 'CHEERING') * 1000 / 3 AS ms
      FROM events WHERE kind = 'DONATION' AND seq > ?`);
    const ms = Number(sum.get(since)?.['ms']);
    db.close();
    expect(ms).toBeGreaterThan(MINUTE);
    expect(endsAt(timeOf(feature))).toBe(began + 10 * MINUTE + ms);
  });

  it('ends when a sum over the ledger says, by the rules that held when each gift came', async () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const world = new SubathonWorld(file);
    let feature = world.run();
    await feature.commands['subathon.begin'](CONFIG);
    const began = world.clock.now();
    const other = { by: 'donation', per: 11, seconds: 2, ...UNCAPPED } as const;
    const [, cheering] = CONFIG.rules;
    const spans = [CONFIG.rules, [other], [other, cheering].flatMap((rule) => rule ?? [])];
    const amounts = fc.sample(fc.integer({ min: 1, max: 3_000 }), { seed: 15, numRuns: 60 });
    const ends: number[] = [];
    for (const [span, rules] of spans.entries()) {
      if (span > 0) await feature.commands['subathon.set-rules']({ rules: [...rules] });
      for (const [at, amount] of amounts.slice(span * 20, span * 20 + 20).entries()) {
        world.hear(at % 3 === 0 ? cheers(amount) : gives('v', amount));
        await world.clock.advance(amount % 500);
        if (at % 7 === 0) feature = world.run();
      }
      ends.push(world.lastSeq);
    }
    const db = new DatabaseSync(file, { readOnly: true });
    const sum =
      db.prepare(`SELECT coalesce(sum(beams), 0) * 1000 * CAST(:seconds AS INTEGER) / CAST(:per AS INTEGER) AS ms
      FROM events
      WHERE kind = 'DONATION' AND (donation_type = 'CHEERING') = :cheering
        AND seq > :after AND seq <= :upto`);
    const ms = (cheering: number, seconds: number, per: number, after = 0, upto = 0) =>
      Number(sum.get({ cheering, seconds, per, after, upto })?.['ms']);
    const [one = 0, two = 0, three = 0] = ends;
    // The second rule holds over two spans, unchanged: one sum.
    const expected =
      ms(0, 1, 7, 0, one) +
      ms(0, 2, 11, one, three) +
      ms(1, 1, 3, 0, one) +
      ms(1, 1, 3, two, three);
    expect(endsAt(timeOf(feature))).toBe(began + 10 * MINUTE + expected);
    const { tallies = [], earlier } = feature.view() ?? {};
    const all = tallies.reduce((added, tally) => added + tally.ms, earlier?.ms ?? 0);
    expect(all).toBe(expected);
    expect(earlier?.ms).toBe(ms(1, 1, 3, 0, one));
    db.close();
  });

  it('keeps a cap over a change of its rule, and takes the new rules for the next clock', async () => {
    const world = new SubathonWorld();
    const feature = world.run();
    const capped = (per: number) =>
      ({ by: 'donation', per, seconds: 1, mostEach: null, mostInAll: 60 }) as const;
    await feature.commands['subathon.begin']({ ...CONFIG, rules: [capped(1)] });
    world.hear(gives('a', 50));
    await feature.commands['subathon.set-rules']({ rules: [capped(2)] });
    world.hear(gives('a', 100));
    expect(feature.view()?.tallies).toMatchObject([{ count: 2, ms: 60_000 }]);
    await expect(
      feature.commands['subathon.set-rules']({ rules: [capped(1), capped(2)] }),
    ).rejects.toMatchObject({ problem: { code: 'subathon-same-rule' } });
    await feature.commands['subathon.set-rules']({ rules: [] });
    world.hear(gives('a', 100));
    expect(feature.view()).toMatchObject({ tallies: [], earlier: { count: 2, ms: 60_000 } });
    await feature.commands['subathon.finish']({});
    expect(feature.feeds.subathon.read().last?.rules).toEqual([]);
    await expect(feature.commands['subathon.set-rules']({ rules: [] })).rejects.toMatchObject({
      problem: { code: 'subathon-none' },
    });
  });

  it('is what it was after kills at any moments, and hears what it missed', async () => {
    const world = new SubathonWorld();
    const other = new SubathonWorld();
    let killed = world.run();
    const whole = other.run();
    for (const feature of [killed, whole]) await feature.commands['subathon.begin'](CONFIG);
    const steps = fc.sample(
      fc.record({
        wait: fc.nat(2_000),
        what: fc.constantFrom('gives', 'missed', 'pause', 'speed', 'add', 'kill'),
        amount: fc.integer({ min: 1, max: 200 }),
      }),
      { seed: 15, numRuns: 200 },
    );
    for (const { wait, what, amount } of steps) {
      await Promise.all([world.clock.advance(wait), other.clock.advance(wait)]);
      for (const feature of [killed, whole]) {
        const { commands } = feature;
        const paused = amount % 2 === 0;
        if (what === 'pause') await commands['subathon.pause']({ paused });
        if (what === 'speed')
          await commands['subathon.set-speed']({ percent: 50 + (amount % 151) });
        if (what === 'add') await commands['subathon.add']({ seconds: amount - 50 });
      }
      if (what === 'gives') for (const each of [world, other]) each.hear(gives('a', amount));
      if (what === 'missed') {
        // Written, then the app is killed before anybody heard of it.
        other.hear(cheers(amount));
        world.write([cheers(amount)(world.lastSeq + 1, world.clock.now())]);
      }
      if (what === 'missed' || what === 'kill') killed = world.run();
      expect(killed.view()).toEqual(whole.view());
    }
  });

  it.each([
    ['on', 3_600_000],
    ['back', -3_600_000],
    ['on by a little', 300],
  ])('neither gains nor loses when the computer’s clock is set %s', async (_, jump) => {
    const world = new SubathonWorld();
    let feature = world.run();
    await feature.commands['subathon.begin'](CONFIG);
    await world.clock.advance(MINUTE);
    world.clock.jump(jump);
    // Nothing has looked yet: a gift must not meet a clock that seems to have run out.
    world.hear(gives('a', 7 * 60));
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(10 * MINUTE);
    await world.clock.advance(MINUTE);
    world.clock.jump(-2 * jump);
    await world.clock.advance(SECOND);
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(9 * MINUTE - SECOND);
    feature = world.run();
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(9 * MINUTE - SECOND);
    world.clock.jump(jump);
    await feature.commands['subathon.pause']({ paused: true });
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(9 * MINUTE - SECOND);
  });

  it('runs on while the computer sleeps, though its monotonic clock does not', async () => {
    const world = new SubathonWorld();
    const feature = world.run();
    await feature.commands['subathon.begin'](CONFIG);
    await world.clock.advance(SECOND);
    world.clock.jump(5 * MINUTE);
    world.slept += 5 * MINUTE + 900;
    await world.clock.advance(SECOND);
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(5 * MINUTE - 2 * SECOND);
  });

  it('runs on while the app does not', async () => {
    const world = new SubathonWorld();
    await world.run().commands['subathon.begin'](CONFIG);
    world.stop();
    world.clock.jump(4 * MINUTE);
    const feature = world.run();
    expect(leftAt(timeOf(feature), world.clock.now())).toBe(6 * MINUTE);
  });

  it('follows slow corrections of the computer’s clock, however long they go on', async () => {
    const world = new SubathonWorld();
    const feature = world.run();
    await feature.commands['subathon.begin'](CONFIG);
    for (let second = 0; second < 300; second += 1) {
      world.clock.jump(5);
      await world.clock.advance(SECOND);
    }
    expect(Math.abs(leftAt(timeOf(feature), world.clock.now()) - 5 * MINUTE)).toBeLessThan(105);
  });

  it('says once that the time is up, and again after it ran on', async () => {
    const world = new SubathonWorld();
    let feature = world.run();
    await feature.commands['subathon.begin'](CONFIG);
    await world.clock.advance(9 * MINUTE);
    feature = world.run();
    await world.clock.advance(2 * MINUTE);
    feature = world.run();
    await world.clock.advance(MINUTE);
    expect(world.said).toEqual(['The time on the clock is up. Thank you all!']);
    await expect(feature.commands['subathon.pause']({ paused: true })).rejects.toMatchObject({
      problem: { code: 'subathon-out' },
    });
    await feature.commands['subathon.add']({ seconds: 60 });
    await world.clock.advance(2 * MINUTE);
    expect(world.said).toHaveLength(2);
  });

  it('says nothing of a time that was up long before the app came back', async () => {
    const world = new SubathonWorld();
    await world.run().commands['subathon.begin'](CONFIG);
    world.stop();
    world.clock.jump(30 * MINUTE);
    world.run();
    await world.clock.advance(MINUTE);
    expect(world.said).toEqual([]);
  });

  it('says what cannot be done', async () => {
    const world = new SubathonWorld();
    const { commands, view } = world.run();
    await expect(commands['subathon.add']({ seconds: 1 })).rejects.toMatchObject({
      problem: { code: 'subathon-none' },
    });
    const [rule] = CONFIG.rules;
    const twice = { ...CONFIG, rules: [rule, rule].flatMap((each) => each ?? []) };
    await expect(commands['subathon.begin'](twice)).rejects.toMatchObject({
      problem: { code: 'subathon-same-rule' },
    });
    await commands['subathon.begin']({ ...CONFIG, minutes: 120, limitHours: 1 });
    await expect(commands['subathon.begin'](CONFIG)).rejects.toMatchObject({
      problem: { code: 'subathon-running' },
    });
    await world.clock.advance(90 * MINUTE);
    for (const failing of [
      commands['subathon.add']({ seconds: 60 }),
      commands['subathon.set-limit']({ limitHours: 1 }),
    ]) {
      await expect(failing).rejects.toMatchObject({ problem: { code: 'subathon-limit' } });
    }
    await commands['subathon.set-limit']({ limitHours: null });
    expect(leftAt(timeOf({ view } as RunningSubathon), world.clock.now())).toBe(60 * MINUTE);
    await commands['subathon.finish']({});
    await commands['subathon.clear']({});
    expect(view()).toBeNull();
  });
});
