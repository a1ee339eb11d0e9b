import { describe, expect, it } from 'vitest';
import { parseFrame, type SocketFrame } from '../../../electron/platform/frames.ts';
import { OverlapGuard } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const COPY_MS = 5_000;
const OLD = 1;
const NEXT = 2;
const chat = (content: string) => parseFrame(JSON.stringify({ event: 'CHAT', data: { content } }));
/** Without a text, as a quick cheer is. */
const cheer = parseFrame(JSON.stringify({ event: 'DONATION', data: { payAmount: '100' } }));

function overlapping() {
  const clock = new VirtualClock();
  const late: SocketFrame[] = [];
  const guard = new OverlapGuard(clock, COPY_MS, (frame) => late.push(frame));
  guard.begin(OLD, NEXT);
  guard.subscribing(NEXT, 'chat');
  guard.subscribing(NEXT, 'donation');
  return { clock, late, guard };
}

/** The old session brings a cheer before a list shows the new one's subscription, and the new one an equal cheer later. */
async function doubtful() {
  const world = overlapping();
  const { clock, guard } = world;
  expect(guard.admits(OLD, cheer)).toBe(true);
  await clock.advance(200);
  guard.shown(NEXT, ['chat', 'donation']);
  await clock.advance(2_000);
  expect(guard.admits(NEXT, cheer)).toBe(false);
  return world;
}

describe('the guard of an overlap', () => {
  it('still knows a copy that comes after the old link was closed', async () => {
    const { clock, guard } = overlapping();
    expect(guard.admits(OLD, chat('last'))).toBe(true);
    guard.end();
    await clock.advance(COPY_MS - 1);
    expect(guard.admits(NEXT, chat('last'))).toBe(false);
    guard.dispose();
  });

  it('takes nothing for a copy once none can be on its way any more', async () => {
    const { clock, guard } = overlapping();
    guard.end();
    await clock.advance(COPY_MS);
    expect(guard.admits(OLD, chat('same'))).toBe(true);
    expect(guard.admits(NEXT, chat('same'))).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('keeps a cheer equal to one from before its subscription until something tells', async () => {
    const { clock, late, guard } = await doubtful();
    await clock.advance(2_700);
    expect(late).toEqual([]);
    guard.dispose();
  });

  it('takes it for a copy when the old session proves that it still brings everything', async () => {
    const { clock, late, guard } = await doubtful();
    guard.oldBrings(['donation']);
    guard.end();
    await clock.advance(COPY_MS);
    expect(late).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes it for a copy when the old session brings another one of the kind', async () => {
    const { clock, late, guard } = await doubtful();
    const other = { event: 'DONATION', data: { payAmount: '5000' } };
    expect(guard.admits(OLD, parseFrame(JSON.stringify(other)))).toBe(true);
    guard.end();
    await clock.advance(COPY_MS);
    expect(late).toEqual([]);
  });

  it.each<[string, (guard: OverlapGuard, clock: VirtualClock) => unknown]>([
    ['the old session ends without a proof', (guard) => guard.end()],
    ['everything is stopped', (guard) => guard.dispose()],
    ['nothing tells for five seconds', (_guard, clock) => clock.advance(COPY_MS)],
    [
      'only another kind is proved',
      (guard) => {
        guard.oldBrings(['chat']);
        guard.admits(OLD, chat('something'));
        guard.end();
      },
    ],
  ])('hands it on once, marked, when %s', async (_, happens) => {
    const { clock, late, guard } = await doubtful();
    await happens(guard, clock);
    expect(late).toEqual([{ ...cheer, perhapsTwice: true }]);
    guard.end();
    await clock.advance(2 * COPY_MS);
    expect(late).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is in doubt, too, of one that newer ones have passed: a side may mix its order after all', async () => {
    for (const [first, second] of [
      [OLD, NEXT],
      [NEXT, OLD],
    ] as const) {
      const { clock, late, guard } = overlapping();
      expect(guard.admits(first, cheer)).toBe(true);
      await clock.advance(600);
      for (let amount = 1; amount <= 5; amount += 1) {
        const other = { event: 'DONATION', data: { payAmount: `${amount}` } };
        expect(guard.admits(first, parseFrame(JSON.stringify(other)))).toBe(true);
        expect(guard.admits(second, parseFrame(JSON.stringify(other)))).toBe(false);
      }
      expect(guard.admits(second, cheer)).toBe(false);
      await clock.advance(COPY_MS);
      expect(late).toEqual([{ ...cheer, perhapsTwice: true }]);
      guard.end();
      guard.dispose();
    }
  });

  it('has no doubt of equal cheers within a second: nobody gives so fast', async () => {
    const { clock, late, guard } = overlapping();
    expect(guard.admits(OLD, cheer)).toBe(true);
    await clock.advance(1_000);
    expect(guard.admits(NEXT, cheer)).toBe(false);
    guard.end();
    guard.dispose();
    expect(late).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('has no doubt where the list had shown the subscription before: the new session has to bring it', async () => {
    const { clock, late, guard } = overlapping();
    guard.shown(NEXT, ['donation']);
    await clock.advance(100);
    expect(guard.admits(OLD, cheer)).toBe(true);
    await clock.advance(4_000);
    expect(guard.admits(NEXT, cheer)).toBe(false);
    guard.end();
    await clock.advance(COPY_MS);
    expect(late).toEqual([]);
  });

  it('brings what the old session has more often as often as it has it', () => {
    const { guard } = overlapping();
    guard.shown(NEXT, ['donation']);
    const brought = [OLD, OLD, NEXT, OLD, NEXT].map((link) => guard.admits(link, cheer));
    expect(brought).toEqual([true, true, false, true, false]);
    guard.dispose();
  });

  it('compares nothing of any other link', () => {
    const { guard } = overlapping();
    expect(guard.admits(OLD, chat('same'))).toBe(true);
    expect(guard.admits(3, chat('same'))).toBe(true);
    guard.dispose();
  });
});
