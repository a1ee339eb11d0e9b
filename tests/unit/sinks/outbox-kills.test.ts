import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type Courier,
  DELIVERED,
  failed,
  type Letter,
} from '../../../electron/features/sinks/courier.ts';
import { eventFile } from '../../../electron/features/sinks/event-file.ts';
import { GIVE_UP_MS, Outbox } from '../../../electron/features/sinks/outbox.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { SENT_KINDS } from '../../../shared/contract/sinks.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger, subscription, temporaryFolder } from '../storage/support.ts';

const SEEDS = Array.from({ length: 25 }, (_, at) => at + 1);
const STEPS = 120;
const LEAST_BEAMS = 500;
const FILTER = { kinds: SENT_KINDS.filter((kind) => kind === 'DONATION'), leastBeams: LEAST_BEAMS };

/** A ledger, a sink of it, and everything that can happen to both. */
class Shaken {
  readonly clock = new VirtualClock();
  readonly ledger: Ledger = memoryLedger(this.clock);
  readonly #random: () => number;
  readonly #open: (isKilled: () => boolean) => Courier;
  #outbox: Outbox | null = null;
  #seq = 0;
  #kill: () => void = () => undefined;
  /** All that the sink is to get, in order. */
  readonly wanted: number[] = [];

  constructor(random: () => number, open: (isKilled: () => boolean) => Courier) {
    this.#random = random;
    this.#open = open;
    const settings = { name: 'a', filter: FILTER, nearby: false, nats: null };
    this.ledger.sinks.add('sink', 'webhook', settings, 0, 0);
    onTestFinished(() => this.#outbox?.dispose());
  }

  /** Ends in the middle of whatever it does, and begins again with what is kept. */
  restart(): void {
    this.#kill();
    this.#outbox?.dispose();
    let isKilled = false;
    this.#kill = () => {
      isKilled = true;
    };
    const sink = this.ledger.sinks.find('sink');
    if (!sink) throw new TypeError('The sink is gone.');
    const { ledger } = this;
    this.#outbox = new Outbox(
      {
        repository: ledger.sinks,
        ledger: {
          epoch: ledger.epoch,
          read: (after, limit) => ledger.show.eventsAfter(after, limit),
          whenDurable: () => null,
        },
        clock: this.clock,
        random: this.#random,
        log: silentLogger,
        onChange: () => undefined,
      },
      sink,
      this.#open(() => isKilled),
    );
    this.#outbox.start();
  }

  /** New events, in one write; some are not for the sink, and some numbers are chat's. */
  happen(): void {
    const events = Array.from({ length: Math.floor(this.#random() * 40) }, () => this.#event());
    this.ledger.record(events);
    this.#outbox?.poke();
  }

  async calm(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await this.clock.advance(20 * 60_000);
      await settle();
    }
  }

  #event(): ValuedEvent {
    this.#seq += 1 + Math.floor(this.#random() * 3);
    const kind = this.#random();
    if (kind < 0.2) return subscription(this.#seq);
    if (kind < 0.4) return donation(this.#seq, { payAmount: LEAST_BEAMS - 1 });
    this.wanted.push(this.#seq);
    return donation(this.#seq, { payAmount: LEAST_BEAMS });
  }
}

const seqsOf = (letters: readonly Letter[]) => letters.map(({ event }) => event.seq);

/** What was got for the first time, in the order in which it was. */
const firsts = (got: readonly number[]) => [...new Set(got)];

describe('an outbox that is killed again and again', () => {
  it.each(SEEDS)('brings every event at least once and in order (seed %i)', async (seed) => {
    const random = steadyRandom(seed);
    const got: number[] = [];
    let isCalm = false;
    const shaken = new Shaken(random, (isKilled) => ({
      most: 1 + Math.floor(random() * 5),
      givesUp: true,
      async deliver(letters) {
        // The answer takes a while, and the kill may come before or after the arrival.
        const arrivesAfter = Math.floor(random() * 3);
        for (let turn = 0; turn < arrivesAfter; turn += 1) await settle();
        if (isKilled() || (!isCalm && random() < 0.2)) return failed({ code: 'sinks-slow' });
        if (!isCalm && random() < 0.1) {
          const arrived = Math.floor(random() * letters.length);
          got.push(...seqsOf(letters.slice(0, arrived)));
          return failed({ code: 'sinks-slow' }, null, arrived);
        }
        got.push(...seqsOf(letters));
        if (!isCalm && random() < 0.1) return failed({ code: 'sinks-slow' });
        await settle();
        return DELIVERED;
      },
    }));
    shaken.restart();
    for (let step = 0; step < STEPS; step += 1) {
      const what = random();
      if (what < 0.3) shaken.happen();
      else if (what < 0.5) shaken.restart();
      else if (what < 0.7) await shaken.clock.advance(random() * 5_000);
      else await settle();
    }
    isCalm = true;
    await shaken.calm(() => firsts(got).length === shaken.wanted.length);
    expect(firsts(got)).toEqual(shaken.wanted);
    expect(shaken.ledger.sinks.countLetters('sink')).toBe(0);
  });

  it.each(SEEDS.slice(0, 10))(
    'writes every event into the file exactly once and in order (seed %i)',
    async (seed) => {
      const random = steadyRandom(seed);
      const folder = temporaryFolder();
      const clock = new VirtualClock();
      const files = () => readdirSync(folder).map((name) => join(folder, name));
      // One writer at a time, as one process is.
      let writing: Promise<unknown> = Promise.resolve();
      let isCalm = false;
      const shaken = new Shaken(random, (isKilled) => {
        const file = eventFile({ folder, clock, log: silentLogger });
        return {
          ...file,
          most: 1 + Math.floor(random() * 10),
          async deliver(letters, signal) {
            await writing;
            if (isKilled()) return failed({ code: 'sinks-slow' });
            const write = file.deliver(letters, signal);
            writing = write;
            const delivery = await write;
            // Killed with the lines written and nothing of it kept; sometimes in the middle of one.
            if (!isCalm && random() < 0.2) return failed({ code: 'sinks-slow' });
            return delivery;
          },
        };
      });
      shaken.restart();
      for (let step = 0; step < STEPS; step += 1) {
        const what = random();
        if (what < 0.3) shaken.happen();
        else if (what < 0.5) {
          shaken.restart();
          await writing;
          const [last] = files();
          if (last && random() < 0.5) appendFileSync(last, '{"epoch":"half a li');
        } else if (what < 0.7) await shaken.clock.advance(random() * 5_000);
        else await settle();
      }
      isCalm = true;
      const written = () =>
        files().flatMap((name) =>
          readFileSync(name, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => (JSON.parse(line) as { seq: number }).seq),
        );
      const last = () => shaken.ledger.sinks.find('sink')?.position ?? 0;
      shaken.happen();
      await shaken.calm(() => last() >= (shaken.wanted.at(-1) ?? 0));
      expect(written()).toEqual(shaken.wanted);
    },
  );

  it('does not send again what had arrived of a delivery that failed', async () => {
    const got: number[] = [];
    let isCalm = false;
    const shaken = new Shaken(steadyRandom(8), () => ({
      most: 4,
      givesUp: true,
      async deliver(letters) {
        const arrived = isCalm ? letters.length : 2;
        got.push(...seqsOf(letters.slice(0, arrived)));
        return isCalm ? DELIVERED : failed({ code: 'sinks-slow' }, null, arrived);
      },
    }));
    while (shaken.wanted.length < 9) shaken.happen();
    shaken.restart();
    for (let turn = 0; turn < 3; turn += 1) await shaken.clock.advance(0);
    expect(got).toEqual(shaken.wanted.slice(0, 2));
    isCalm = true;
    await shaken.calm(() => got.length >= shaken.wanted.length);
    expect(got).toEqual(shaken.wanted);
  });

  it('gives up at most what failed for three days, and never what is behind it', async () => {
    const got: number[] = [];
    let refused = 0;
    const shaken = new Shaken(steadyRandom(7), () => ({
      most: 1,
      givesUp: true,
      async deliver(letters) {
        const [seq = 0] = seqsOf(letters);
        if (seq === refused) return failed({ code: 'sinks-slow' });
        got.push(seq);
        return DELIVERED;
      },
    }));
    while (shaken.wanted.length < 5) shaken.happen();
    refused = shaken.wanted[1] ?? 0;
    shaken.restart();
    await shaken.clock.advance(GIVE_UP_MS - 1);
    expect(got).toEqual(shaken.wanted.slice(0, 1));
    await shaken.calm(() => got.length === shaken.wanted.length - 1);
    expect(got).toEqual(shaken.wanted.filter((seq) => seq !== refused));
    expect(shaken.ledger.sinks.letters('sink')).toMatchObject([{ seq: refused }]);
  });
});
