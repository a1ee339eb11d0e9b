import type { ClaimWatch } from '../../../shared/contract/drops.ts';
import type { Problem } from '../../../shared/problem.ts';
import { delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { DueTime } from '../../base/due-time.ts';
import { problemOf } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { QuotaExceededError, RateLimitedError } from '../../platform/errors.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import { damagedIn } from '../../platform/resources/fields.ts';
import type { CampaignCache, KeptCampaign } from './campaign-cache.ts';
import { isOlder, isPastDeadline, isSeldomDue, readingPace } from './campaign-times.ts';
import { claimRecord, readUnpaid } from './claim-reading.ts';
import type { DropsBase } from './drops-base.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Leaves startup to more urgent work. */
export const FIRST_LOOK_MS = 20_000;
/** Interval for rereading campaigns; longer when there are none. */
const CAMPAIGNS_MS = 10 * MINUTE_MS;
const NO_CAMPAIGNS_MS = 30 * MINUTE_MS;
/** Interval for reading from the first page: an earlier claim may have been set back to unpaid. */
const SWEEP_MS = 30 * MINUTE_MS;
const SELDOM_A_LOOK = 3;
const BETWEEN_MS = 300;
/** Number of claims per check that left the unpaid list and are looked up by id. */
const VANISHED_A_LOOK = 1_000;
/** The ledger's state for a claim that the platform no longer has. */
export const GONE = 'GONE';

interface ClaimsWatchParts extends Omit<DropsBase, 'payouts' | 'pause'> {
  readonly shelf: CampaignCache;
  readonly isLive: () => boolean;
  /** Whether claims are being marked: the list shrinks meanwhile and cannot be read by page. */
  readonly isPaying: () => boolean;
}

/**
 * Checks for unpaid claims until each campaign's deadline, within the hourly reads set by the
 * streamer. A check that used many reads is followed by a longer wait. Refused reads are retried
 * with one small call every 20 minutes; a used-up daily quota ends checks until midnight in Korea.
 */
export class ClaimsWatch implements Disposable {
  readonly #parts: ClaimsWatchParts;
  readonly #looks = new SerialQueue();
  readonly #stopping = new AbortController();
  readonly #next: DueTime;
  #reading = false;
  #problem: Problem | null = null;
  readonly #damagedClaims = new Map<string, number>();

  constructor(parts: ClaimsWatchParts) {
    this.#parts = parts;
    this.#next = new DueTime(parts.clock, () => void this.#lookByItself());
  }

  get state(): ClaimWatch {
    const { settings, quota, clock } = this.#parts;
    if (this.#reading) return { kind: 'reading' };
    if (!settings().watch) return { kind: 'off' };
    const rest = quota.resting('READ_DROPS');
    if (rest !== null) return rest;
    return { kind: 'waiting', nextAt: this.#next.at ?? clock.now(), problem: this.#problem };
  }

  /** Number of unreadable claims, campaigns and rewards in the last read. */
  get damaged(): number {
    const claims = [...this.#damagedClaims.values()].reduce((sum, count) => sum + count, 0);
    return claims + this.#parts.shelf.damaged;
  }

  start(): void {
    this.#planIn(FIRST_LOOK_MS);
  }

  /** Replans after a change: the next check may move earlier or be cancelled. */
  replan(): void {
    const { settings, clock } = this.#parts;
    // A running check plans the next one itself.
    if (!this.#reading && settings().watch && !this.#isEnded) {
      const soonest = this.#next.at ?? clock.now() + FIRST_LOOK_MS;
      this.#planIn(Math.min(soonest - clock.now(), this.#baseMs));
      return;
    }
    if (!this.#reading) this.#next.dispose();
    this.#parts.onChange();
  }

  /** Reads campaigns and unpaid claims now. Throws a `PlatformError` or a `LedgerError`. */
  async lookNow(): Promise<void> {
    await this.#looks.run(() => this.#look(true));
    if (this.#parts.settings().watch) this.#planIn(this.#baseMs);
  }

  dispose(): void {
    this.#stopping.abort();
    this.#next.dispose();
  }

  get #isEnded(): boolean {
    return this.#stopping.signal.aborted;
  }

  get #baseMs(): number {
    const { liveSeconds, idleSeconds } = this.#parts.settings();
    return (this.#parts.isLive() ? liveSeconds : idleSeconds) * 1_000;
  }

  #planIn(delayMs: number): void {
    this.#next.dispose();
    if (this.#isEnded || !this.#parts.settings().watch) return;
    this.#next.set(Math.max(0, delayMs));
    this.#parts.onChange();
  }

  async #lookByItself(): Promise<void> {
    const { quota, isPaying, clock, log } = this.#parts;
    const rest = quota.resting('READ_DROPS');
    if (rest !== null) return this.#planIn(rest.until - clock.now());
    if (isPaying()) return this.#planIn(this.#baseMs);
    const before = quota.used('READ_DROPS');
    try {
      await this.#looks.run(() => this.#look(false));
    } catch (failure) {
      // The check is retried automatically, and the state shows the failure.
      log.warn('unpaid claims could not be read', { failure });
    }
    const reads = Math.max(0, quota.used('READ_DROPS') - before);
    const refused = quota.resting('READ_DROPS');
    const wait = waitAfter(reads, this.#baseMs, this.#parts.settings().readsPerHour);
    this.#planIn(refused ? Math.max(refused.until - clock.now(), this.#baseMs) : wait);
  }

  async #look(byHand: boolean): Promise<void> {
    if (this.#isEnded) return;
    this.#reading = true;
    this.#parts.onChange();
    try {
      await this.#lookAtAll(byHand);
      this.#problem = null;
    } catch (failure) {
      // Refused calls have their own state.
      const isRefused =
        failure instanceof QuotaExceededError || failure instanceof RateLimitedError;
      this.#problem = isRefused ? null : problemOf(failure);
      throw failure;
    } finally {
      this.#reading = false;
      this.#parts.onChange();
    }
  }

  async #lookAtAll(byHand: boolean): Promise<void> {
    const { api, shelf, quota, clock } = this.#parts;
    // After a refusal, one campaign is the cheapest call to try.
    if (!byHand && quota.wantsProbe('READ_DROPS')) await api.campaigns({ page: 0, size: 1 });
    const { readAt } = shelf;
    const period = shelf.all.length === 0 ? NO_CAMPAIGNS_MS : CAMPAIGNS_MS;
    if (byHand || readAt === null || isOlder(readAt, period, clock.now())) {
      await shelf.refresh();
      this.#parts.onChange();
    }
    for (const [at, campaign] of this.#due(byHand).entries()) {
      // The platform's rate limit is unknown, and this is not urgent.
      if (at > 0 && !byHand) await delay(clock, BETWEEN_MS, this.#stopping.signal);
      if (this.#isEnded) return;
      await this.#readCampaign(campaign);
    }
  }

  /** The campaigns to read; a manual check takes all before their deadline. */
  #due(byHand: boolean): readonly KeptCampaign[] {
    const { shelf, repository, clock, platformNow } = this.#parts;
    const now = platformNow();
    const unpaid = new Map<string, number>();
    for (const { campaignId, count } of repository.unpaidCounts()) {
      unpaid.set(campaignId, (unpaid.get(campaignId) ?? 0) + count);
    }
    const paced = (pace: string) => shelf.all.filter((one) => readingPace(one, now) === pace);
    const isNow = (one: KeptCampaign) => byHand && !isPastDeadline(one, now);
    const seldom = paced('seldom');
    const due = seldom
      .filter(
        (one) => !isNow(one) && isSeldomDue(one, unpaid.get(one.campaignId) ?? 0, now, clock.now()),
      )
      // Campaigns whose claims can still be paid come first.
      .sort((a, b) => Number(isPastDeadline(a, now)) - Number(isPastDeadline(b, now)));
    return [...paced('always'), ...seldom.filter(isNow), ...due.slice(0, SELDOM_A_LOOK)];
  }

  async #readCampaign({ campaignId, reading }: KeptCampaign): Promise<void> {
    const { api, shelf, repository, clock } = this.#parts;
    const { mark, sweptAt } = reading;
    const isSweepDue = sweptAt === null || isOlder(sweptAt, SWEEP_MS, clock.now());
    const from = isSweepDue ? null : mark;
    const found = await readUnpaid(api, campaignId, from, () => {
      const { changes } = repository;
      return (claims) => {
        repository.keep(claims, clock.now(), changes);
        this.#parts.onChange();
      };
    });
    const now = clock.now();
    this.#damagedClaims.set(campaignId, found.damaged);
    if (found.all !== null) await this.#followVanished(campaignId, found.all);
    shelf.setReading(campaignId, {
      mark: found.mark,
      readAt: now,
      sweptAt: found.all === null ? sweptAt : now,
    });
  }

  /** Follows claims that left the unpaid list: they were paid elsewhere or removed. */
  async #followVanished(campaignId: string, unpaid: ReadonlySet<string>): Promise<void> {
    const { api, repository, clock } = this.#parts;
    const step = SPEC_LIMITS.claimIdsInFilterMax;
    const vanished = repository
      .unpaidIds(campaignId)
      .filter((claimId) => !unpaid.has(claimId))
      .slice(0, VANISHED_A_LOOK);
    for (let start = 0; start < vanished.length; start += step) {
      const claimIds = vanished.slice(start, start + step);
      const { changes } = repository;
      const listed = await api.claims({ claimIds, size: step });
      const found = listed.map(claimRecord);
      repository.keep(found, clock.now(), changes);
      // An unreadable claim may still exist.
      if (damagedIn(listed) > 0) continue;
      const known = new Set(found.map(({ claimId }) => claimId));
      const gone = claimIds.filter((claimId) => !known.has(claimId));
      repository.setState(gone, GONE, clock.now());
    }
  }
}

/** Milliseconds: the configured minimum, or longer to stay within the hourly reads. */
export function waitAfter(reads: number, baseMs: number, readsPerHour: number): number {
  return Math.max(baseMs, Math.ceil((reads * HOUR_MS) / readsPerHour));
}
