import { describe, expect, it, onTestFinished } from 'vitest';
import {
  REPLAY_SPEEDS,
  ReplayPlayer,
  type ReplaySpeed,
  SILENCE_END_MS,
} from '../../../../renderer/dashboard/replay/replay-player.ts';
import type { StageEvent } from '../../../../shared/events.ts';
import { settle, VirtualClock } from '../../../support/virtual-clock.ts';
import { pageClock } from '../support.ts';
import { BEGAN, HeldSource, moment } from './replay-support.ts';

interface Shown {
  readonly seq: number;
  /** Milliseconds since the test began to play. */
  readonly at: number;
}

async function setUp(events: readonly StageEvent[], pageSize?: number) {
  const clock = new VirtualClock();
  const source = new HeldSource(events, pageSize);
  const shown: Shown[] = [];
  const resets: number[][] = [];
  const player = new ReplayPlayer({
    source,
    clock: pageClock(clock),
    stage: {
      reset: (before) => resets.push(before.map(({ seq }) => seq)),
      add: (added) => {
        for (const { seq } of added) shown.push({ seq, at: clock.monotonic() });
      },
    },
  });
  onTestFinished(() => player.close());
  await player.open();
  const state = () => player.store.getState();
  const at = () => state().at - BEGAN;
  const seqs = () => shown.map(({ seq }) => seq);
  return { clock, source, shown, resets, player, state, at, seqs };
}

/** One event every `gapMs`, the first at one second. */
const evenly = (count: number, gapMs: number) =>
  Array.from({ length: count }, (_, index) => moment(index + 1, 1_000 + index * gapMs));

/** How late a step may be: one frame. */
const FRAME_MS = 33;

