import { describe, expect, it } from 'vitest';
import { ShownTests } from '../../../renderer/overlay/shown-tests.ts';
import { donation } from '../../support/stage-events.ts';
import { FakeTimers } from './page-fakes.ts';

function setUp() {
  const timers = new FakeTimers();
  const removed: number[] = [];
  const tests = new ShownTests(timers, (seq) => removed.push(seq));
  return { timers, removed, tests };
}

const real = (seq: number) => donation(seq);
const test = (seq: number) => ({ ...donation(seq), origin: 'test' as const });

describe('tests in the lists on air', () => {
  it('leave with their alert', () => {
    const { tests, removed, timers } = setUp();
    tests.add([test(1)]);
    tests.follow(test(1));
    timers.advance(60_000);
    expect(removed).toEqual([]);
    tests.follow(null);
    expect(removed).toEqual([1]);
    expect(timers.pendingTimers).toBe(0);
  });

  it('leave when the next alert is on stage', () => {
    const { tests, removed } = setUp();
    tests.add([test(1), test(2)]);
    tests.follow(test(1));
    tests.follow(test(1));
    tests.follow(real(3));
    expect(removed).toEqual([1]);
  });

  it('leave after a while if no alert of theirs plays', () => {
    const { tests, removed, timers } = setUp();
    tests.add([test(1)]);
    timers.advance(9_999);
    expect(removed).toEqual([]);
    timers.advance(1);
    expect(removed).toEqual([1]);
  });

  it('are the only ones that leave, and none after the page stopped', () => {
    const { tests, removed, timers } = setUp();
    tests.add([real(1), test(2)]);
    tests.follow(real(1));
    tests.follow(null);
    tests.stop();
    timers.advance(60_000);
    expect(removed).toEqual([]);
  });
});
