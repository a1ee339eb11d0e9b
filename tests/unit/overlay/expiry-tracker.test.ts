import { describe, expect, it } from 'vitest';
import { ExpiryTracker } from '../../../renderer/widgets/expiry-tracker.ts';

const LEAVE_MS = 180;

const STAY = 5_000;
const item = (seq: number, receivedAt = 0) => ({ seq, receivedAt });

function book(start = 1_000_000) {
  const clock = { now: start };
  const of = new ExpiryTracker(() => clock.now);
  const pass = (ms: number): void => {
    clock.now += ms;
    of.pass(clock.now);
  };
  return { of, pass, start };
}

describe('ExpiryBook', () => {
  it('counts what is there at the beginning from its arrival, and the rest from now', () => {
    const { of, pass, start } = book();
    const [early, late] = [item(1, start - 3_000), item(2, 5)];
    of.begin([early], STAY);
    expect(of.follow([early, late], STAY)).toBe(2_000);
    pass(2_000);
    expect([of.ageOf(early), of.ageOf(late)]).toEqual(['leaves', 'stays']);
    expect(of.follow([early, late], STAY)).toBe(LEAVE_MS);
    pass(LEAVE_MS);
    expect(of.ageOf(early)).toBe('gone');
    expect(of.follow([early, late], STAY)).toBe(3_000 - LEAVE_MS);
  });

  it('waits for nothing when all are gone, or stay for ever', () => {
    const { of, pass, start } = book();
    of.begin([item(1, start)], STAY);
    of.follow([item(1)], STAY);
    pass(STAY + LEAVE_MS);
    expect(of.follow([item(1)], STAY)).toBeNull();
    expect(of.follow([item(1)], null)).toBeNull();
    expect(of.ageOf(item(1))).toBe('stays');
  });

  it('takes no arrival from the future for its own time', () => {
    const { of, pass, start } = book();
    of.begin([item(1, start + 3_600_000)], STAY);
    of.follow([item(1)], STAY);
    pass(STAY);
    expect(of.ageOf(item(1))).toBe('leaves');
  });

  it('looks at all items by the same moment', () => {
    const { of, pass } = book();
    of.begin([], STAY);
    of.follow([item(1)], STAY);
    pass(STAY - 1);
    expect(of.ageOf(item(1))).toBe('stays');
  });

  it('forgets what is no longer followed', () => {
    const { of, pass } = book();
    of.begin([], STAY);
    of.follow([item(1)], STAY);
    pass(STAY);
    of.follow([item(2)], STAY);
    of.follow([item(1), item(2)], STAY);
    expect(of.ageOf(item(1))).toBe('stays');
  });
});
