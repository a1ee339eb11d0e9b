import { describe, expect, it } from 'vitest';
import { parseFrame, type SocketFrame } from '../../../electron/platform/frames.ts';
import { HandOver } from '../../../electron/session/connections.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const OLD = 1;
const NEXT = 2;

const frame = (event: string, data: object) => parseFrame(JSON.stringify({ event, data }));
const donation = frame('DONATION', { payAmount: '1000', donationText: 'same' });
const chat = (messageTime: string) => frame('CHAT', { content: 'hello', messageTime });

function handOver() {
  const clock = new VirtualClock();
  const late: SocketFrame[] = [];
  const deliver = (waited: SocketFrame) => void late.push(waited);
  return {
    clock,
    late,
    handOver: new HandOver({ clock, lateMs: 5_000, old: OLD, next: NEXT, deliver }),
  };
}

describe('a connection that takes the place of another', () => {
  it('brings an equal donation half a second later, where one was still under way on the old one', async () => {
    const { clock, late, handOver: both } = handOver();
    expect(both.admits(OLD, chat('2024-01-15T10:30:00.000Z'))).toBe(true);
    expect(both.admits(OLD, donation)).toBe(true);
    await clock.advance(300);
    expect(both.admits(NEXT, chat('2024-01-15T10:30:00.300Z'))).toBe(true);
    expect(both.admits(NEXT, donation)).toBe(false);
    await clock.advance(499);
    expect(late).toEqual([]);
    await clock.advance(1);
    expect(late).toEqual([{ ...donation, perhapsTwice: true }]);
  });

  it('brings a donation once when chat shows that both deliver, before or after it', async () => {
    for (const isBefore of [true, false]) {
      const { clock, late, handOver: both } = handOver();
      const chatOnBoth = () => {
        expect(both.admits(OLD, chat('2024-01-15T10:30:00.000Z'))).toBe(true);
        expect(both.admits(NEXT, chat('2024-01-15T10:30:00.000Z'))).toBe(false);
      };
      if (isBefore) chatOnBoth();
      expect(both.admits(OLD, donation)).toBe(true);
      expect(both.admits(NEXT, donation)).toBe(false);
      if (!isBefore) chatOnBoth();
      expect(both.admits(NEXT, donation)).toBe(true);
      await clock.advance(10_000);
      expect(late).toEqual([]);
    }
  });

  it('loses nothing that waits when the connections end', async () => {
    const { clock, late, handOver: both } = handOver();
    both.admits(OLD, donation);
    both.admits(NEXT, donation);
    both.dispose();
    expect(late).toEqual([{ ...donation, perhapsTwice: true }]);
    await clock.advance(10_000);
    expect(late).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is compared for five seconds after the old one has ended', async () => {
    const { clock, handOver: both } = handOver();
    expect(both.admits(OLD, chat('2024-01-15T10:30:00.000Z'))).toBe(true);
    both.ended(OLD);
    await clock.advance(4_000);
    expect(both.admits(NEXT, chat('2024-01-15T10:30:00.000Z'))).toBe(false);
    expect(both.admits(OLD, chat('2024-01-15T10:30:04.000Z'))).toBe(true);
    expect(both.admits(OLD, chat('2024-01-15T10:30:04.001Z'))).toBe(true);
    await clock.advance(1_000);
    expect(both.admits(NEXT, chat('2024-01-15T10:30:04.001Z'))).toBe(false);
    await clock.advance(1);
    expect(both.admits(NEXT, chat('2024-01-15T10:30:04.000Z'))).toBe(true);
  });
});
