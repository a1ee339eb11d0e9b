import { describe, expect, it } from 'vitest';
import { donation } from '../storage/support.ts';
import { startQueue } from './support.ts';

const ALONE_MS = 6_000;

describe('pausing alerts', () => {
  it('lets the one on the screen play out and keeps what comes', async () => {
    const { queue, clock, ids, arrive } = startQueue();
    arrive(donation(1));
    queue.setPaused(true);
    arrive(donation(2));
    await clock.advance(ALONE_MS);
    await clock.advance(60_000);
    expect(ids()).toEqual([1, null]);
    expect(queue.waiting).toBe(1);
    queue.setPaused(false);
    expect(ids()).toEqual([1, null, 2]);
  });

  it('is said once for every change', () => {
    const { queue } = startQueue();
    const said: boolean[] = [];
    queue.onState(() => said.push(queue.paused));
    queue.setPaused(true);
    queue.setPaused(true);
    queue.setPaused(false);
    expect(said).toEqual([true, false]);
    expect(queue.paused).toBe(false);
  });
});

describe('skipping an alert', () => {
  it('ends it as over and lets the next one on', () => {
    const { queue, ids, arrive, inState } = startQueue();
    arrive(donation(1), donation(2));
    queue.skip();
    expect(ids()).toEqual([1, 2]);
    expect(inState('over')).toEqual([1]);
  });

  it('does nothing to an empty screen', () => {
    const { queue, ids } = startQueue();
    queue.skip();
    expect(ids()).toEqual([]);
  });
});

describe('hiding all alerts at once', () => {
  it('clears the screen, and plays the hidden one first and whole when alerts go on', async () => {
    const { queue, clock, ids, arrive, inState } = startQueue();
    arrive(donation(1), donation(2));
    queue.receipt(1, 'painted');
    await clock.advance(1_000);
    queue.panic();
    expect(ids()).toEqual([1, null]);
    expect(inState('queued')).toEqual([1, 2]);
    await clock.advance(60_000);
    expect(ids()).toEqual([1, null]);
    queue.setPaused(false);
    expect(queue.current).toMatchObject({ alertId: 1 });
    expect(queue.current?.remainingMs).toBe(queue.current?.durationMs);
    expect(queue.waiting).toBe(1);
  });

  it('with nothing on the screen only pauses', () => {
    const { queue, ids, arrive } = startQueue();
    queue.panic();
    arrive(donation(1));
    expect(queue.paused).toBe(true);
    expect(ids()).toEqual([]);
  });
});
