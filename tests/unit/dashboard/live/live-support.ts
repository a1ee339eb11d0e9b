import type { LiveState } from '../../../../shared/contract/live.ts';
import { EMPTY_LIVE } from '../../../support/empty-states.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { NOW } from '../support.ts';

export function liveWith(changes: Partial<LiveState> = {}): LiveState {
  return { ...EMPTY_LIVE, beganAt: NOW, ...changes };
}

/** Lets the core say how the broadcast stands. */
export async function sayLive(page: Drawn, changes: Partial<LiveState> = {}): Promise<void> {
  await page.core((bridge) =>
    bridge.feeds.tell({ type: 'feed', feed: 'live', value: liveWith(changes) }),
  );
}

export const ALL_SCOPES = [
  'READ:LIVE_CHAT',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'WRITE:USER_BLOCK',
] as const;
