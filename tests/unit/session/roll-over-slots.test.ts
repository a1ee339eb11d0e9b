import { describe, expect, it } from 'vitest';
import type { SharedSlots, TakenSlot } from '../../../electron/session/shared-slots.ts';
import { HOUR, nearRollOver } from './keeper-setup.ts';

describe('rolling over where other programs make sessions of this user, too', () => {
  const settled: unknown[] = [];
  const free: TakenSlot = { session: null, settle: async (made) => void settled.push(made) };

  /** The first session has a slot; `next` is what there is for the second one. */
  async function nearRollOverWith(next: TakenSlot | null) {
    const asked: string[] = [];
    const take: SharedSlots['take'] = async (purpose) => {
      asked.push(purpose);
      return purpose === 'first' ? free : next;
    };
    const stage = await nearRollOver({ slots: { take } });
    return { ...stage, asked };
  }

  it('goes on with a session that is there, and makes none', async () => {
    const url = 'wss://host/?type=OPENAPI_SESSION&sessionKey=theirs';
    const createdAt = Date.UTC(2026, 0, 1) + 11 * HOUR;
    const session = { url, sessionKey: 'theirs', createdAt };
    const stage = await nearRollOverWith({ session, settle: async () => undefined });
    stage.open('theirs');
    await stage.clock.advance(8_000);
    expect(stage.calls).not.toContain('create');
    expect(stage.kept()?.sessionKey).toBe('theirs');
    expect(stage.keeper.status.phase).toBe('live');
    expect(stage.gaps).toEqual([]);
    stage.keeper.dispose();
  });

  it('keeps its session to the end where all slots are taken, and asks seldom', async () => {
    const stage = await nearRollOverWith(null);
    await stage.clock.advance(HOUR);
    expect(stage.calls).not.toContain('create');
    expect(stage.keeper.status.phase).toBe('live');
    // At its age, at its end, and every five minutes where the platform keeps it for longer.
    expect(stage.asked.filter((purpose) => purpose === 'roll-over').length).toBeLessThanOrEqual(8);
    stage.keeper.dispose();
  });

  it('gives a slot back where the platform refuses, not where nobody answers', async () => {
    const stage = await nearRollOverWith(free);
    settled.length = 0;
    stage.failures.set('create', new Error('no answer'));
    await stage.clock.advance(2_000);
    expect(settled).toEqual(['unknown']);
    stage.keeper.dispose();
  });
});
