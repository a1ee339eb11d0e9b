import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import type { SyncLog } from '../../../electron/storage/ledger-disk.ts';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import { WIRE_FRAMES, wireFrame } from '../../fixtures/wire-events.ts';
import { gapOf } from '../../support/gaps.ts';
import { receiveText } from '../../support/receive-text.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { startHub } from '../events/support.ts';
import { openForTest, temporaryFolder } from './support.ts';

/**
 * A disk that keeps of the ledger only what was synced: each sync takes them down as they are, and they
 * are what is left once it has answered.
 */
class ForgetfulDisk {
  readonly file: string;
  readonly #folder = temporaryFolder();
  readonly #open: { readonly taken: string; readonly resolve: () => void }[] = [];
  #taken = 0;
  #left: string;

  constructor() {
    this.file = join(this.#folder, 'ledger.sqlite');
    this.#left = '';
  }

  readonly sync: SyncLog = () =>
    new Promise((resolve) => this.#open.push({ taken: this.#take(), resolve }));

  /** What openers and closers of the ledger sync themselves. */
  settleNow(): void {
    this.#left = this.#take();
  }

  async answer(): Promise<void> {
    const oldest = this.#open.shift();
    if (!oldest) return;
    this.#left = oldest.taken;
    oldest.resolve();
    await settle();
  }

  /** The ledger after the power was lost, in a place of their own. */
  afterPowerLoss(): string {
    return this.#copy(this.#left, join(temporaryFolder(), 'ledger.sqlite'));
  }

  #take(): string {
    this.#taken += 1;
    return this.#copy(this.file, join(this.#folder, `taken-${this.#taken}.sqlite`));
  }

  #copy(from: string, to: string): string {
    for (const part of ['', '-wal']) {
      if (existsSync(from + part)) copyFileSync(from + part, to + part);
    }
    return to;
  }
}

function begin() {
  const disk = new ForgetfulDisk();
  const clock = new VirtualClock();
  openForTest(disk.file, clock).ledger.close();
  disk.settleNow();
  const { ledger } = openForTest(disk.file, clock, disk.sync);
  const world = startHub({ ledger, clock });
  onTestFinished(() => world.hub.dispose());
  return { ...world, disk, clock, ledger };
}

describe('a loss of power at any moment', () => {
  it.each([1, 2, 3, 4])('takes nothing that was shown, and no number twice (%i)', async (seed) => {
    const random = steadyRandom(seed);
    const { hub, turns, disk, batches } = begin();
    for (let step = 0; step < 240; step += 1) {
      const what = random();
      if (what < 0.35) {
        const count = random() < 0.05 ? 700 : 3;
        for (let n = 0; n < count; n += 1) receiveText(hub, wireFrame('CHAT'));
      } else if (what < 0.6) {
        const { frame } = WIRE_FRAMES[Math.floor(random() * WIRE_FRAMES.length)] ?? {};
        if (frame) receiveText(hub, frame);
      } else if (what < 0.8) {
        turns.end();
        await settle();
      } else {
        await disk.answer();
      }
      if (step % 40 !== 39) continue;
      const shown = batches.flat();
      const { ledger } = openForTest(disk.afterPowerLoss());
      const kept = new Set(ledger.alertsInState('queued', 10_000).map(({ seq }) => seq));
      const valued = shown.filter(({ kind }) => kind !== 'CHAT');
      expect(valued.filter(({ seq }) => !kept.has(seq))).toEqual([]);
      expect(ledger.reserveNumbers(1)).toBeGreaterThan(shown.at(-1)?.seq ?? 0);
      ledger.close();
    }
    expect(batches.flat().length).toBeGreaterThan(100);
  });

  it('leaves a state of an alert that was written a sync ago', async () => {
    const { hub, turns, disk, ledger } = begin();
    await settle();
    await disk.answer();
    receiveText(hub, wireFrame('DONATION'));
    turns.end();
    await disk.answer();
    ledger.setAlertStates([1], 'over', 5);
    const gap = gapOf({ from: 1, to: 2, reason: 'closed-1006', kinds: ['donation'] });
    ledger.recordGap(gap);
    ledger.setMark(markOfAll(7));
    await settle();
    await disk.answer();
    const left = openForTest(disk.afterPowerLoss()).ledger;
    expect(left.countAlerts('over')).toBe(1);
    expect(left.gaps(5)).toEqual([gap]);
    expect(left.mark()).toEqual(markOfAll(7));
  });

  it('may leave an earlier mark of life, and never one that was taken back', async () => {
    const { disk, ledger } = begin();
    const marked = async (mark: CoverageMark) => {
      ledger.setMark(mark);
      await settle();
      await disk.answer();
      return openForTest(disk.afterPowerLoss()).ledger.mark();
    };
    expect(await marked(markOfAll(10_000))).toEqual(markOfAll(10_000));
    // A later one is not worth a sync.
    expect(await marked(markOfAll(30_000))).toEqual(markOfAll(10_000));
    // Of one kind less was received than was thought.
    const back = { ...markOfAll(50_000), donation: { received: 20_000, proved: 5_000 } };
    expect(await marked(back)).toEqual(back);
    expect(await marked({ ...markOfAll(70_000), donation: back.donation })).toEqual(back);
    expect(await marked(markOfAll(90_000))).toEqual(back);
  });
});
