import { describe, expect, it } from 'vitest';
import { CallPace } from '../../../electron/session/call-pace.ts';
import type { ListedSession } from '../../../electron/session/ports.ts';
import { sessionList } from '../../../electron/session/session-supply.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const strangers = (count: number): ListedSession[] =>
  Array.from({ length: count }, (_, index) => ({
    sessionKey: `stranger-${index}`,
    connectedDate: null,
    disconnectedDate: null,
    subscribedEvents: [],
  }));

function setUp(pages: readonly (readonly ListedSession[])[]) {
  const calls: string[] = [];
  const heard: number[] = [];
  const sessions = {
    async listUser({ page, size }: { page: number; size: number }) {
      calls.push(`${page} of ${size}`);
      return pages[page] ?? [];
    },
  };
  const pace = new CallPace(new VirtualClock());
  return { calls, heard, list: sessionList(sessions, pace, (all) => heard.push(all.length)) };
}

describe('the session list', () => {
  it('is read to its last page, and heard whole', async () => {
    const { list, calls, heard } = setUp([strangers(50), strangers(50), strangers(1)]);
    expect(await list()).toHaveLength(101);
    expect(calls).toEqual(['0 of 50', '1 of 50', '2 of 50']);
    expect(heard).toEqual([101]);
  });

  it('is not paged for ever', async () => {
    const { list, calls } = setUp(Array.from({ length: 1_000 }, () => strangers(50)));
    await list();
    expect(calls).toHaveLength(20);
  });
});
