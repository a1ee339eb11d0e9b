import { delay } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { readMoment } from '../../base/read-time.ts';
import {
  type CountedDrops,
  clearResults,
  isPastDeadline,
  leavesDoubt,
  readingPace,
  readUnpaid,
  waitAfter,
} from '../../features/drops/index.ts';
import { PlatformError } from '../../platform/errors.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import { damagedIn, lengthAsSent } from '../../platform/resources/fields.ts';
import { FleetError } from '../fleet-errors.ts';
import { CampaignJournal, type CampaignJournalParts } from './campaign-journal.ts';
import type { SharedQuota } from './shared-quota.ts';

const POLL_MS = 60_000;
/** After a look that failed. */
export const AGAIN_MS = 5_000;
const CAMPAIGNS_MS = 10 * 60_000;
const CAMPAIGN_PAGES_MAX = 100;
/** What a streamer's own checks may be set to at most: limits are not public. */
const READS_PER_HOUR = 600;
/** A request under way gets so long when the host ends. */
const FINISH_MS = 1_000;
/** Paid in one look at a campaign; the rest follows at once, after the other campaigns. */
const BATCHES_A_LOOK = 100;

const STEP = SPEC_LIMITS.claimIdsInChangeMax;

/** What came of one look at a campaign's unpaid claims. */
export interface DropsRound {
  readonly campaignId: string;
  readonly epoch: number;
  /** Unpaid claims that were found and not sent before. */
  readonly polled: number;
  readonly paid: number;
  /** The platform refused to mark them. They are not sent again. */
  readonly failed: number;
  /** Their result is unknown; they are looked up before anything else is sent. */
  readonly unknown: number;
}

/** What was used of the day's calls, and whether the platform said that there are no more. */
export type DropsCalls = Readonly<
  Record<'read' | 'write', { readonly used: number; readonly refused: boolean }>
>;

type Tally = { -readonly [K in 'polled' | 'paid' | 'failed' | 'unknown']: number };

export interface TenureParts extends CampaignJournalParts {
  /** Counts what it is asked; its running requests end when `cut` is aborted. */
  readonly api: CountedDrops;
  readonly cut: AbortController;
  readonly quota: SharedQuota;
  readonly platformNow: () => number;
  readonly onRound: (round: DropsRound) => void;
  readonly log: Logger;
}

interface Known {
  readonly campaignId: string;
  readonly state: string;
  readonly claimAvailableAt: number | null;
}

/** Marks claims as paid for as long as one lease is held. */
export class DropsTenure {
  readonly #parts: TenureParts;
  readonly #ending = new AbortController();
  readonly #journals = new Map<string, CampaignJournal>();
  #campaigns: readonly Known[] = [];
  #campaignsAt: number | null = null;
  #isSending = false;
  #hasMore = false;
  readonly #done: Promise<void>;

  constructor(parts: TenureParts) {
    this.#parts = parts;
    this.#done = this.#run();
  }

  /** The application's calls of the day, those of hosts before this one included. */
  get calls(): DropsCalls {
    const { tracker } = this.#parts.quota;
    return { read: tracker.meter('READ_DROPS'), write: tracker.meter('WRITE_DROPS') };
  }

  /** The lease is lost: what is under way ends at once. */
  abort(): void {
    this.#ending.abort();
    this.#parts.cut.abort();
  }

  /** False: a request was cut, so another host should not look up its claims in this moment. */
  async stop(): Promise<boolean> {
    this.#ending.abort();
    await Promise.race([this.#done, delay(this.#parts.clock, FINISH_MS)]);
    const isClean = !this.#isSending;
    this.#parts.cut.abort();
    await this.#done;
    return isClean;
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    while (!this.#isEnded) await delay(clock, await this.#look(), this.#ending.signal);
  }

  /** Resolves with the wait until the next look, milliseconds. Never throws. */
  async #look(): Promise<number> {
    const { quota, clock, log } = this.#parts;
    const { tracker } = quota;
    const before = tracker.used('READ_DROPS');
    let failed = false;
    this.#hasMore = false;
    try {
      await this.#lookAtAll();
      await quota.flush();
    } catch (failure) {
      failed = true;
      if (!this.#isEnded) log.warn('drops could not be looked at', { failure });
      await quota.flush().catch(() => undefined);
    }
    const rest = this.#rest;
    if (rest) return Math.max(AGAIN_MS, rest.until - clock.now());
    const reads = Math.max(0, tracker.used('READ_DROPS') - before);
    const least = failed || this.#hasMore ? AGAIN_MS : POLL_MS;
    return this.#hasMore && !failed ? 0 : waitAfter(reads, least, READS_PER_HOUR);
  }

  /** Without writes there is nothing to read for. */
  get #rest() {
    const { tracker } = this.#parts.quota;
    return tracker.resting('READ_DROPS') ?? tracker.resting('WRITE_DROPS');
  }

  async #lookAtAll(): Promise<void> {
    const { api, quota } = this.#parts;
    const { tracker } = quota;
    if (this.#rest) return;
    // After a refusal, one campaign is the cheapest call to try.
    if (tracker.wantsProbe('READ_DROPS')) await api.campaigns({ page: 0, size: 1 });
    for (const { campaignId } of await this.#due()) {
      if (this.#isEnded) return;
      await this.#serve(campaignId);
    }
  }

  /** Campaigns whose claims can be paid; those that take no new ones are due with each new list. */
  async #due(): Promise<readonly Known[]> {
    const { clock, platformNow } = this.#parts;
    const isNew =
      this.#campaignsAt === null || clock.monotonic() - this.#campaignsAt >= CAMPAIGNS_MS;
    if (isNew) await this.#readCampaigns();
    const now = platformNow();
    return this.#campaigns.filter((campaign) => {
      const pace = readingPace(campaign, now);
      return pace === 'always' || (isNew && pace === 'seldom' && !isPastDeadline(campaign, now));
    });
  }

