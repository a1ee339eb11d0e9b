import { describe, expect, it, onTestFinished } from 'vitest';
import { ALONE_MS, AlertQueue } from '../../../electron/events/alert-queue.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger } from '../ledger/support.ts';
import { rememberingLogger } from './support.ts';

function startQueue() {
  const clock = new VirtualClock();
  const ledger = memoryLedger(clock);
  const { log } = rememberingLogger();
  const queue = new AlertQueue({
    ...{ clock, log, ledger },
    onFailure: (failure) => {
      throw failure;
    },
    findTally: () => null,
  });
  onTestFinished(() => queue.dispose());
  const shown: (number | null)[] = [];
  queue.onChange((alert) => shown.push(alert?.alertId ?? null));
  const arrive = (...events: readonly ValuedEvent[]) => {
    ledger.record(events);
    queue.add(events, new Map());
  };
  const inState = (state: Parameters<typeof ledger.alertsInState>[0]) =>
    ledger.alertsInState(state, 10).map(({ seq }) => seq);
  return { queue, clock, shown, arrive, inState };
}

describe('pausing alerts', () => {
  it('lets the one on the screen play out and keeps what comes', async () => {
    const { queue, clock, shown, arrive } = startQueue();
    arrive(donation(1));
    queue.setPaused(true);
    arrive(donation(2));
    await clock.advance(ALONE_MS);
    await clock.advance(60_000);
    expect(shown).toEqual([1, null]);
    expect(queue.waiting).toBe(1);
    queue.setPaused(false);
    expect(shown).toEqual([1, null, 2]);
  });

  it('is said once for every change', () => {
    const { queue } = startQueue();
    const said: boolean[] = [];
    queue.onPaused((paused) => said.push(paused));
    queue.setPaused(true);
    queue.setPaused(true);
    queue.setPaused(false);
    expect(said).toEqual([true, false]);
    expect(queue.paused).toBe(false);
  });
});

describe('skipping an alert', () => {
  it('ends it as over and lets the next one on', () => {
    const { queue, shown, arrive, inState } = startQueue();
    arrive(donation(1), donation(2));
    queue.skip();
    expect(shown).toEqual([1, 2]);
    expect(inState('over')).toEqual([1]);
  });

  it('does nothing to an empty screen', () => {
    const { queue, shown } = startQueue();
    queue.skip();
    expect(shown).toEqual([]);
  });
});

describe('hiding all alerts at once', () => {
  it('clears the screen, and plays the hidden one first and whole when alerts go on', async () => {
    const { queue, clock, shown, arrive, inState } = startQueue();
    arrive(donation(1), donation(2));
    queue.receipt(1, 'painted');
    await clock.advance(1_000);
    queue.panic();
    expect(shown).toEqual([1, null]);
    expect(inState('queued')).toEqual([1, 2]);
    await clock.advance(60_000);
    expect(shown).toEqual([1, null]);
    queue.setPaused(false);
    expect(queue.current).toMatchObject({ alertId: 1 });
    expect(queue.current?.remainingMs).toBe(queue.current?.durationMs);
    expect(queue.waiting).toBe(1);
  });

  it('with nothing on the screen only pauses', () => {
    const { queue, shown, arrive } = startQueue();
    queue.panic();
    arrive(donation(1));
    expect(queue.paused).toBe(true);
    expect(shown).toEqual([]);
  });
});
