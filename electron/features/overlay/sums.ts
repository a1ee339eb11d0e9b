import type { ValuedEvent } from '../../../shared/events.ts';
import { addSums, compareSums, type ExactSum, isAboveZero } from '../../../shared/exact-sum.ts';
import type { PeriodTotals, Supporter } from '../../../shared/overlay/figures.ts';
import type { EventColumns } from '../../storage/rows.ts';
import type { FigureRepository } from './figure-repository.ts';

/** The totals with an event's amounts, in the columns that the ledger stores of it. */
export function addedTo<T extends PeriodTotals>(
  totals: T,
  { beams, donationType, amountMinor, currency }: EventColumns,
): T {
  if (beams !== null) {
    const sum = donationType === 'CHEERING' ? 'cheeringBeams' : 'donationBeams';
    return { ...totals, [sum]: addSums(totals[sum], beams) };
  }
  if (amountMinor === null || currency === null) return totals;
  const money = addSums(totals.shop[currency] ?? 0, amountMinor);
  return { ...totals, shop: { ...totals.shop, [currency]: money } };
}

/** The totals since a time: read once from the ledger, then updated with every event. */
export class Sums {
  readonly #from: number;
  readonly #upTo: number;
  #totals: PeriodTotals;

  /** `from`: time of arrival, inclusive; `upTo`: the last event that the ledger already has. */
  constructor(repository: Pick<FigureRepository, 'totalsSince'>, from: number, upTo: number) {
    const { donationBeams, cheeringBeams, shopMoney: shop } = repository.totalsSince(from);
    this.#from = from;
    this.#upTo = upTo;
    this.#totals = { donationBeams, cheeringBeams, shop };
  }

  get totals(): PeriodTotals {
    const shop = Object.entries(this.#totals.shop).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { ...this.#totals, shop: Object.fromEntries(shop) };
  }

  add(event: ValuedEvent, columns: EventColumns): void {
    if (event.seq <= this.#upTo || event.receivedAt < this.#from) return;
    this.#totals = addedTo(this.#totals, columns);
  }
}

interface Person {
  readonly channelId: string;
  readonly name: string | null;
  readonly beams: ExactSum;
  /** The event that brought the sum to its value; sums read from the ledger rank before all. */
  readonly since: number;
}

/** More than any widget shows, to make up for people without a name. */
const LOADED = 30;
/** Above this many people, all but the first are dropped from memory until they give again. */
const MOST_PEOPLE = 2_000;
const KEPT_PEOPLE = 100;
/** A nickname is drawn on one line; a hostile one could have 64 KB. */
const LONGEST_NAME = 100;

/** In memory: the top, and who has given since. Sums never fall, so no other can get there. */
export class Ranking {
  readonly #repository: Pick<FigureRepository, 'supportersSince' | 'supporterBeams'>;
  readonly #from: number;
  readonly #upTo: number;
  #people = new Map<string, Person>();

  constructor(
    repository: Pick<FigureRepository, 'supportersSince' | 'supporterBeams'>,
    from: number,
    upTo: number,
  ) {
    this.#repository = repository;
    this.#from = from;
    this.#upTo = upTo;
    repository.supportersSince(from, LOADED).forEach(({ channelId, name, beams }, place) => {
      this.#people.set(channelId, { channelId, name, beams, since: place - LOADED });
    });
  }

  /** Throws a `LedgerError`; then the event was not added. */
  add(event: ValuedEvent): void {
    if (event.seq <= this.#upTo || event.receivedAt < this.#from) return;
    if (event.kind !== 'DONATION' || event.data.donationType === 'CHEERING') return;
    const { donatorChannelId: channelId, donatorNickname, payAmount } = event.data;
    if (channelId === null) return;
    const known = this.#people.get(channelId);
    const before =
      known?.beams ?? this.#repository.supporterBeams(channelId, this.#from, event.seq);
    const beams = addSums(before, payAmount ?? 0);
    this.#people.set(channelId, {
      channelId,
      name: donatorNickname || (known?.name ?? null),
      beams,
      since: known && beams === known.beams ? known.since : event.seq,
    });
    if (this.#people.size > MOST_PEOPLE) this.#forget();
  }

  /** The first `most` with a sum and a name. Ties go to the one who reached the sum first. */
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
