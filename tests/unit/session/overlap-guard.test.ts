import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../electron/platform/frames.ts';
import { OverlapGuard } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const COPY_MS = 5_000;
const OLD = 1;
const NEXT = 2;
const chat = (content: string) => parseFrame(JSON.stringify({ event: 'CHAT', data: { content } }));

function overlapping() {
  const clock = new VirtualClock();
  const guard = new OverlapGuard(clock, COPY_MS);
  guard.begin(OLD, NEXT);
  guard.subscribing(NEXT, 'chat');
  return { clock, guard };
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

  it('compares nothing of any other link', () => {
    const { guard } = overlapping();
    expect(guard.admits(OLD, chat('same'))).toBe(true);
    expect(guard.admits(3, chat('same'))).toBe(true);
    guard.dispose();
  });
});
