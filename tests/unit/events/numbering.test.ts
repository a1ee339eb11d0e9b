import { describe, expect, it } from 'vitest';
import { Numbering } from '../../../electron/events/numbering.ts';

/** A ledger that has given away the numbers below `next`. */
class FakeLedger {
  next = 1;
  isFull = false;
  tries = 0;

  firstFreeNumber(): number {
    return this.next;
  }

  reserveNumbers(count: number): number {
    this.#write();
    this.next += count;
    return this.next - count;
  }

  releaseNumbers(next: number): void {
    this.#write();
    this.next = next;
  }

  #write(): void {
    this.tries += 1;
    if (this.isFull) throw new Error('the disk is full');
  }
}

function setUp(isFull = false) {
  const ledger = new FakeLedger();
  ledger.isFull = isFull;
  const failures: unknown[] = [];
  const numbers = new Numbering(ledger, (failure) => failures.push(failure));
  const take = (count: number) => Array.from({ length: count }, () => numbers.take());
  return { ledger, failures, numbers, take };
}

describe('numbers of events', () => {
  it('are reserved a thousand at a time, and what is left is given back at the end', () => {
    const { ledger, numbers, take } = setUp();
    expect(take(3)).toEqual([1, 2, 3]);
    expect([ledger.next, ledger.tries]).toEqual([1_001, 1]);
    numbers.release();
    expect(ledger.next).toBe(4);
  });

  it('go on while the disk takes nothing, which is asked once in a thousand', () => {
    const { ledger, failures, take } = setUp(true);
    expect(take(1_500).at(-1)).toBe(1_500);
    expect([ledger.tries, failures.length]).toEqual([3, 3]);
  });

  it('that were taken on credit are reserved as soon as the disk takes something, and no number twice', () => {
    const { ledger, numbers, take } = setUp(true);
    take(20);
    numbers.catchUp();
    expect(ledger.next).toBe(1);
    ledger.isFull = false;
    numbers.catchUp();
    expect([ledger.next, numbers.end]).toEqual([1_021, 1_021]);
    const { tries } = ledger;
    numbers.catchUp();
    expect(ledger.tries).toBe(tries);
    expect(take(1)).toEqual([21]);
  });

  it('that were taken on credit are kept at the end, too; a disk that is still full is said', () => {
    const { ledger, failures, numbers, take } = setUp(true);
    take(20);
    failures.length = 0;
    numbers.release();
    expect(failures).toHaveLength(2);
    ledger.isFull = false;
    numbers.release();
    expect(ledger.next).toBe(21);
  });
});
