import { describe, expect, it, onTestFinished } from 'vitest';
import { ChatKeeper } from '../../../electron/events/chat-log.ts';
import type { ChatMessage } from '../../../electron/events/chat-repository.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { chat } from '../storage/chat-support.ts';
import { donation } from '../storage/support.ts';
import { rememberingLogger } from './support.ts';

const GATHER_MS = 1_000;
const MOST_AT_ONCE = 500;
const MOST_WAITING = 5_000;
const RETRY_MS = 5_000;

function setUp() {
  const clock = new VirtualClock();
  const { log, lines } = rememberingLogger();
  const written: number[][] = [];
  const problems: Problem[] = [];
  const disk = { isFull: false, keeps: true };
  const keeper = new ChatKeeper({
    clock,
    log,
    repository: {
      record: (messages: readonly ChatMessage[]) => {
        if (disk.isFull) throw new Error('disk full');
        written.push(messages.map(({ seq }) => seq));
      },
    },
    keeps: () => disk.keeps,
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => keeper.dispose());
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => chat(from + index));
  return { clock, lines, written, problems, disk, keeper, many };
}

describe('the keeper of the chat', () => {
  it('writes what came within a second in one go, and then needs no timer', async () => {
    const { clock, keeper, written } = setUp();
    keeper.add([chat(1)]);
    await clock.advance(GATHER_MS - 1);
    keeper.add([chat(2), donation(3), chat(4)]);
    expect(written).toEqual([]);
    await clock.advance(1);
    expect(written).toEqual([[1, 2, 4]]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not wait longer for the first because more comes', async () => {
    const { clock, keeper, written } = setUp();
    for (let seq = 1; seq <= 5; seq += 1) {
      keeper.add([chat(seq)]);
      await clock.advance(GATHER_MS / 4);
    }
    expect(written[0]).toEqual([1, 2, 3, 4]);
  });

  it('writes a flood five hundred at a time, and never within the turn in which it is shown', async () => {
    const { clock, keeper, written, many } = setUp();
    keeper.add(many(1, MOST_AT_ONCE * 2 + 20));
    expect(written).toEqual([]);
    await clock.advance(0);
    expect(written.map((batch) => batch.length)).toEqual([MOST_AT_ONCE, MOST_AT_ONCE]);
    await clock.advance(GATHER_MS);
    expect(written.map((batch) => batch.length)).toEqual([MOST_AT_ONCE, MOST_AT_ONCE, 20]);
    expect(written.flat()).toEqual(many(1, MOST_AT_ONCE * 2 + 20).map(({ seq }) => seq));
  });

  it('keeps nothing of a test, and nothing at all where the streamer keeps none', async () => {
    const { clock, disk, keeper, written } = setUp();
    keeper.add([{ ...chat(1), origin: 'test' }]);
    disk.keeps = false;
    keeper.add([chat(2)]);
    await clock.advance(GATHER_MS * 2);
    expect([written, clock.pendingTimers]).toEqual([[], 0]);
  });

  it('writes at once what waits, for somebody who is about to read', () => {
    const { clock, keeper, written } = setUp();
    keeper.add([chat(1)]);
    keeper.flush();
    expect([written, clock.pendingTimers]).toEqual([[[1]], 0]);
  });

  it('writes what waits at its end, and takes nothing after it', () => {
    const { clock, keeper, written } = setUp();
    keeper.add([chat(1)]);
    keeper.dispose();
    keeper.add([chat(2)]);
    expect([written, clock.pendingTimers]).toEqual([[[1]], 0]);
  });
});

describe('a disk that refuses', () => {
  it('is told once, and tried again every five seconds until it takes everything', async () => {
    const { clock, disk, keeper, written, problems, lines } = setUp();
    disk.isFull = true;
    keeper.add([chat(1)]);
    await clock.advance(GATHER_MS + RETRY_MS * 3);
    keeper.add([chat(2)]);
    await clock.advance(RETRY_MS - 1);
    expect(problems).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    disk.isFull = false;
    await clock.advance(RETRY_MS);
    expect(written).toEqual([[1, 2]]);
    disk.isFull = true;
    keeper.add([chat(3)]);
    await clock.advance(GATHER_MS);
    expect(problems).toHaveLength(2);
  });

  it('is not asked for each of a flood, and only so much waits for it', async () => {
    const { clock, disk, keeper, written, many, lines } = setUp();
    disk.isFull = true;
    keeper.add(many(1, MOST_AT_ONCE));
    await clock.advance(GATHER_MS);
    keeper.add(many(MOST_AT_ONCE + 1, MOST_WAITING));
    disk.isFull = false;
    await clock.advance(RETRY_MS);
    await clock.advance(GATHER_MS);
    const kept = written.flat();
    expect([kept.length, kept[0]]).toEqual([MOST_WAITING, MOST_AT_ONCE + 1]);
    expect(lines.at(-1)).toMatchObject({ level: 'info', fields: { lost: MOST_AT_ONCE } });
  });

  it('at the end costs what waits, and the log says how much', () => {
    const { disk, keeper, lines, many } = setUp();
    disk.isFull = true;
    keeper.add(many(1, 3));
    keeper.dispose();
    expect(lines.at(-1)).toMatchObject({ level: 'error', fields: { lost: 3 } });
  });
});
