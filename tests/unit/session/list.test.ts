import { describe, expect, it } from 'vitest';
import type { PageQuery } from '../../../electron/platform/checks.ts';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import { CallPace } from '../../../electron/session/call-pace.ts';
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
  const asked: number[] = [];
  const sessions = {
    async listUser({ page = 0, size = 20 }: PageQuery = {}) {
      calls.push(`${page} of ${size}`);
      return pages[page] ?? [];
    },
  };
  const clock = new VirtualClock();
  const list = sessionList(sessions, new CallPace(clock), clock, ({ listed, askedAt }) => {
    heard.push(listed.length);
    asked.push(askedAt.monotonic);
  });
  return { clock, calls, heard, asked, list };
}

describe('the session list', () => {
  it('is read to its last page, and heard whole', async () => {
    const { list, calls, heard } = setUp([strangers(50), strangers(50), strangers(1)]);
    expect((await list()).listed).toHaveLength(101);
    expect(calls).toEqual(['0 of 50', '1 of 50', '2 of 50']);
    expect(heard).toEqual([101]);
  });

  it('is not paged for ever', async () => {
    const { list, calls } = setUp(Array.from({ length: 1_000 }, () => strangers(50)));
    await list();
    expect(calls).toHaveLength(20);
  });
});
