import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Actions, createActions } from '../../../renderer/stores/dashboard-actions.ts';
import type { Found } from '../../../shared/contract/command.ts';
import { BridgeError } from '../../../shared/contract/index.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { pageClock } from '../dashboard/support.ts';

const NAME = 'stream.set#live-title';
const LOST = { code: 'result-unknown', outcome: 'unknown' } as const;

function setUp() {
  const clock = new VirtualClock(0);
  const store = createStore<{ readonly actions: Actions }>(() => ({ actions: {} }));
  const actions = createActions(store, pageClock(clock));
  const phase = () => store.getState().actions[NAME]?.phase;
  const lose = (read?: () => Promise<Found>) =>
    actions.run(NAME, () => Promise.reject(new BridgeError(LOST)), { read });
  return { clock, actions, phase, lose };
}

describe('an action whose answer was lost', () => {
  it('is found by a look; a success fades', async () => {
    const { actions, phase, lose, clock } = setUp();
    await lose(async () => 'done');
    await actions.look(NAME);
    expect(phase()).toBe('found');
    await clock.advance(10_000);
    expect(phase()).toBe('idle');
  });

  it('is not told by a look of before what another try comes to', async () => {
    const { actions, phase, lose } = setUp();
    let answer = (_found: Found) => {};
    await lose(() => new Promise((resolve) => (answer = resolve)));
    const looking = actions.look(NAME);
    await lose();
    answer('done');
    await looking;
    expect(phase()).toBe('failed');
  });

  it('learns from elsewhere that it was done, as no other action does', async () => {
    const { actions, phase, lose } = setUp();
    actions.wasDone(NAME);
    expect(phase()).toBeUndefined();
    await actions.run(NAME, () => Promise.reject(new BridgeError({ code: 'core-not-running' })));
    actions.wasDone(NAME);
    expect(phase()).toBe('failed');
    await lose();
    actions.wasDone(NAME);
    expect(phase()).toBe('found');
  });

  it('is forgotten on request, but not while it runs', async () => {
    const { actions, phase, lose } = setUp();
    await lose();
    actions.forget(NAME);
    expect(phase()).toBe('idle');
    void actions.run(NAME, () => new Promise(() => {}));
    actions.forget(NAME);
    expect(phase()).toBe('pending');
  });
});
