import { describe, expect, it } from 'vitest';
import type { CardMoment } from '../../../electron/features/alerts/on-screen.ts';
import { donation } from '../storage/support.ts';
import { startQueue } from './support.ts';

const ALONE_MS = 6_000;

function shown({ isPainted = true } = {}) {
  const moments: CardMoment[] = [];
  const started = startQueue({ onCard: (moment) => moments.push(moment) });
  if (isPainted) started.attachPainter();
  else started.queue.attachOverlay();
  const told = () => moments.map(({ moment, card }) => [moment, card[0].event.seq]);
  return { ...started, told };
}

describe('what viewers missed of an alert', () => {
  it('is in the list of those that played and in the ledger, also after a restart', async () => {
    const { queue, clock, arrive, record, ledger } = shown();
    arrive(donation(1), donation(2));
    await clock.advance(60_000);
    queue.setFlaw([1], 'not-on-broadcast');
    const flaws = (from: typeof queue) =>
      from.desk.over.map(({ event, flaw }) => [event.seq, flaw]);
    const expected = [
      [2, null],
      [1, 'not-on-broadcast'],
    ];
    expect(flaws(queue)).toEqual(expected);
    expect(record(1)?.flaw).toBe('not-on-broadcast');
    queue.dispose();
    const next = startQueue({ ledger, clock });
    next.queue.restore();
    expect(flaws(next.queue)).toEqual(expected);
    next.queue.setFlaw([1], null);
    expect(record(1)?.flaw).toBeNull();
  });

  it('is written when the disk writes again', async () => {
    const { queue, clock, arrive, record, ledger } = shown();
    arrive(donation(1));
    await clock.advance(ALONE_MS);
    const setFlaw = ledger.alerts.setFlaw.bind(ledger.alerts);
    ledger.alerts.setFlaw = () => {
      throw new Error('the disk is full');
    };
    queue.setFlaw([1], 'not-heard');
    expect(record(1)?.flaw).toBeNull();
    ledger.alerts.setFlaw = setFlaw;
    arrive(donation(2));
    await clock.advance(ALONE_MS);
    expect(record(1)?.flaw).toBe('not-heard');
  });

  it('is not noted of one that is no longer over', async () => {
    const { queue, clock, arrive, record } = shown();
    arrive(donation(1));
    queue.receipt(1, 'painted');
    queue.panic();
    queue.setFlaw([1], 'not-heard');
    expect(record(1)).toMatchObject({ state: 'queued', flaw: null });
    await clock.advance(1);
  });
});

describe('the moments of a card', () => {
  it('are its beginning, its first painted frame and its end, once each, for replays too', async () => {
    const { queue, clock, arrive, told } = shown();
    arrive(donation(1));
    queue.receipt(1, 'painted');
    queue.receipt(1, 'painted');
    await clock.advance(ALONE_MS);
    queue.replay(1);
    queue.receipt(1, 'painted');
    queue.skip();
    expect(told()).toEqual([
      ['begun', 1],
      ['painted', 1],
      ['ended', 1],
      ['begun', 1],
      ['painted', 1],
      ['ended', 1],
    ]);
  });

  it('know no first frame of a card that no page draws', async () => {
    const { clock, arrive, told } = shown({ isPainted: false });
    arrive(donation(1));
    await clock.advance(ALONE_MS);
    expect(told()).toEqual([
      ['begun', 1],
      ['ended', 1],
    ]);
  });
});
