import { act, screen } from '@testing-library/react';
import type {
  DropsCampaign,
  DropsClaim,
  DropsState,
  PayoutJob,
} from '../../../../shared/contract/drops.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { EMPTY_DROPS } from '../../../support/empty-states.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';
import { NOW } from '../support.ts';

export const HOUR = 60 * 60_000;

export function claim(number: number, changes: Partial<DropsClaim> = {}): DropsClaim {
  return {
    claimId: String(100_000_000_000_000_000n + BigInt(number)),
    campaignId: 'c1',
    rewardId: 'r1',
    categoryId: 'game',
    categoryName: '별빛 항해',
    channelId: `viewer${number}`,
    fulfillmentState: 'CLAIMED',
    claimedAt: NOW - HOUR,
    updatedAt: NOW - HOUR,
    ...changes,
  };
}

export function campaign(changes: Partial<DropsCampaign> = {}): DropsCampaign {
  return {
    campaignId: 'c1',
    state: 'ACTIVE',
    title: '여름 축제',
    description: '방송을 보고 받아 가세요.',
    imageUrl: null,
    externalUrl: null,
    startAt: NOW - 24 * HOUR,
    endAt: NOW + 24 * HOUR,
    claimAvailableAt: NOW + 48 * HOUR,
    rewards: [
      {
        rewardId: 'r1',
        title: '은빛 돛',
        imageUrl: null,
        type: 'IN_GAME_REWARD',
        minWatchTime: 1_800,
        unpaid: 3,
      },
    ],
    unpaid: 3,
    readAt: NOW,
    ...changes,
  };
}

export function job(changes: Partial<PayoutJob> = {}): PayoutJob {
  return {
    jobId: 7,
    state: 'FULFILLED',
    phase: 'running',
    createdAt: NOW,
    endedAt: null,
    total: 1_000,
    waiting: 700,
    unknown: 0,
    calls: 3,
    stopping: false,
    outcomes: [],
    problem: null,
    ...changes,
  };
}

export function deskWith(changes: Partial<DropsState> = {}): DropsState {
  return {
    ...EMPTY_DROPS,
    revision: 1,
    readAt: NOW,
    campaigns: [campaign()],
    campaignCount: 1,
    watch: { kind: 'waiting', nextAt: NOW + 60_000, problem: null },
    quota: {
      read: { used: 12, refused: false, seenLimit: null },
      write: { used: 1, refused: false, seenLimit: null },
      resetsAt: NOW + 3 * HOUR,
    },
    unpaid: 3,
    ...changes,
  };
}

export interface DrawnDrops extends Drawn {
  desk(changes: Partial<DropsState>): Promise<void>;
  /** Answers what the table asks for of what the app knows. */
  kept(
    claims: readonly DropsClaim[],
    more?: boolean,
    names?: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** What jsdom does not have. */
function standIn(): void {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  Element.prototype.scrollIntoView ??= () => undefined;
  // A table without a height has no row in sight.
  Object.defineProperty(Element.prototype, 'clientHeight', {
    configurable: true,
    get(this: Element) {
      return this.classList.contains('drops-table') ? 480 : 0;
    },
  });
}

/** The page of drops with its desk. */
export async function drawDrops(
  changes: Partial<DropsState> | null = {},
  language: Language = 'ko',
): Promise<DrawnDrops> {
  standIn();
  const page = await drawDashboard({ language });
  openPlace('history', 'drops');
  const desk = (next: Partial<DropsState>) =>
    page.core((bridge) =>
      bridge.feeds.tell({ type: 'feed', feed: 'drops', value: deskWith(next) }),
    );
  if (changes) await desk(changes);
  return {
    ...page,
    desk,
    async kept(claims, more = false, names = {}) {
      await page.pass(200);
      await act(async () => page.bridge.lastOf('drops.claims').answer({ claims, names, more }));
    },
  };
}

export const region = (name: string) => screen.getByRole('region', { name });
