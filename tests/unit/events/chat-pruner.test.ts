import { describe, expect, it, onTestFinished } from 'vitest';
import { ChatPruner } from '../../../electron/events/chat-log.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from './support.ts';

const FIRST_LOOK_MS = 10_000;
const PAUSE_MS = 100;
const PERIOD_MS = 3_600_000;
const ROWS_AT_ONCE = 500;

const DAY_MS = 86_400_000;

function setUp(old: number) {
  const clock = new VirtualClock();
  const { log, lines } = rememberingLogger();
  const asked: { readonly at: number; readonly before: number }[] = [];
  const state = { old, days: 30, isFull: false };
  const pruner = new ChatPruner({
    clock,
    log,
    days: () => state.days,
    repository: {
      prune: (before: number, most: number) => {
        asked.push({ at: clock.monotonic(), before: clock.now() - before });
        if (state.isFull) throw new Error('disk full');
        const gone = Math.min(most, state.old);
        state.old -= gone;
        return gone;
      },
    },
  });
  onTestFinished(() => pruner.dispose());
  return { clock, asked, state, pruner, lines };
}

describe('messages whose time is up', () => {
  it('go in small steps with pauses, some time after the start, then every hour', async () => {
    const { clock, asked } = setUp(ROWS_AT_ONCE * 2 + 1);
    await clock.advance(FIRST_LOOK_MS + PERIOD_MS * 1.5);
    expect(asked.map(({ at }) => at)).toEqual([
      FIRST_LOOK_MS,
      FIRST_LOOK_MS + PAUSE_MS,
      FIRST_LOOK_MS + PAUSE_MS * 2,
      FIRST_LOOK_MS + PAUSE_MS * 2 + PERIOD_MS,
    ]);
  });

  it.each([
    [30, 30 * DAY_MS],
    [1, DAY_MS],
    [0, 0],
  ])('are those older than %i days', async (days, age) => {
    const { clock, asked, state } = setUp(0);
    state.days = days;
    await clock.advance(FIRST_LOOK_MS);
    expect(asked.map(({ before }) => before)).toEqual([age]);
  });

  it('go at once where the streamer has set another time', async () => {
    const { clock, asked, pruner } = setUp(0);
    await clock.advance(FIRST_LOOK_MS);
    pruner.look();
    await clock.advance(PAUSE_MS);
    expect(asked).toHaveLength(2);
  });

  it('stay an hour longer where the disk refuses', async () => {
    const { clock, asked, state, lines } = setUp(5);
    state.isFull = true;
    await clock.advance(FIRST_LOOK_MS + PERIOD_MS - 1);
    expect([asked.length, lines.length]).toEqual([1, 1]);
    state.isFull = false;
    await clock.advance(1);
    expect([asked.length, state.old]).toEqual([2, 0]);
  });

  it('are nobody’s business after the end', async () => {
    const { clock, asked, pruner } = setUp(5);
    pruner.dispose();
    pruner.look();
    await clock.advance(PERIOD_MS * 2);
    expect([asked, clock.pendingTimers]).toEqual([[], 0]);
  });
});
