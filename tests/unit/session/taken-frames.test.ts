import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Brought,
  FrameRecord,
  readBrought,
  TakenFrames,
  type Waiting,
} from '../../../electron/session/taken-frames.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const donation = (text: string) => ({ event: 'DONATION', data: { donationText: text } });

/** A giver and a taker of one stream, on one clock. */
function setUp() {
  const clock = new VirtualClock();
  const record = new FrameRecord(clock);
  const net = fakeSockets({ answerPings: false, openAtOnce: true });
  const had: string[] = [];
  record.listen(net.open)('wss://host/?sessionKey=old', {
    onOpen: () => undefined,
    onText: (text) => had.push(text),
    onEnd: () => undefined,
  });
  const old = net.sockets[0];
  old?.open();
  const frames = new TakenFrames({ clock, lateMs: 5_000 });
  record.start();
  return {
    clock,
    had,
    record,
    old: (frame: unknown) => old?.text(frame),
    next: (frame: unknown) => frames.wait(JSON.stringify(frame)),
    frames,
    /** What the giver tells, as it goes over the wire. */
    told: (since = 0): readonly Brought[] => readBrought(JSON.stringify(record.take(since))) ?? [],
  };
}

describe('the frames of a channel that is handed over', () => {
  it('are those that the host before did not have, and twice what really came twice', async () => {
    const { clock, old, next, frames, told } = setUp();
    old(donation('before the subscription'));
    frames.begin('donation');
    for (const text of ['a', 'same', 'same']) old(donation(text));
    await clock.advance(20);
    for (const text of ['a', 'same', 'same', 'same', 'b']) next(donation(text));
    const taken = frames.without(told()).map((text) => JSON.parse(text).data.donationText);
    expect(taken).toEqual(['same', 'b']);
  });

  it('leave out what the host before had a moment later than this one', async () => {
    const { clock, old, next, frames, told } = setUp();
    frames.begin('donation');
    next(donation('a'));
    await clock.advance(300);
    old(donation('a'));
    expect(frames.without(told())).toEqual([]);
  });

  it('leave out a copy that comes after the hand-over, and nothing once none can come', async () => {
    const { clock, old, frames, told } = setUp();
    frames.begin('donation');
    old(donation('a'));
    old(donation('b'));
    frames.without(told());
    expect(frames.admits(JSON.stringify(donation('a')))).toBe(false);
    expect(frames.admits(JSON.stringify(donation('a')))).toBe(true);
    await clock.advance(5_001);
    expect(frames.admits(JSON.stringify(donation('b')))).toBe(true);
  });

  it('leave out no equal event that comes too late to be a copy, though copies are still expected', async () => {
    const { clock, old, frames, told } = setUp();
    frames.begin('donation');
    old(donation('same'));
    await clock.advance(4_000);
    frames.without(told());
    await clock.advance(2_500);
    expect(frames.admits(JSON.stringify(donation('same')))).toBe(true);
  });

  it('leave out no equal event of another time, however long the hand-over took', async () => {
    const { clock, old, next, frames, told } = setUp();
    frames.begin('donation');
    old(donation('same'));
    await clock.advance(6_000);
    for (const text of ['a', 'b', 'c']) old(donation(text));
    await clock.advance(20);
    for (const text of ['a', 'b', 'c', 'same']) next(donation(text));
    expect(frames.without(told())).toEqual([JSON.stringify(donation('same'))]);
  });

  it('leave out no event equal to one from before this session was subscribed', async () => {
    const { clock, old, next, frames, told } = setUp();
    old(donation('same'));
    await clock.advance(1_000);
    frames.begin('donation');
    for (const text of ['a', 'b', 'c']) old(donation(text));
    await clock.advance(20);
    for (const text of ['a', 'b', 'c']) next(donation(text));
    await clock.advance(1_000);
    next(donation('same'));
    expect(frames.without(told())).toEqual([JSON.stringify(donation('same'))]);
  });

  it('are compared by events that came once on both sides: one that came again tells no time', async () => {
    const { clock, old, next, frames, told } = setUp();
    frames.begin('donation');
    for (const text of ['once', 'again']) old(donation(text));
    await clock.advance(20);
    for (const text of ['once', 'again']) next(donation(text));
    await clock.advance(7_000);
    next(donation('again'));
    expect(frames.without(told())).toEqual([JSON.stringify(donation('again'))]);
  });

  it('are handed on once, and with them what is no event', () => {
    const stage = setUp();
    const pong = { action: 'PONG' };
    for (const frame of [pong, donation('a')]) stage.next(frame);
    const both = [pong, donation('a')].map((frame) => JSON.stringify(frame));
    expect(stage.frames.without([])).toEqual(both);
    expect(stage.frames.without([])).toEqual([]);
    expect(stage.frames.admits(JSON.stringify(pong))).toBe(true);
    const unknown = setUp();
    unknown.next(donation('a'));
    expect(unknown.frames.only(() => true)).toHaveLength(1);
    expect(unknown.frames.only(() => true)).toEqual([]);
  });

  it('are those that are wanted where the host before could not tell, until no copy can come', async () => {
    const { clock, next, frames } = setUp();
    const [early, late] = [donation('early'), donation('late')];
    next(early);
    await clock.advance(1_000);
    next(late);
    const since = clock.monotonic() - 500;
    const isWanted = ({ text, at }: Waiting) => at >= since && !text.includes('early');
    expect(frames.only(isWanted)).toEqual([JSON.stringify(late)]);
    expect(frames.admits(JSON.stringify(early))).toBe(false);
    expect(frames.admits(JSON.stringify(late))).toBe(true);
    await clock.advance(5_000);
    expect(frames.admits(JSON.stringify(early))).toBe(false);
    await clock.advance(1);
    expect(frames.admits(JSON.stringify(early))).toBe(true);
  });

  it.each([-2_000, -300, 300, 2_000])(
    'are the right ones where what is told of times is wrong by %s ms',
    async (since) => {
      const { clock, had, old, next, frames, told } = setUp();
      for (let count = 0; count < 100; count += 1) {
        if (count === 10) frames.begin('donation');
        if (count < 80) old(donation(`${count}`));
        await clock.advance(5);
        if (count >= 10) next(donation(`${count}`));
        await clock.advance(20);
      }
      const texts = [...had, ...frames.without(told(since))].map(
        (text) => JSON.parse(text).data.donationText,
      );
      expect(texts).toEqual(Array.from({ length: 100 }, (_, at) => `${at}`));
    },
  );

  it('tell nothing of what was said', () => {
    const { old, told } = setUp();
    old(donation('a secret'));
    expect(JSON.stringify(told())).not.toContain('secret');
    expect(readBrought('{"at":1}')).toBeNull();
    expect(readBrought('no list')).toBeNull();
  });

  it('are noted on the side before while they are wanted, and go through in any case', () => {
    const { had, old, told, record } = setUp();
    old(donation('a'));
    expect(told()).toHaveLength(1);
    old(donation('b'));
    expect(told()).toEqual([]);
    record.start();
    old({ action: 'PONG' });
    old(donation('c'));
    expect(told()).toMatchObject([{ kind: 'donation', hasTime: false }]);
    expect(had).toHaveLength(4);
  });

  const event = fc.record({
    afterMs: fc.integer({ min: 0, max: 400 }),
    text: fc.constantFrom('a', 'b', 'c', 'd'),
    toOldMs: fc.integer({ min: 1, max: 80 }),
    toNextMs: fc.integer({ min: 1, max: 80 }),
  });

  it('are with those of the host before every event once, whenever it stops', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 40 }),
        fc.nat(20_000),
        async (events, stopAt) => {
          const { clock, had, old, next, frames, told } = setUp();
          frames.begin('donation');
          let isStopped = false;
          let isTaken = false;
          const taken: string[] = [];
          let at = 0;
          // Each session keeps its order, as the platform's do.
          let oldAt = 0;
          let nextAt = 0;
          for (const { afterMs, text, toOldMs, toNextMs } of events) {
            at += afterMs;
            oldAt = Math.max(oldAt, at + toOldMs);
            nextAt = Math.max(nextAt, at + toNextMs);
            clock.setTimeout(() => isStopped || old(donation(text)), oldAt);
            clock.setTimeout(() => {
              const frame = JSON.stringify(donation(text));
              if (!isTaken) next(donation(text));
              else if (frames.admits(frame)) taken.push(frame);
            }, nextAt);
          }
          const stop = Math.min(stopAt, at + 100);
          clock.setTimeout(() => {
            isStopped = true;
          }, stop);
          clock.setTimeout(() => {
            isTaken = true;
            taken.push(...frames.without(told()));
          }, stop + 120);
          await clock.advance(at + 1_000);
          const all = events.map(({ text }) => JSON.stringify(donation(text)));
          expect([...had, ...taken].sort()).toEqual(all.sort());
        },
      ),
      { numRuns: 100 },
    );
  });
});
