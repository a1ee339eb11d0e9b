import type { Ledger } from '../storage/ledger.ts';

/** Numbers are reserved in blocks, so that not every event costs a write to the disk. */
const NUMBER_BLOCK = 1_000;

type NumberedLedger = Pick<Ledger, 'firstFreeNumber' | 'reserveNumbers' | 'releaseNumbers'>;

/**
 * Hands out event numbers that rise by one and never repeat. While the disk refuses a reservation
 * the numbers go on all the same, and what was taken on credit is reserved with the next block.
 */
export class Numbering {
  readonly #ledger: NumberedLedger;
  readonly #onFailure: (failure: unknown) => void;
  #next: number;
  #end: number;

  /** Throws the ledger's error when it cannot even be read. */
  constructor(ledger: NumberedLedger, onFailure: (failure: unknown) => void) {
    this.#ledger = ledger;
    this.#onFailure = onFailure;
    this.#next = ledger.firstFreeNumber();
    this.#end = this.#next;
    this.#reserve();
  }

  get last(): number {
    return this.#next - 1;
  }

  /** First number that is not reserved (on the disk as soon as the ledger is). */
  get end(): number {
    return this.#end;
  }

  take(): number {
    // On credit, the disk is asked again only once in a block: each try may take a while.
    if (this.#next >= this.#end && (this.#next - this.#end) % NUMBER_BLOCK === 0) this.#reserve();
    const number = this.#next;
    this.#next += 1;
    return number;
  }

  /** The disk takes something again: reserves what was taken on credit. */
  catchUp(): void {
    if (this.#next > this.#end) this.#reserve();
  }

  /** Gives the rest of the block back, at a clean stop. */
  release(): void {
    try {
      this.catchUp();
      this.#ledger.releaseNumbers(this.#next);
    } catch (failure) {
      this.#onFailure(failure);
    }
  }

  #reserve(): void {
    try {
      const wanted = this.#next - this.#end + NUMBER_BLOCK;
      const first = this.#ledger.reserveNumbers(wanted);
      // The ledger may have moved on by themselves: never go back.
      this.#next = Math.max(this.#next, first);
      this.#end = first + wanted;
    } catch (failure) {
      this.#onFailure(failure);
    }
  }
}
