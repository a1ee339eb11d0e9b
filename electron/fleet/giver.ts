import type { KV } from '@nats-io/kv';
import { type Clock, delay } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { SessionRef } from '../session/machine.ts';
import type { SessionTimes } from '../session/times.ts';
import type { ChannelRun } from './channel-runner.ts';
import type { HostLine } from './host-line.ts';
import type { Leases } from './leases.ts';
import {
  type Answer,
  closeHanded,
  handedKey,
  no,
  type Question,
  readAnswer,
} from './move-words.ts';
import type { Seal } from './seal.ts';
import type { StandStill } from './stand-still.ts';

/** A session is created, connected, subscribed, and shown in the platform's list. */
const PREPARE_MOST_MS = 20_000;
const STILL_MOST_MS = 2_000;
/** An alert on screen is waited for so long. */
const ALERT_MOST_MS = 30_000;
const LOOK_MS = 250;

/** How long from its beginning to the giver's last moment a move takes at most. */
export const MOVE_MOST_MS = PREPARE_MOST_MS + ALERT_MOST_MS + 10_000;
/** A taker that hears nothing more of the giver has left its session by then, or has the channel. */
const SHARED_MOST_MS = 2 * MOVE_MOST_MS;

export interface GiverParts {
  readonly line: HostLine;
  readonly leases: Pick<Leases, 'handTo'>;
  readonly store: { readonly leases: Pick<KV, 'put'> };
  readonly seal: Seal;
  readonly times: SessionTimes;
  readonly standStill: Pick<StandStill, 'since'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * `kept`: the channel runs here as before. `stopped`: it runs nowhere, and the lease is still this
 * host's. `lost`: the lease was lost on the way.
 */
export type GiveResult = 'moved' | 'kept' | 'stopped' | 'lost';

/** Hands running channels to other hosts. */
export class Giver {
  readonly #parts: GiverParts;

  constructor(parts: GiverParts) {
    this.#parts = parts;
  }

  /** Never rejects. `signal`: there is no time left, so the channel is kept unless it has stopped. */
  async give(run: ChannelRun, taker: string, signal: AbortSignal): Promise<GiveResult> {
    const { clock, standStill, log } = this.#parts;
    const { channelId } = run.lease;
    const begunAt = clock.monotonic();
    const since = clock.now();
    run.record.start();
    let ready: SessionRef | null = null;
    try {
      ready = await this.#ready(run, taker, signal);
      const readyAt = clock.monotonic();
      const mayStop = ready !== null && (await this.#quiet(run, signal));
      if (mayStop && (await this.#isStill(run, taker)) && (await this.#canTell(run))) {
        return await this.#hand(run, taker, { begunAt, readyAt });
      }
    } catch (failure) {
      log.warn('a channel was not moved', { channelId, failure });
    }
    run.record.take(0);
    if (!run.isProven()) return 'lost';
    void this.#forget(run, taker, () => !standStill.since(begunAt) && hasMissedNothing(run, since));
    if (ready) run.slots.free(ready.sessionKey);
    return 'kept';
  }

  /** `hasAll`: whether this host has received what came to the taker's session. Never rejects. */
  async #forget(run: ChannelRun, taker: string, hasAll: () => boolean): Promise<void> {
    const { log } = this.#parts;
    const { channelId } = run.lease;
    const answer = readAnswer(await this.#ask(run, taker, 'forget', STILL_MOST_MS));
    if (answer.type !== 'done') return;
    try {
      run.unshare();
    } catch (failure) {
      log.warn('a channel counts as shared for longer', { channelId, failure });
    }
    // Not with the question before: a line that was cut may bring that one when this host is gone.
    if (run.isProven() && hasAll()) await this.#ask(run, taker, 'had', STILL_MOST_MS);
  }

  /** The taker's session; null: it has none. */
  async #ready(run: ChannelRun, taker: string, signal: AbortSignal): Promise<SessionRef | null> {
    const { log } = this.#parts;
    const { channelId } = run.lease;
    const slot = await run.takeSlot();
    if (!slot) {
      log.info('a channel has no slot for one more session, so it stays', { channelId });
      return null;
    }
    const answer = await this.#prepare(run, taker, slot.session, signal);
    // Whatever becomes of the move: a session takes a slot, and is there for the next one.
    if (answer.type === 'ready') {
      await slot.settle(answer.session);
      return answer.session;
    }
    const { reason, made } = answer;
    log.info('another host takes no channel now', { channelId, reason });
    await slot.settle(made);
    // A host that gave no answer may connect to the session later, which would cut off who uses it then.
    if (made === 'unknown') return null;
    const left = typeof made === 'string' ? slot.session : made;
    if (left) run.slots.free(left.sessionKey);
    return null;
  }

  async #prepare(
    run: ChannelRun,
    taker: string,
    session: SessionRef | null,
    signal: AbortSignal,
  ): Promise<Exclude<Answer, { type: 'done' }>> {
    const { clock, line } = this.#parts;
    const { channelId, epoch } = run.lease;
    const from = run.share(SHARED_MOST_MS);
    const question: Question = { type: 'prepare', channelId, epoch, session, from };
    const answered = new AbortController();
    const either = AbortSignal.any([signal, answered.signal]);
    const noTime = delay(clock, PREPARE_MOST_MS, either).then(() => null);
    const asked = line.ask(taker, JSON.stringify(question), PREPARE_MOST_MS);
    const answer = readAnswer(await Promise.race([asked, noTime]));
    answered.abort();
    return answer.type === 'done' ? no('unknown-answer', 'unknown') : answer;
  }

