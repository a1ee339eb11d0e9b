import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { donation } from '../storage/support.ts';
import { type BooksHost, BooksWorld } from './books-world.ts';

const HOSTS = 3;

/** What happens to the fleet next. */
const deed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('receive'), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('give-back', 'kill'), to: fc.nat(HOSTS - 1) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cut', 'deaf', 'open', 'forget') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late'), by: fc.nat(HOSTS - 1) }) },
);

type Deed = Readonly<{ do: string; count?: number; to?: number; by?: number }>;

/** Hosts and a channel that goes between them. */
class Run {
  readonly world = new BooksWorld();
  readonly hosts = Array.from({ length: HOSTS }, () => this.world.host());
  /** Numbers of all events that were in some host's ledger. */
  readonly received: number[] = [];
  #owner: BooksHost | null = null;

  async all(deeds: readonly Deed[]): Promise<void> {
    await this.#hand(0);
    for (const each of deeds) await this.#one(each);
    this.world.stream.way = 'open';
    if (!this.#owner) await this.#hand(0);
    for (const host of this.hosts) if (host !== this.#owner) await host.sendLate();
    // As long as a publisher waits after a failure.
    await this.world.clock.advance(20_000);
    await this.#owner?.settle();
    await this.#owner?.books.takeLate();
  }

  get owner(): BooksHost {
    if (!this.#owner) throw new Error('Nobody has the channel.');
    return this.#owner;
  }

  async #one({ do: what, count = 0, to = 0, by = 0 }: Deed): Promise<void> {
    const { stream } = this.world;
    const host = this.hosts[by];
    if (what === 'cut' || what === 'deaf' || what === 'open') stream.way = what;
    else if (what === 'forget' && stream.way === 'open') stream.forgetIds();
    else if (what === 'late' && host !== this.#owner) await host?.sendLate().catch(() => null);
    else if (what === 'receive' && this.#owner) this.#receive(this.#owner, count);
    else if (what === 'settle') await this.#owner?.settle();
    else if (what === 'give-back' || what === 'kill') await this.#leave(what, to);
  }

  async #leave(how: 'give-back' | 'kill', to: number): Promise<void> {
    if (how === 'kill') this.#owner?.kill();
    else await this.#owner?.giveBack();
    this.#owner = null;
    await this.#hand(to);
  }

  /** Where the stream cannot be read nobody has the channel. */
  async #hand(to: number): Promise<void> {
    const host = this.hosts[to];
    const isTaken = await host?.takeOver().then(
      () => true,
      () => false,
    );
    this.#owner = isTaken ? (host ?? null) : null;
  }

  #receive(host: BooksHost, count: number): void {
    const first = host.ledger.reserveNumbers(count);
    const seqs = Array.from({ length: count }, (_, at) => first + at);
    host.ledger.record(seqs.map((seq) => ({ ...donation(seq), receivedAt: host.now })));
    this.received.push(...seqs);
  }
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

describe('the books of a channel, whatever happens to its hosts and to the way to the stream', () => {
  it('have every event once, in the stream and with the last owner', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 24 }), async (deeds) => {
        const run = new Run();
        try {
          await run.all(deeds);
          const { received, world, owner } = run;
          expect(new Set(received).size).toBe(received.length);
          expect(ascending(world.stream.seqs)).toEqual(ascending(received));
          const inBooks = owner.ledger.figures.latestBefore(Number.MAX_SAFE_INTEGER, 10_000);
          expect(inBooks.map(({ seq }) => seq)).toEqual(ascending(received));
          expect(owner.sums()).toEqual({ count: received.length, sum: received.length * 1_000 });
        } finally {
          for (const host of run.hosts) host.kill();
        }
      }),
      { numRuns: 25, seed: 32 },
    );
  });
});
