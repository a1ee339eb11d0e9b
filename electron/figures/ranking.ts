import type { ValuedEvent } from '../../shared/events.ts';
import { addSums, compareSums, type ExactSum, isAboveZero } from '../../shared/exact-sum.ts';
import type { Supporter } from '../../shared/overlay/figures.ts';
import type { FigureBooks } from '../ledger/ports.ts';

interface Person {
  readonly channelId: string;
  readonly name: string | null;
  readonly beams: ExactSum;
  /** Number of the event that brought the sum to what it is; of those in the books: below all. */
  readonly since: number;
}

/** More than any widget shows, for those without a name. */
const LOADED = 30;
/** With more people than this in memory, all but the first are forgotten until they give again. */
const MOST_PEOPLE = 2_000;
const KEPT_PEOPLE = 100;
/** A nickname is drawn in one line; a hostile one could have 64 KB. */
const LONGEST_NAME = 100;

/**
 * Who gave most since a moment. Only those are in memory who stand in front or have given since: a
 * sum never falls, so nobody else can come to the front.
 */
export class Ranking {
  readonly #books: Pick<FigureBooks, 'supportersSince' | 'supporterBeams'>;
  readonly #from: number;
  readonly #upTo: number;
  #people = new Map<string, Person>();

  /** Parameters as of `Sums`. Throws a `LedgerError`. */
  constructor(
    books: Pick<FigureBooks, 'supportersSince' | 'supporterBeams'>,
    from: number,
    upTo: number,
  ) {
    this.#books = books;
    this.#from = from;
    this.#upTo = upTo;
    books.supportersSince(from, LOADED).forEach(({ channelId, name, beams }, place) => {
      this.#people.set(channelId, { channelId, name, beams, since: place - LOADED });
    });
  }

  /** Throws a `LedgerError`; then the event is not in. */
  add(event: ValuedEvent): void {
    if (event.seq <= this.#upTo || event.receivedAt < this.#from) return;
    if (event.kind !== 'DONATION' || event.data.donationType === 'CHEERING') return;
    const { donatorChannelId: channelId, donatorNickname, payAmount } = event.data;
    if (channelId === null) return;
    const known = this.#people.get(channelId);
    const before = known?.beams ?? this.#books.supporterBeams(channelId, this.#from, event.seq);
    const beams = addSums(before, payAmount ?? 0);
    this.#people.set(channelId, {
      channelId,
      name: donatorNickname || (known?.name ?? null),
      beams,
      since: known && beams === known.beams ? known.since : event.seq,
    });
    if (this.#people.size > MOST_PEOPLE) this.#forget();
  }

  /** The first `most` who gave something and have a name. Of two equal ones, who had it first. */
  top(most: number): readonly Supporter[] {
    return this.#inOrder()
      .flatMap(({ name, beams }) =>
        name && isAboveZero(beams) ? [{ name: cut(name), beams }] : [],
      )
      .slice(0, most);
  }

  #inOrder(): Person[] {
    return [...this.#people.values()].sort(
      (a, b) => compareSums(b.beams, a.beams) || a.since - b.since,
    );
  }

  #forget(): void {
    const kept = this.#inOrder().slice(0, KEPT_PEOPLE);
    this.#people = new Map(kept.map((person) => [person.channelId, person]));
  }
}

function cut(name: string): string {
  return name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME).toWellFormed() : name;
}