  async #isStill(run: ChannelRun, taker: string): Promise<boolean> {
    return readAnswer(await this.#ask(run, taker, 'still', STILL_MOST_MS)).type === 'done';
  }

  /** Throws what NATS throws: while its servers elect a leader, the channel is better off where it is. */
  async #canTell(run: ChannelRun): Promise<boolean> {
    await this.#parts.store.leases.put(handedKey(run.lease.channelId), '');
    return run.isProven();
  }

  /** Both sessions have delivered for a while, and nothing is in the middle of anything. */
  async #quiet(run: ChannelRun, signal: AbortSignal): Promise<boolean> {
    const { clock, times } = this.#parts;
    await delay(clock, times.overlapMs, signal);
    const until = clock.monotonic() + ALERT_MOST_MS;
    const onScreen = alertOf(run);
    while (!signal.aborted && run.isProven()) {
      const isLate = clock.monotonic() >= until;
      // Where many wait, the next one has just begun: the next owner shows it from its start.
      const mayCut = onScreen === null || alertOf(run) !== onScreen || isLate;
      if (!isRollingOver(run) && mayCut) return true;
      if (isLate) return false;
      await delay(clock, LOOK_MS, signal);
    }
    // Better with an alert cut short than with a gap.
    return signal.aborted && run.isProven() && !isRollingOver(run);
  }

  async #hand(
    run: ChannelRun,
    taker: string,
    { begunAt, readyAt }: { readonly begunAt: number; readonly readyAt: number },
  ): Promise<GiveResult> {
    const { leases, store, seal, standStill, log } = this.#parts;
    const { lease } = run;
    try {
      await run.stop();
      const brought = run.record.take(readyAt);
      if (!run.isHeld()) return 'lost';
      // Nothing to compare with where times are wrong: then the stretch between both is a gap.
      if (!standStill.since(begunAt)) {
        await store.leases.put(handedKey(lease.channelId), closeHanded(seal, lease, brought));
      }
      await run.note();
      return (await leases.handTo(lease.channelId, taker)) ? 'moved' : 'stopped';
    } catch (failure) {
      log.warn('a channel was not handed over', { channelId: lease.channelId, failure });
      return 'stopped';
    }
  }

  #ask(
    run: ChannelRun,
    taker: string,
    type: 'still' | 'forget' | 'had',
    mostMs: number,
  ): Promise<string | null> {
    const { channelId, epoch } = run.lease;
    const question: Question = { type, channelId, epoch };
    return this.#parts.line.ask(taker, JSON.stringify(question), mostMs);
  }
}

export function isLive({ core }: ChannelRun): boolean {
  return core?.keeper.status.phase === 'live';
}

/** Since then, in epoch milliseconds. */
function hasMissedNothing({ core }: ChannelRun, since: number): boolean {
  const history = core?.keeper.recorder.connectionHistory;
  return history?.openGaps.length === 0 && history.gaps.every(({ to }) => to < since);
}

/** Its next session is not one that the next owner would know. */
export function isRollingOver({ core }: ChannelRun): boolean {
  const status = core?.keeper.status;
  return status?.phase === 'live' && status.session?.nextRollOverAt == null;
}

/** The alert on screen; null: none. */
export function alertOf({ core }: ChannelRun): number | null {
  return core?.alerts.current?.alertId ?? null;
}