  async #readCampaigns(): Promise<void> {
    const { api, clock } = this.#parts;
    const size = SPEC_LIMITS.campaignsSizeMax;
    const found = new Map<string, Known>();
    for (let page = 0; page < CAMPAIGN_PAGES_MAX; page += 1) {
      const listed = await api.campaigns({ page, size });
      for (const { campaignId, state, claimAvailableAt } of listed) {
        const deadline = readMoment(claimAvailableAt);
        found.set(campaignId, { campaignId, state, claimAvailableAt: deadline });
      }
      if (lengthAsSent(listed) < size) break;
    }
    this.#campaigns = [...found.values()];
    this.#campaignsAt = clock.monotonic();
  }

  /** Throws what ends the whole look: the platform refuses, or the lease is lost. */
  async #serve(campaignId: string): Promise<void> {
    const { log, epoch, onRound } = this.#parts;
    const tally: Tally = { polled: 0, paid: 0, failed: 0, unknown: 0 };
    try {
      const journal = this.#journals.get(campaignId) ?? (await this.#open(campaignId));
      await this.#lookUp(journal, tally);
      await this.#payAll(journal, tally);
    } catch (failure) {
      // What stands in the journal is not known any more.
      this.#journals.delete(campaignId);
      if (failure instanceof PlatformError || this.#isEnded) throw failure;
      log.warn('drops of a campaign could not be paid', { campaignId, failure });
    } finally {
      if (Object.values(tally).some((count) => count > 0)) onRound({ campaignId, epoch, ...tally });
    }
  }

  async #open(campaignId: string): Promise<CampaignJournal> {
    const journal = await CampaignJournal.open(this.#parts, campaignId);
    this.#journals.set(campaignId, journal);
    return journal;
  }

  /** Claims that were sent, and whose answer nobody has. */
  async #lookUp(journal: CampaignJournal, tally: Tally): Promise<void> {
    const { api } = this.#parts;
    const most = SPEC_LIMITS.claimIdsInFilterMax;
    const doubtful = journal.book.doubtful;
    for (let start = 0; start < doubtful.length && !this.#isEnded; start += most) {
      const claimIds = doubtful.slice(start, start + most);
      const listed = await api.claims({ claimIds, size: claimIds.length });
      const states = new Map(listed.map((one) => [one.claimId, one.fulfillmentState]));
      const those = (is: (state: string | undefined) => boolean) =>
        claimIds.filter((claimId) => is(states.get(claimId)));
      const paid = those((state) => state === 'FULFILLED');
      const waiting = those((state) => state === 'CLAIMED');
      // Missing claims may be among the unreadable entries.
      const gone = damagedIn(listed) > 0 ? [] : those((state) => state === undefined);
      await journal.write({ type: 'seen', paid, waiting, gone });
      tally.paid += paid.length;
      tally.failed += gone.length;
      tally.unknown += claimIds.length - paid.length - waiting.length - gone.length;
    }
  }

  async #payAll(journal: CampaignJournal, tally: Tally): Promise<void> {
    const { api } = this.#parts;
    const { all } = await readUnpaid(api, journal.campaignId, null, () => () => undefined);
    const waiting = [...(all ?? [])].filter((claimId) => journal.book.mayPay(claimId));
    tally.polled += waiting.length;
    const most = BATCHES_A_LOOK * STEP;
    for (let start = 0; start < Math.min(waiting.length, most); start += STEP) {
      if (this.#isEnded || this.#parts.quota.tracker.resting('WRITE_DROPS')) return;
      await this.#pay(journal, waiting.slice(start, start + STEP), tally);
    }
    if (waiting.length > most) this.#hasMore = true;
  }

  /** One request, which stands in the journal before it goes out. */
  async #pay(journal: CampaignJournal, claimIds: readonly string[], tally: Tally): Promise<void> {
    await this.#parts.quota.reserve('WRITE_DROPS');
    await journal.write({ type: 'sending', claimIds: [...claimIds] });
    const { refused, unknown } = await this.#send(journal, claimIds, tally);
    await journal.write({ type: 'sent', refused, unknown });
    const failed = refused.reduce((sum, { ids }) => sum + ids.length, 0);
    tally.failed += failed;
    tally.unknown += unknown.length;
    tally.paid += claimIds.length - failed - unknown.length;
  }

  async #send(journal: CampaignJournal, claimIds: readonly string[], tally: Tally) {
    const { api, isProven } = this.#parts;
    if (this.#isEnded || !isProven()) throw new FleetError('fleet-not-owner');
    this.#isSending = true;
    try {
      const { groups } = await api.setFulfillment(claimIds, 'FULFILLED');
      return resultsOf(clearResults(groups, claimIds), claimIds);
    } catch (failure) {
      const isDoubtful = leavesDoubt(failure);
      if (isDoubtful) tally.unknown += claimIds.length;
      const code = failure instanceof PlatformError ? failure.problem.code : 'unexpected';
      await journal.write({ type: isDoubtful ? 'unknown' : 'refused', code });
      throw failure;
    } finally {
      this.#isSending = false;
    }
  }
}

function resultsOf(
  groups: readonly { readonly status: string; readonly ids: readonly string[] }[],
  sent: readonly string[],
) {
  const named = new Set(groups.flatMap(({ ids }) => ids));
  const refused = groups
    .filter(({ status, ids }) => status !== 'SUCCESS' && ids.length > 0)
    .map(({ status, ids }) => ({ status, ids: [...ids] }));
  return { refused, unknown: sent.filter((claimId) => !named.has(claimId)) };
}
