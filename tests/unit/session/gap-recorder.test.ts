import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { GapRecorder } from '../../../electron/session/gap-recorder.ts';
import type { Gap } from '../../../shared/connection-history.ts';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE, setUp } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);

/** A gap book over a keeper and a ledger that fits in an object. */
function makeBook({
  heartbeatAt = null as number | null,
  kept = [] as readonly Gap[],
  full = false,
  receivedUntil = undefined as number | null | undefined,
} = {}) {
  const stage = setUp();
  const disk = { full };
  const ledger = {
    recorded: [] as Gap[],
    heard: heartbeatAt,
    writes: 0,
    recordGap(gap: Gap) {
      if (disk.full) throw new Error('the disk is full');
      ledger.recorded.push(gap);
    },
    gaps: () => kept,
    setHeartbeat(at: number | null) {
      if (disk.full) throw new Error('the disk is full');
      ledger.writes += 1;
      ledger.heard = at;
    },
    heartbeatAt: () => heartbeatAt,
  };
  const { keeper, clock } = stage;
  const given = { keeper, ledger, clock, log: silentLogger };
  const book = new GapRecorder(receivedUntil === undefined ? given : { ...given, receivedUntil });
  return { ...stage, ledger, disk, book };
}

describe('the gap book', () => {
  it('writes every gap down when it is over', async () => {
    const { keeper, net, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(ledger.recorded).toMatchObject([{ from: START, reason: 'closed-1006' }]);
    await clock.advance(5 * MINUTE);
    expect(ledger.recorded).toHaveLength(1);
    keeper.dispose();
  });

  it('moves the mark of life on with the PONGs, but not with each of many', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await settle();
    expect(ledger.heard).toBe(START);
    await clock.advance(10 * MINUTE);
    expect(ledger.heard).toBe(START + 10 * MINUTE);
    const { writes } = ledger;
    for (let time = 0; time < 50; time += 1) {
      keeper.probe();
      await settle();
    }
    expect(ledger.writes - writes).toBeLessThanOrEqual(1);
    keeper.dispose();
  });

  it('marks nothing before the stream is live, nor while it is not', async () => {
    const { keeper, net, clock, ledger } = makeBook();
    net.options.openAtOnce = false;
    await keeper.start();
    await clock.advance(5_000);
    expect(ledger.writes).toBe(0);
    net.sockets[0]?.open();
    await settle();
    expect(ledger.heard).toBe(START + 5_000);
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5 * MINUTE);
    expect(ledger.heard).toBe(START + 5_000);
    keeper.dispose();
  });

  it('marks the last message that is certain when the machine has slept', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(MINUTE);
    clock.jump(HOUR);
    await clock.advance(MINUTE);
    expect(ledger.heard).toBe(START + MINUTE);
    keeper.dispose();
  });

  it('marks at once where the stream begins again soon after a stop', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(5_000);
    keeper.stop(true);
    expect(ledger.heard).toBeNull();
    await keeper.start();
    await settle();
    expect(ledger.heard).toBe(START + 5_000);
    keeper.dispose();
  });

  it('writes nothing any more after its end', async () => {
    const { keeper, net, clock, ledger, book } = makeBook();
    await keeper.start();
    await clock.advance(1_000);
    book.dispose();
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(HOUR);
    keeper.stop(true);
    expect(ledger.recorded).toEqual([]);
    expect(ledger.heard).toBe(START);
    keeper.dispose();
  });

  it('takes the mark away at a clean stop', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(HOUR);
    keeper.stop(true);
    expect(ledger.heard).toBeNull();
    keeper.dispose();
  });

  it('leaves the mark while a gap is open, for a crash in the middle of it', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(HOUR);
    keeper.stop(false);
    expect(keeper.recorder.connectionHistory.openGap).not.toBeNull();
    expect(ledger.heard).toBe(START + HOUR);
    keeper.dispose();
  });

  it('makes a gap of the time since a crash', async () => {
    const { keeper, ledger } = makeBook({ heartbeatAt: START - HOUR });
    await keeper.start();
    await settle();
    expect(ledger.recorded).toEqual([{ from: START - HOUR, to: START, reason: 'crash' }]);
    keeper.dispose();
  });

  it('shows the gaps of earlier runs', () => {
    const kept = [{ from: 1, to: 2, reason: 'no-pong' }];
    const { keeper } = makeBook({ kept });
    expect(keeper.recorder.connectionHistory.gaps).toEqual(kept);
    keeper.dispose();
  });

  it('writes a gap down later when the disk was full', async () => {
    const { keeper, net, clock, ledger, disk } = makeBook({ full: true });
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(ledger.recorded).toEqual([]);
    disk.full = false;
    await clock.advance(MINUTE);
    expect(ledger.recorded).toHaveLength(1);
    keeper.dispose();
  });

  it('does not end the stream when the disk is full', async () => {
    const { keeper, net, clock } = makeBook({ full: true });
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it.each([
    ['a gap since another host received the last', START - 9_000, [{ from: START - 9_000 }]],
    ['no gap where another host received until now', null, []],
  ])('has %s, whatever its own mark says', async (_, receivedUntil, gaps) => {
    const { keeper, clock, ledger } = makeBook({ heartbeatAt: START - HOUR, receivedUntil });
    await keeper.start();
    await clock.advance(1_000);
    expect(ledger.recorded).toMatchObject(gaps);
    keeper.dispose();
  });
});
