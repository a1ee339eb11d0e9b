import type { PayoutJob, PayoutState } from '../../../shared/contract/drops.ts';
import type { Disposable } from '../../base/disposables.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import { unique } from '../../platform/checks.ts';
import { MalformedAnswerError, PlatformError, UnavailableError } from '../../platform/errors.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import { damagedIn } from '../../platform/resources/fields.ts';
import { claimRecord } from './claim-reading.ts';
import type { DropsBase } from './drops-base.ts';
import { INTERRUPTED, jobView, keptProblem, UNREPORTED } from './payout-job-view.ts';
import type { CallEnd, JobRecord } from './payout-repository.ts';

const STEP = SPEC_LIMITS.claimIdsInChangeMax;
const OVER_SHOWN = 5;

interface PayoutJobsParts
  extends Pick<DropsBase, 'api' | 'repository' | 'payouts' | 'onChange' | 'clock' | 'log'> {
  /** As `Ledger.whenDurable`: calls wait until the journal is on disk. */
  readonly whenDurable: () => Promise<void> | null;
}

/**
 * Marks claims in calls of a hundred, one call and one job at a time. The ledger records each call
 * before it is sent and its result after, so a crash in between shows at the next start. A stopped
 * job resumes only on request, and first checks claims with unknown results.
 */
export class PayoutJobs implements Disposable {
  readonly #parts: PayoutJobsParts;
  readonly #queue: number[] = [];
  #running: number | null = null;
  #stopping = false;
  #ended = false;
  /** Whether the journal tells what a crash left unfinished. */
  #isRecovered = false;

  constructor(parts: PayoutJobsParts) {
    this.#parts = parts;
    this.#tryToRecover();
  }

  get isPaying(): boolean {
    return this.#running !== null || this.#queue.length > 0;
  }

