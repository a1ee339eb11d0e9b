import { describe, expect, it } from 'vitest';
import {
  type History,
  NO_HISTORY,
  redone,
  undone,
  withStep,
} from '../../../../renderer/dashboard/overlay/overlay-edits.ts';

const SAME_STEP_MS = 1_000;
const STEPS_MAX = 100;

const step = (tag: string | null, at = 0, gesture = false) => ({ tag, at, gesture });

describe('a history', () => {
  it('has no way back at first', () => {
    expect(undone(NO_HISTORY as History<string>, 'now')).toBeNull();
    expect(redone(NO_HISTORY as History<string>, 'now')).toBeNull();
  });

  it('goes back and forward again', () => {
    const history = withStep(withStep<string>(NO_HISTORY, 'one', step(null)), 'two', step(null));
    const back = undone(history, 'three');
    expect(back?.value).toBe('two');
    const further = back && undone(back.history, back.value);
    expect(further?.value).toBe('one');
    const forward = further && redone(further.history, further.value);
    expect(forward?.value).toBe('two');
    expect(forward && redone(forward.history, forward.value)?.value).toBe('three');
  });

  it('forgets what was undone when something else is done', () => {
    const back = undone(withStep<string>(NO_HISTORY, 'one', step(null)), 'two');
    const history = back && withStep(back.history, 'one', step(null));
    expect(history?.future).toEqual([]);
  });

  it.each([
    ['the same thing soon after', step('a', 10), step('a', 10 + SAME_STEP_MS - 1), 1],
    ['the same thing later', step('a', 10), step('a', 10 + SAME_STEP_MS), 2],
    ['another thing', step('a', 10), step('b', 11), 2],
    ['things without a name', step(null, 10), step(null, 11), 2],
    ['one gesture, however long', step('g', 10, true), step('g', 90_000, true), 1],
  ])('counts %s as it should', (_, first, second, steps) => {
    const history = withStep(withStep<string>(NO_HISTORY, 'one', first), 'two', second);
    expect(history.past).toHaveLength(steps);
    expect(history.past[0]).toBe('one');
  });

  it('begins a new step after something was undone', () => {
    const one = withStep<string>(NO_HISTORY, 'one', step('a', 0));
    const two = withStep(one, 'two', step('b', 0));
    const back = undone(two, 'three');
    const history = back && withStep(back.history, back.value, step('a', 1));
    expect(history?.past).toEqual(['one', 'two']);
  });

  it('keeps the latest steps only', () => {
    let history: History<number> = NO_HISTORY;
    for (let at = 0; at < STEPS_MAX + 5; at += 1) history = withStep(history, at, step(null));
    expect(history.past).toHaveLength(STEPS_MAX);
    expect(history.past[0]).toBe(5);
  });
});
