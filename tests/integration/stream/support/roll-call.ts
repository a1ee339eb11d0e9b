import { assertNever, type StageEvent } from '../../../../shared/events.ts';

/** An event with this instead of a number is equal to the letter to all others of its kind. */
export const EQUAL = 'one of many equal ones';

export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  /** Of the equal ones: how many more came than were published; below 0, how many fewer. */
  readonly equalTooMany: number;
  readonly outOfOrder: number;
  /** Never published, or with a number that cannot be read. */
  readonly strangers: number;
}

/** Ticks off every numbered event: on the wire, and behind the hub. Numbers begin with 0. */
export class RollCall {
  readonly #published: Uint8Array;
  readonly #came: Uint8Array;
  /** Which copy on any wire was the first of this number, counted from 1; 0: none yet. */
  readonly #firstOnWire: Uint32Array;
  #onWire = 0;
  #lastHandedOn = 0;
  #equalPublished = 0;
  #equalCame = 0;
  #outOfOrder = 0;
  #strangers = 0;
  /** Numbers below this one were published before anybody was live. */
  #from = Number.POSITIVE_INFINITY;
  #received = 0;

  /** `most`: how many numbers there can be. */
  constructor(most: number) {
    this.#published = new Uint8Array(most);
    this.#came = new Uint8Array(most);
    this.#firstOnWire = new Uint32Array(most);
  }

  /** Everything published from `number` on has to come. */
  expectFrom(number: number): void {
    this.#from = Math.min(this.#from, number);
  }

  /** Events that came on some connection; a copy from a second session counts again. */
  get onWire(): number {
    return this.#onWire;
  }

  /** Events that came behind the hub. */
  get received(): number {
    return this.#received;
  }

  published(number: number | null): void {
    if (number === null) this.#equalPublished += 1;
    else if (number < this.#published.length) this.#published[number] = 1;
    else throw new RangeError('More numbers than the roll has room for');
  }

  /** A text frame came in on some connection. */
  heardOnWire(text: string): void {
    if (!text.startsWith('{"event"')) return;
    this.#onWire += 1;
    const number = numberIn(text);
    if (number !== null && this.#firstOnWire[number] === 0) {
      this.#firstOnWire[number] = this.#onWire;
    }
  }

  /** The hub handed an event on. */
  came(event: StageEvent): void {
    this.#received += 1;
    const text = textOf(event);
    if (text === EQUAL) {
      this.#equalCame += 1;
      return;
    }
    const number = numberIn(text);
    if (number === null || this.#published[number] !== 1) {
      this.#strangers += 1;
      return;
    }
    this.#came[number] = (this.#came[number] ?? 0) + 1;
    const onWire = this.#firstOnWire[number] ?? 0;
    if (onWire <= this.#lastHandedOn) this.#outOfOrder += 1;
    this.#lastHandedOn = onWire;
  }

  verdict(): Verdict {
    let lost = 0;
    let doubled = 0;
    for (let number = 0; number < this.#published.length; number += 1) {
      const came = this.#came[number] ?? 0;
      if (this.#published[number] === 1 && came === 0 && number >= this.#from) lost += 1;
      if (came > 1) doubled += came - 1;
    }
    return {
      lost,
      doubled,
      equalTooMany: this.#equalCame - this.#equalPublished,
      outOfOrder: this.#outOfOrder,
      strangers: this.#strangers,
    };
  }
}

export function markOf(number: number): string {
  return `#${number}#`;
}

/** The number between the two signs of `markOf`; null where there is none. */
function numberIn(text: string): number | null {
  const begin = text.indexOf('#') + 1;
  const end = begin > 0 ? text.indexOf('#', begin) : -1;
  return end > begin ? Number(text.slice(begin, end)) : null;
}

function textOf(event: StageEvent): string {
  switch (event.kind) {
    case 'CHAT':
    case 'GOODS_PURCHASE':
      return event.data.content;
    case 'DONATION':
      // One of cheering items has no words.
      return event.data.donationText || (event.data.donatorNickname ?? '');
    case 'SUBSCRIPTION':
      return event.data.subscriptionMessage;
    case 'DROPS':
      return event.data.rewardTitle;
    default:
      return assertNever(event);
  }
}