  /** Unfinished jobs first, each with its current phase. */
  get all(): readonly PayoutJob[] {
    this.#tryToRecover();
    return this.#parts.payouts.jobs(OVER_SHOWN).map((job) =>
      jobView(job, {
        running: this.#running === job.id,
        queued: this.#queue.includes(job.id),
        stopping: this.#running === job.id && this.#stopping,
      }),
    );
  }

  /** Stores an order, then carries it out in the background. If it throws, nothing has changed. */
  pay(claimIds: readonly string[], state: PayoutState): { jobId: number; count: number } {
    const { payouts, clock } = this.#parts;
    this.#recover();
    const ids = unique(claimIds);
    const underWay = payouts.underWay(ids);
    if (underWay > 0) {
      // Two orders for one claim would race.
      throw new StagelightError({ code: 'drops-claims-under-way', values: { count: underWay } });
    }
    const jobId = payouts.begin(state, ids, clock.now());
    this.#enqueue(jobId);
    return { jobId, count: ids.length };
  }

  /** Stops after the current call. Throws `StagelightError`. */
  cancel(jobId: number): void {
    const place = this.#queue.indexOf(jobId);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      this.#parts.payouts.setPhase(jobId, 'stopped', this.#parts.clock.now());
    } else if (this.#running === jobId) this.#stopping = true;
    else throw noSuchJob();
    this.#parts.onChange();
  }

  /** Resumes a stopped job. Throws `StagelightError` or a `LedgerError`. */
  resume(jobId: number): void {
    this.#recover();
    const job = this.#parts.payouts.job(jobId);
    if (!job || job.phase === 'done' || this.#isActive(jobId)) throw noSuchJob();
    this.#parts.payouts.setPhase(jobId, 'queued', this.#parts.clock.now());
    this.#enqueue(jobId);
  }

  /** Removes the job from the state. Throws `StagelightError` while it runs or waits. */
  dismiss(jobId: number): void {
    if (!this.#parts.payouts.job(jobId) || this.#isActive(jobId)) throw noSuchJob();
    this.#parts.payouts.dismiss(jobId, this.#parts.clock.now());
    this.#parts.onChange();
  }

  /** Does not wait for the current call; the next start shows its result as unknown. */
  dispose(): void {
    this.#ended = true;
    this.#queue.length = 0;
  }

  /** Before it has worked nothing is paid. Throws a `LedgerError`. */
  #recover(): void {
    if (this.#isRecovered) return;
    this.#parts.payouts.recover(keptProblem(INTERRUPTED));
    this.#isRecovered = true;
  }

  #tryToRecover(): void {
    try {
      this.#recover();
    } catch (failure) {
      this.#parts.log.warn('drops: what a crash left unfinished cannot be written yet', {
        failure,
      });
    }
  }

  #isActive(jobId: number): boolean {
    return this.#running === jobId || this.#queue.includes(jobId);
  }

  #enqueue(jobId: number): void {
    this.#queue.push(jobId);
    this.#parts.onChange();
    if (this.#running === null) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) {
      this.#running = id;
      this.#stopping = false;
      try {
        await this.#runOne(id);
      } catch (failure) {
        this.#stopped(id, failure);
      } finally {
        this.#running = null;
      }
      if (this.#ended) return;
      this.#parts.onChange();
    }
  }

  async #runOne(id: number): Promise<void> {
    const { payouts, clock } = this.#parts;
    const job = payouts.job(id);
    if (!job) return;
    payouts.setPhase(id, 'running', clock.now());
    await this.#lookAtUnknown(job);
    while (!this.#stopping && !this.#ended) {
      const claimIds = payouts.items(id, null, STEP);
      if (claimIds.length === 0) break;
      await this.#send(job, claimIds);
      this.#parts.onChange();
    }
    if (this.#ended) return;
    if (payouts.items(id, null, 1).length > 0) return payouts.setPhase(id, 'stopped', clock.now());
    const isKnown = payouts.items(id, 'UNKNOWN', 1).length === 0;
    if (isKnown) payouts.setPhase(id, 'done', clock.now());
    else payouts.setPhase(id, 'stopped', clock.now(), keptProblem(UNREPORTED));
  }

  /** Checks claims that were sent without an answer; those already in the wanted state are done. */
  async #lookAtUnknown({ id, state }: JobRecord): Promise<void> {
    const { api, payouts, repository, clock } = this.#parts;
    // Left by a failed ledger write after a call.
    for (let lost = payouts.items(id, 'SENT', STEP); lost.length > 0; ) {
      payouts.settle(id, lost, 'UNKNOWN');
      lost = payouts.items(id, 'SENT', STEP);
    }
    const unreadable = new Set<string>();
    const most = SPEC_LIMITS.claimIdsInFilterMax;
    while (!this.#stopping && !this.#ended) {
      const claimIds = payouts
        .items(id, 'UNKNOWN', most + unreadable.size)
        .filter((claimId) => !unreadable.has(claimId))
        .slice(0, most);
      if (claimIds.length === 0) return;
      const { changes } = repository;
      const listed = await api.claims({ claimIds, size: claimIds.length });
      const found = listed.map(claimRecord);
      repository.keep(found, clock.now(), changes);
      const states = new Map(found.map((claim) => [claim.claimId, claim.fulfillmentState]));
      const those = (is: (known: string | undefined) => boolean) =>
        claimIds.filter((claimId) => is(states.get(claimId)));
      const missing = those((known) => known === undefined);
      const seen = those((known) => known === state);
      const unchanged = those((known) => known !== undefined && known !== state);
      payouts.settle(id, seen, 'SEEN');
      payouts.settle(id, unchanged, null);
      // Missing claims may be among the unreadable entries.
      if (damagedIn(listed) === 0) payouts.settle(id, missing, 'NOT_FOUND');
      else for (const claimId of missing) unreadable.add(claimId);
      this.#parts.onChange();
    }
  }

  async #send({ id, state }: JobRecord, claimIds: readonly string[]): Promise<void> {
    const { api, payouts, repository, clock } = this.#parts;
    const callId = payouts.plan(id, claimIds, clock.now());
    let end: CallEnd;
    let wasSent = false;
    try {
      await this.#parts.whenDurable();
      if (this.#ended) return;
      wasSent = true;
      const { groups } = await api.setFulfillment(claimIds, state);
      end = { outcome: 'answered', groups: clearResults(groups, claimIds) };
    } catch (failure) {
      const outcome = wasSent && leavesDoubt(failure) ? 'unknown' : 'refused';
      payouts.end(callId, { outcome, problem: keptProblem(problemOf(failure)) }, clock.now());
      throw failure;
    }
    payouts.end(callId, end, clock.now());
    const changed = end.groups.filter(({ status }) => status === 'SUCCESS');
    for (const { ids } of changed) repository.setState(ids, state, clock.now());
  }

  #stopped(id: number, failure: unknown): void {
    const { payouts, clock, log } = this.#parts;
    log.warn('a payout job stopped', { job: id, failure });
    // The ledger closes when the app ends; the next start recovers the job.
    if (this.#ended) return;
    try {
      payouts.setPhase(id, 'stopped', clock.now(), keptProblem(problemOf(failure)));
    } catch (unwritten) {
      log.error('that a payout job stopped could not be noted', { job: id, failure: unwritten });
    }
  }
}

const noSuchJob = () => new StagelightError({ code: 'drops-no-such-job' });

/** Keeps claims that were sent and named in one group only; of all others, nothing is known. */
export function clearResults(
  groups: Extract<CallEnd, { outcome: 'answered' }>['groups'],
  sent: readonly string[],
) {
  const statuses = new Map<string, Set<string>>(sent.map((claimId) => [claimId, new Set()]));
  for (const { status, ids } of groups) for (const id of ids) statuses.get(id)?.add(status);
  return groups.map(({ status, ids }) => ({
    status,
    ids: ids.filter((id) => statuses.get(id)?.size === 1),
  }));
}

/** Whether the platform may have applied the change although the call failed. */
export function leavesDoubt(failure: unknown): boolean {
  if (!(failure instanceof PlatformError)) return true;
  return failure instanceof UnavailableError || failure instanceof MalformedAnswerError;
}
