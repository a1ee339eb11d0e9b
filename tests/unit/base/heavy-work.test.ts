import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CarriedError, HeavyWork, WorkEndedError } from '../../../electron/base/heavy-work.ts';
import type { OddJobs } from '../../fixtures/odd-worker.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const FILE = join(import.meta.dirname, '../../fixtures/odd-worker.ts');
const LIMIT = { limitMs: 60_000 };

function setUp() {
  const clock = new VirtualClock();
  return { clock, work: new HeavyWork<OddJobs>({ file: FILE, clock }) };
}

/** Resolves once the thread is at its work. */
function atWork(work: HeavyWork<OddJobs>, signal?: AbortSignal) {
  const began = Promise.withResolvers<void>();
  const onShare = () => began.resolve();
  const done = work.run('spin', null, { ...LIMIT, onShare, ...(signal ? { signal } : {}) });
  const outcome = done.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { began: began.promise, outcome };
}

describe('work in a thread of its own', () => {
  it('answers what came of it, and leaves no timer behind', async () => {
    const { work, clock } = setUp();
    expect(await work.run('echo', { text: '안녕' }, LIMIT)).toBe('안녕');
    expect(clock.pendingTimers).toBe(0);
  });

  it('tells how far it is', async () => {
    const { work } = setUp();
    const shares: number[] = [];
    await work.run('share', [0.1, 0.5, 1], { ...LIMIT, onShare: (share) => shares.push(share) });
    expect(shares).toEqual([0.1, 0.5, 1]);
  });

  it('fails with the cause and the cure that it names', async () => {
    const { work } = setUp();
    const failure = await work.run('refuse', null, LIMIT).catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(CarriedError);
    expect(failure).toMatchObject({ problem: { code: 'care-no-such-file' } });
  });

  it('fails with what nobody expected, and why', async () => {
    const { work } = setUp();
    await expect(work.run('break', null, LIMIT)).rejects.toThrow(
      'TypeError: something odd (Error: deep down)',
    );
  });

  it('is stopped when its time is over, also where it never lets go', async () => {
    const { work, clock } = setUp();
    const { began, outcome } = atWork(work);
    await began;
    await clock.advance(60_000);
    expect(await outcome).toMatchObject({ problem: { code: 'work-too-long' } });
    expect(clock.pendingTimers).toBe(0);
  });

  it('is given up when somebody says so', async () => {
    const { work, clock } = setUp();
    const stop = new AbortController();
    const { began, outcome } = atWork(work, stop.signal);
    await began;
    stop.abort();
    expect(await outcome).toBeInstanceOf(WorkEndedError);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends with the app, and none begins after it', async () => {
    const { work } = setUp();
    const { began, outcome } = atWork(work);
    await began;
    work.dispose();
    expect(await outcome).toMatchObject({ problem: { code: 'work-given-up' } });
    await expect(work.run('echo', { text: 'x' }, LIMIT)).rejects.toBeInstanceOf(WorkEndedError);
  });

  it('that dies is a failure, not the end of the app', async () => {
    const { work } = setUp();
    await expect(work.run('leave', null, LIMIT)).rejects.toThrow('the thread ended with 3');
  });

  it('that cannot be begun is a failure', async () => {
    const work = new HeavyWork<OddJobs>({ file: `${FILE}.none.ts`, clock: new VirtualClock() });
    await expect(work.run('echo', { text: 'x' }, LIMIT)).rejects.toThrow();
  });
});