describe('the replay', () => {
  it('stands still at the first event until it is played', async () => {
    const { clock, player, state, at, shown } = await setUp(evenly(3, 1_000));
    await clock.advance(60_000);
    expect([state().phase, at(), shown, clock.pendingTimers]).toEqual(['paused', 1_000, [], 0]);
    player.play();
    expect(state().phase).toBe('playing');
  });

  it.each(REPLAY_SPEEDS)('plays with its own spacing at %d times the speed', async (speed) => {
    const { clock, player, shown, state } = await setUp(evenly(5, 4_000));
    player.setSpeed(speed);
    player.play();
    await clock.advance(16_000 / speed + 5 * FRAME_MS);
    expect(shown.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, { at }] of shown.entries()) {
      const due = (index * 4_000) / speed;
      expect(at).toBeGreaterThanOrEqual(due);
      expect(at).toBeLessThanOrEqual(due + 2 * FRAME_MS);
    }
    expect(state().phase).toBe('ended');
  });

  it('moves its time between events too, at least ten times a second', async () => {
    const { clock, player, at } = await setUp(evenly(2, 4_000));
    player.play();
    await clock.advance(2_000);
    expect(at()).toBeGreaterThan(2_850);
    expect(at()).toBeLessThanOrEqual(3_000);
  });

  it('can be paused and goes on where it was', async () => {
    const { clock, player, at, shown, state } = await setUp(evenly(3, 4_000));
    player.play();
    await clock.advance(1_500);
    player.pause();
    const stood = at();
    expect(stood).toBe(2_500);
    await clock.advance(60_000);
    expect([at(), shown.length, state().phase, clock.pendingTimers]).toEqual([
      ...[stood, 1, 'paused', 0],
    ]);
    player.play();
    await clock.advance(2_600);
    expect(shown.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('changes its speed on the way without losing or repeating anything', async () => {
    const { clock, player, seqs } = await setUp(evenly(40, 1_000));
    player.play();
    for (const speed of [10, 0.5, 60, 2, 30] as const) {
      player.setSpeed(speed);
      await clock.advance(400);
    }
    await clock.advance(60_000);
    expect(seqs()).toEqual(evenly(40, 0).map(({ seq }) => seq));
  });

  it('has what came since when one that goes on is played again', async () => {
    const { clock, source, player, state, seqs, at } = await setUp(evenly(2, 1_000));
    player.play();
    await clock.advance(3_000);
    expect(state().phase).toBe('ended');
    source.grow([moment(3, 3_000), moment(4, 4_000)]);
    player.play();
    await clock.advance(4_000);
    expect([seqs(), at(), state().phase]).toEqual([[1, 2, 1, 2, 3, 4], 4_000, 'ended']);
  });

  it.each([
    ['that is over', BEGAN + 9_000],
    ['that goes on', null],
  ])(
    'of one %s ends at the last event and can be played from the start again',
    async (_which, endedAt) => {
      const { clock, source, player, state, seqs, at, resets } = await setUp(evenly(2, 1_000));
      source.endedAt = endedAt;
      await player.open();
      resets.length = 0;
      player.play();
      await clock.advance(3_000);
      expect([state().phase, at(), clock.pendingTimers]).toEqual(['ended', 2_000, 0]);
      player.play();
      await clock.advance(3_000);
      expect([seqs(), resets.length]).toEqual([[1, 2, 1, 2], 1]);
    },
  );

  it('leaps neither over a sleep of the page nor with a clock that is set', async () => {
    const { clock, player, at } = await setUp(evenly(100, 1_000));
    player.play();
    await clock.advance(500);
    clock.jump(3_600_000);
    await clock.advance(100);
    expect(at()).toBeLessThan(3_000);
    const before = at();
    clock.jump(-7_200_000);
    await clock.advance(200);
    expect(at()).toBeGreaterThanOrEqual(before);
    expect(at()).toBeLessThan(before + 300);
  });

  it('shows at once what arrived on a clock that was set back', async () => {
    const back = [moment(1, 1_000), moment(2, 5_000), moment(3, 2_000), moment(4, 6_000)];
    const { clock, player, seqs } = await setUp(back);
    player.play();
    await clock.advance(4_100);
    expect(seqs()).toEqual([1, 2, 3]);
  });
});

describe('silence', () => {
  const quiet = [moment(1, 1_000), moment(2, 301_000), moment(3, 302_000)];

  it('is made short: a second at either end stays', async () => {
    const { clock, player, shown, seqs } = await setUp(quiet);
    player.play();
    await clock.advance(4_000);
    expect(seqs()).toEqual([1, 2, 3]);
    const between = (shown[1]?.at ?? 0) - (shown[0]?.at ?? 0);
    expect(between).toBeGreaterThanOrEqual(2 * SILENCE_END_MS - FRAME_MS);
    expect(between).toBeLessThan(2 * SILENCE_END_MS + 200);
  });

  it('is played whole where that is wished', async () => {
    const { clock, player, seqs, at } = await setUp(quiet);
    player.setSkipsSilence(false);
    player.play();
    await clock.advance(200_000);
    expect([seqs(), Math.round(at() / 1_000)]).toEqual([[1], 201]);
    player.setSkipsSilence(true);
    await clock.advance(1_500);
    expect(seqs()).toEqual([1, 2]);
  });

  it.each([
    [5_000, 5_000],
    [5_001, 2_000],
  ])('of %d ms takes about %d ms', async (gap, takes) => {
    const { clock, player, shown } = await setUp([moment(1, 0), moment(2, gap)]);
    player.play();
    await clock.advance(10_000);
    const between = (shown[1]?.at ?? 0) - (shown[0]?.at ?? 0);
    expect(between).toBeGreaterThanOrEqual(takes - FRAME_MS);
    expect(between).toBeLessThan(takes + 200);
  });
});

describe('a jump', () => {
  it('shows what came before it and plays on from there', async () => {
    const { clock, player, resets, seqs } = await setUp(evenly(200, 1_000));
    player.play();
    await clock.advance(500);
    player.seek(BEGAN + 100_000);
    await clock.advance(1_300);
    expect(resets.at(-1)).toEqual(
      evenly(99, 0)
        .map(({ seq }) => seq)
        .slice(-60),
    );
    expect(seqs()).toEqual([1, 100, 101]);
  });

  it('stays paused where it was paused', async () => {
    const { clock, player, state, at, seqs } = await setUp(evenly(20, 1_000));
    player.seek(BEGAN + 9_500);
    await clock.advance(5_000);
    expect([state().phase, at(), seqs()]).toEqual(['paused', 9_500, []]);
  });

  it('asks for one page, however often a hand moves, and nothing old is shown meanwhile', async () => {
    const { clock, source, player, seqs, at } = await setUp(evenly(100, 1_000));
    player.play();
    const before = source.asked.length;
    for (let second = 10; second < 60; second += 1) {
      player.seek(BEGAN + second * 1_000);
      await clock.advance(20);
    }
    expect(at()).toBe(59_000);
    expect(seqs()).toEqual([]);
    await clock.advance(200);
    expect(source.asked.length).toBe(before + 1);
    expect(seqs()).toEqual([59]);
  });

  it.each([
    ['before the first event', -5_000, 1_000],
    ['behind the last', 999_000, 10_000],
  ])('goes no further than there is anything: %s', async (_where, to, expected) => {
    const { clock, player, at } = await setUp(evenly(10, 1_000));
    player.seek(BEGAN + to);
    await clock.advance(200);
    expect(at()).toBe(expected);
  });

  it('throws away a page that was asked for before it', async () => {
    const { clock, source, player, seqs } = await setUp(evenly(400, 1_000), 100);
    source.hold();
    player.play();
    player.seek(BEGAN + 50_000);
    await clock.advance(150);
    player.seek(BEGAN + 300_000);
    await clock.advance(150);
    source.release();
    await settle();
    await clock.advance(1_100);
    expect(seqs()).toEqual([300, 301]);
  });

  it('can be paused while it is under way, and is not lost by that', async () => {
    const { clock, player, seqs, at, state } = await setUp(evenly(100, 1_000));
    player.play();
    player.seek(BEGAN + 50_000);
    player.pause();
    await clock.advance(1_000);
    expect([state().phase, at()]).toEqual(['paused', 50_000]);
    player.play();
    await clock.advance(1_050);
    expect(seqs()).toEqual([50, 51]);
  });

  it('from the end stands still there', async () => {
    const { clock, player, state, at } = await setUp(evenly(3, 1_000));
    player.play();
    await clock.advance(5_000);
    player.seek(BEGAN + 2_000);
    await clock.advance(1_000);
    expect([state().phase, at()]).toEqual(['paused', 2_000]);
  });
});

describe('a long broadcast', () => {
  it('is read page by page, ahead of what is shown, and never kept whole', async () => {
    const { clock, source, player, seqs, state } = await setUp(evenly(5_000, 100));
    player.setSpeed(10);
    player.play();
    const kept: number[] = [];
    for (let second = 0; second < 55; second += 1) {
      await clock.advance(1_000);
      kept.push(source.asked.length * 500 - seqs().length);
    }
    expect(state().phase).toBe('ended');
    expect(seqs()).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1));
    expect(Math.max(...kept)).toBeLessThanOrEqual(1_000);
    expect(source.asked).toHaveLength(10);
  });

  it('waits for pages that come late, and then leaves nothing out', async () => {
    const { clock, source, player, seqs, at, state } = await setUp(evenly(600, 100), 100);
    source.hold();
    player.setSpeed(60);
    player.play();
    await clock.advance(10_000);
    expect([state().phase, at(), clock.pendingTimers]).toEqual(['playing', 30_900, 0]);
    expect(seqs()).toHaveLength(300);
    source.release();
    await clock.advance(2_000);
    expect([seqs().length, state().phase]).toEqual([600, 'ended']);
  });

  it('shows a flood once a frame', async () => {
    const { clock, player, shown } = await setUp(evenly(3_000, 2));
    player.play();
    await clock.advance(1_000);
    const moments = new Set(shown.map(({ at }) => at));
    expect(shown.length).toBeGreaterThan(450);
    expect(moments.size).toBeLessThanOrEqual(Math.ceil(1_000 / FRAME_MS));
  });
});

