import { describe, expect, it, onTestFinished } from 'vitest';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import { Broadcast } from '../../../electron/features/overlay/broadcast.ts';
import type { FigureRepository } from '../../../electron/features/overlay/figure-repository.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger } from '../storage/support.ts';

const GOES_ON_MS = 30 * 60_000;

const START = Date.UTC(2026, 4, 15, 10);

function setUp() {
  const clock = new VirtualClock(START);
  const ledger: Ledger = memoryLedger(clock);
  const logged: string[] = [];
  const log: Logger = { ...silentLogger, error: (message) => logged.push(message) };
  const start = (repository: Pick<FigureRepository, 'broadcast' | 'setBroadcast' | 'setLeft'>) => {
    const broadcast = new Broadcast({ repository, clock, log });
    onTestFinished(() => broadcast.dispose());
    return broadcast;
  };
  return { clock, ledger, logged, start };
}

describe('a broadcast', () => {
  it('begins with the app the first time', () => {
    const { ledger, start } = setUp();
    expect(start(ledger.figures).beganAt).toBe(START);
  });

  it.each([
    [0, true],
    [GOES_ON_MS, true],
    [GOES_ON_MS + 1, false],
  ])('goes on over a restart after %i ms: %s', async (goneMs, goesOn) => {
    const { clock, ledger, start } = setUp();
    const first = start(ledger.figures);
    await clock.advance(5 * 3_600_000);
    first.dispose();
    await clock.advance(goneMs);
    expect(start(ledger.figures).beganAt).toBe(goesOn ? START : clock.now());
  });

  it.each([
    ['heard something', (ledger: Ledger, at: number) => ledger.setMark(markOfAll(at))],
    [
      'had a donation',
      (ledger: Ledger, at: number) => ledger.record([{ ...donation(1), receivedAt: at }]),
    ],
  ])('goes on after a crash when the app %s within half an hour', async (_what, sign) => {
    const { clock, ledger, start } = setUp();
    start(ledger.figures);
    await clock.advance(5 * 3_600_000);
    sign(ledger, clock.now());
    await clock.advance(GOES_ON_MS);
    expect(start(ledger.figures).beganAt).toBe(START);
  });

  it('goes on after a crash right after its beginning', async () => {
    const { clock, ledger, start } = setUp();
    const first = start(ledger.figures);
    await clock.advance(5 * 3_600_000);
    const beganAt = first.begin();
    await clock.advance(GOES_ON_MS);
    expect(start(ledger.figures).beganAt).toBe(beganAt);
  });

  it('begins when the streamer says so, says it, and keeps it', async () => {
    const { clock, ledger, start } = setUp();
    const broadcast = start(ledger.figures);
    const told: number[] = [];
    broadcast.onChange((at) => told.push(at));
    await clock.advance(60_000);
    expect(broadcast.begin()).toBe(START + 60_000);
    expect([told, broadcast.beganAt]).toEqual([[START + 60_000], START + 60_000]);
    broadcast.dispose();
    expect(start(ledger.figures).beganAt).toBe(START + 60_000);
  });

  it.each([
    ['a little: it goes on', -60_000, START - 120_000],
    ['behind its beginning: another begins', -86_400_000, START - 86_400_000],
  ])('that finds the clock set back %s', (_what, jumpMs, expected) => {
    const { clock, ledger, start } = setUp();
    ledger.figures.setBroadcast(START - 120_000);
    ledger.figures.setLeft(START);
    clock.jump(jumpMs);
    expect(start(ledger.figures).beganAt).toBe(expected);
  });

  it('is the app’s start where the books cannot be read or written', () => {
    const { ledger, logged, start } = setUp();
    const broken = () => {
      throw new Error('the disk is gone');
    };
    const repository = {
      ...ledger.figures,
      broadcast: broken,
      setBroadcast: broken,
      setLeft: broken,
    };
    const broadcast = start(repository);
    expect(broadcast.beganAt).toBe(START);
    expect(() => broadcast.begin()).toThrow('the disk is gone');
    expect(broadcast.beganAt).toBe(START);
    broadcast.dispose();
    expect(logged).toHaveLength(3);
  });

  it.each([
    ['with the beginning of the next that the streamer begins', 60_000, 60_000],
    ['with the last sign of life where the app was gone too long', null, 5_000 + 1],
  ])('ends in the books %s', async (_what, beginsAfter, ended) => {
    const { clock, ledger, start } = setUp();
    const first = start(ledger.figures);
    if (beginsAfter !== null) {
      await clock.advance(beginsAfter);
      first.begin();
    } else {
      await clock.advance(5_000);
      first.dispose();
      await clock.advance(GOES_ON_MS + 1);
      start(ledger.figures);
    }
    expect(ledger.broadcasts.list(5)).toEqual([
      { id: 2, beganAt: clock.now(), endedAt: null },
      { id: 1, beganAt: START, endedAt: START + ended },
    ]);
  });

  it('is one in the books over a restart that it goes on over', async () => {
    const { clock, ledger, start } = setUp();
    start(ledger.figures).dispose();
    await clock.advance(GOES_ON_MS);
    start(ledger.figures);
    expect(ledger.broadcasts.list(5)).toEqual([{ id: 1, beganAt: START, endedAt: null }]);
  });
});
