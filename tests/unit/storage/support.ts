import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import type { SyncLog } from '../../../electron/storage/ledger-disk.ts';
import { type OpenedLedger, openLedger } from '../../../electron/storage/open-ledger.ts';
import type {
  DonationData,
  DropsData,
  GoodsPurchaseData,
  StageEvent,
} from '../../../shared/events.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagelight-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A disk that makes durable what was written when the test says so. */
export class SyncByHand {
  readonly #asked: { readonly resolve: () => void; readonly reject: (failure: Error) => void }[] =
    [];

  readonly sync = (): Promise<void> =>
    new Promise((resolve, reject) => this.#asked.push({ resolve, reject }));

  /** Syncs that were asked for and have no answer yet. */
  get open(): number {
    return this.#asked.length;
  }

  /** Answers the oldest and lets everybody hear of it. */
  async answer(): Promise<void> {
    this.#asked.shift()?.resolve();
    await settle();
  }

  async fail(): Promise<void> {
    this.#asked.shift()?.reject(new Error('EIO: i/o error, fdatasync'));
    await settle();
  }
}

/** Opens a ledger that is closed when the test is over. `sync`: as of `openLedger`. */
export function openForTest(
  file: string,
  clock: Clock = new VirtualClock(),
  sync?: SyncLog,
): OpenedLedger {
  const opened = openLedger({ file, clock, log: silentLogger, ...(sync && { sync }) });
  onTestFinished(() => opened.ledger.close());
  return opened;
}

export function memoryLedger(clock: Clock = new VirtualClock(), sync?: SyncLog): Ledger {
  return openForTest(':memory:', clock, sync).ledger;
}

const AT = Date.UTC(2026, 0, 1);

export function donation(seq: number, changes: Partial<DonationData> = {}): StageEvent<'DONATION'> {
  const data: DonationData = {
    donationType: 'CHAT',
    channelId: 'channel-1',
    donatorChannelId: 'viewer-1',
    donatorNickname: '시청자',
    donatorBadges: [],
    payAmount: 1_000,
    donationText: '응원해요',
    emojis: {},
    cheeringItems: [],
    ...changes,
  };
  return { kind: 'DONATION', data, seq, receivedAt: AT + seq, origin: 'platform' };
}

export function draw(seq: number, changes: Partial<DropsData> = {}): StageEvent<'DROPS'> {
  const data: DropsData = {
    channelId: 'channel-1',
    campaignId: 'campaign-1',
    rewardId: 'reward-1',
    rewardTitle: '망토',
    rewardDescription: '',
    rewardImageUrl: null,
    count: 5,
    drawnAt: null,
    ...changes,
  };
  return { kind: 'DROPS', data, seq, receivedAt: AT + seq, origin: 'platform' };
}

export function purchase(
  seq: number,
  changes: Partial<GoodsPurchaseData> = {},
): StageEvent<'GOODS_PURCHASE'> {
  const data: GoodsPurchaseData = {
    channelId: 'channel-1',
    senderChannelId: null,
    profile: null,
    content: '',
    messageTime: null,
    emojis: {},
    shopName: '상점',
    representativeItemName: '머그컵',
    itemCount: 1,
    totalAmount: 10_000,
    currency: 'KRW',
    ...changes,
  };
  return { kind: 'GOODS_PURCHASE', data, seq, receivedAt: AT + seq, origin: 'platform' };
}

export function subscription(seq: number): StageEvent<'SUBSCRIPTION'> {
  const data = {
    channelId: 'channel-1',
    subscriberChannelId: null,
    subscriberChannelName: null,
    month: null,
    tierNo: null,
    subscriptionMessage: '',
    emojis: {},
  };
  return { kind: 'SUBSCRIPTION', data, seq, receivedAt: AT + seq, origin: 'platform' };
}