describe('where it cannot be played', () => {
  it('says that there is no broadcast, and looks again when asked', async () => {
    const { source, player, state } = await setUp(evenly(1, 1));
    source.hasBroadcast = false;
    await player.open();
    expect([state().phase, state().outline]).toEqual(['empty', null]);
    player.play();
    expect(state().phase).toBe('empty');
    source.hasBroadcast = true;
    await player.open();
    expect(state().phase).toBe('paused');
  });

  it('says why the books cannot be read, and tries again at a press', async () => {
    const { clock, source, player, state, seqs } = await setUp(evenly(30, 1_000));
    source.failure = new Error('gone');
    player.play();
    player.seek(BEGAN + 10_000);
    await clock.advance(200);
    expect(state().phase).toBe('failed');
    expect(state().problem?.code).toBe('bad-answer');
    source.failure = null;
    player.play();
    await clock.advance(1_100);
    expect([state().phase, state().problem, seqs()]).toEqual(['playing', null, [10, 11]]);
  });

  it('opens again where not even the outline could be read', async () => {
    const { source, player, state } = await setUp([]);
    source.failure = new Error('gone');
    await player.open();
    const failed = new ReplayPlayer({
      source,
      clock: pageClock(new VirtualClock()),
      stage: { reset: () => {}, add: () => {} },
    });
    await failed.open();
    expect([failed.store.getState().phase, state().phase]).toEqual(['failed', 'failed']);
    source.failure = null;
    failed.play();
    await settle();
    expect(failed.store.getState().phase).toBe('paused');
    failed.close();
  });

  it('leaves no timer and shows nothing more when it is closed', async () => {
    const speeds: readonly ReplaySpeed[] = [1, 60];
    for (const speed of speeds) {
      const { clock, player, shown } = await setUp(evenly(100, 1_000));
      player.setSpeed(speed);
      player.play();
      player.seek(BEGAN + 5_000);
      player.close();
      await clock.advance(5_000);
      expect([shown, clock.pendingTimers]).toEqual([[], 0]);
    }
  });
});
