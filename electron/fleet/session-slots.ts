import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { Purpose } from '../session/machine.ts';
import type { SessionMemory } from '../session/session-memory.ts';
import { SLOTS_MAX } from '../session/session-supply.ts';
import type { Made, SharedSlots, TakenSlot } from '../session/shared-slots.ts';
import type { SessionTimes } from '../session/times.ts';
import type { KvVault } from './kv-vault.ts';

export interface SlotsParts {
  readonly vault: Pick<KvVault, 'readDated' | 'write'>;
  /** The session in use, as the channel's last owner noted it. */
  readonly current: Pick<SessionMemory, 'load' | 'save'>;
  /** When the channel's lease was written last, by the clock of NATS; null: it has ended. */
  readonly leasedAt: () => Promise<number | null>;
  readonly redactor: Redactor;
  readonly times: SessionTimes;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Slot {
  /** null: one was asked for, and nobody knows whether it was made. */
  readonly session: { readonly url: string; readonly sessionKey: string } | null;
  /** By this process's monotonic clock. */
  readonly since: number;
}

const kept = z.array(
  z.object({
    session: z.object({ url: z.string(), sessionKey: z.string() }).nullable(),
    /** When it was written. Hosts' clocks differ, so no host writes the time. */
    ageMs: z.number(),
  }),
);

/** A call for a session whose answer was lost may have been carried out so much later. */
const CALL_MOST_MS = 20_000;
/** A session in use whose age was kept wrongly by more than this part of its life is put right. */
const WRONG_BY = 0.001;

/**
 * Which sessions of a channel live, made by whichever host: the platform's list does not name the user of a session
 * without a subscription, and a killed host tells nobody what it made. So a slot is written down first.
 */
export class SessionSlots implements SharedSlots {
  readonly #parts: SlotsParts;
  readonly #writes = new SerialQueue();
  #slots: readonly Slot[] = [];
  /** Keys of sessions that were given out. */
  readonly #lent = new Set<string>();
  /** This host's last own call that had no answer: the next one takes its place, or a platform that is away fills all. */
  #unsure: Slot | null = null;

  constructor(parts: SlotsParts) {
    this.#parts = parts;
  }

  /** What other owners noted. Call it before a session is used. Throws what the vault throws. */
  async load(): Promise<void> {
    const { vault, leasedAt, redactor, clock } = this.#parts;
    const entry = await vault.readDated('slots');
    const slots = kept.safeParse(parseJson(entry?.text ?? '')).data ?? [];
    const now = entry && (await leasedAt());
    const agoMs = entry && now !== null ? Math.max(0, now - entry.writtenAt) : 0;
    this.#slots = slots.map(({ session, ageMs }) => {
      if (session) redactor.hide(session.sessionKey);
      return { session, since: clock.monotonic() - ageMs - agoMs };
    });
    await this.#loadCurrent();
  }

  async take(purpose: Purpose, inUse: readonly string[]): Promise<TakenSlot | null> {
    this.#forgetEnded();
    if (this.#hasRoom(this.#unsure)) return this.#reserve('again');
    const isUrgent = purpose === 'first' || purpose === 'replace';
    const { sessionValidityMs } = this.#parts.times;
    const spare = this.#spare(inUse, isUrgent ? sessionValidityMs : this.#usableMs);
    if (spare) return spare;
    // Without a session nothing comes at all.
    return isUrgent ? this.#reserve('again') : null;
  }

  /** For the host that the channel moves to: rather one that is there than one more. */
  async takeForMove(inUse: readonly string[]): Promise<TakenSlot | null> {
    this.#forgetEnded();
    return this.#spare(inUse, this.#usableMs) ?? (this.#hasRoom() ? this.#reserve('once') : null);
  }

  /** Nobody uses it any more. */
  free(sessionKey: string): void {
    this.#lent.delete(sessionKey);
  }

  #hasRoom(without: Slot | null = null): boolean {
    return this.#slots.filter((slot) => slot !== without).length < SLOTS_MAX;
  }

  /** It must not end in the middle of a move or a roll-over. */
  get #usableMs(): number {
    const { rollOverAfterMs, sessionValidityMs } = this.#parts.times;
    return rollOverAfterMs - (sessionValidityMs - rollOverAfterMs);
  }

  /** The youngest that nobody uses. */
  #spare(inUse: readonly string[], leastMs: number): TakenSlot | null {
    const { clock } = this.#parts;
    const isFree = ({ session, since }: Slot): boolean =>
      session !== null &&
      !inUse.includes(session.sessionKey) &&
      !this.#lent.has(session.sessionKey) &&
      clock.monotonic() - since < leastMs;
    const slot = this.#slots.filter(isFree).toSorted((a, b) => b.since - a.since)[0];
    if (!slot?.session) return null;
    const { session, since } = slot;
    this.#lent.add(session.sessionKey);
    return {
      session: { ...session, createdAt: this.#wallTime(since) },
      settle: async (made) => {
        if (made === 'ended') await this.#try(this.#slots.filter((each) => each !== slot));
      },
    };
  }

  async #reserve(call: 'once' | 'again'): Promise<TakenSlot> {
    const slot: Slot = { session: null, since: this.#parts.clock.monotonic() };
    const unsure = call === 'again' ? this.#unsure : null;
    if (unsure) this.#unsure = null;
    const left = this.#slots.filter((each) => each !== unsure);
    // Where there is no room, the platform ends one of them.
    const stay = left.slice(-(SLOTS_MAX - 1));
    const gone = this.#slots.filter((each) => !stay.includes(each));
    this.#slots = [...stay, slot];
    try {
      await this.#write();
    } catch (failure) {
      // No call was made, so all of them are still there.
      this.#slots = [...gone, ...this.#slots.filter((each) => each !== slot)];
      this.#unsure ??= unsure;
      throw failure;
    }
    return { session: null, settle: (made) => this.#settle(slot, made, call) };
  }

  async #settle(slot: Slot, made: Made, call: 'once' | 'again'): Promise<void> {
    if (made === 'unknown') {
      if (call === 'again') this.#unsure = slot;
      return;
    }
    const others = this.#slots.filter((each) => each !== slot);
    if (made === 'none' || made === 'ended') return this.#try(others);
    const { url, sessionKey } = made;
    this.#lent.add(sessionKey);
    // Counted from the answer: the platform does not end it later than that.
    const since = this.#parts.clock.monotonic();
    await this.#try([...others, { session: { url, sessionKey }, since }]);
  }

  async #try(slots: readonly Slot[]): Promise<void> {
    this.#slots = slots;
    await this.#write().catch((failure: unknown) =>
      this.#parts.log.warn('it could not be noted which sessions live', { failure }),
    );
  }

  /** All of them: what an earlier write missed is in the next one. */
  #write(): Promise<void> {
    const { vault, clock } = this.#parts;
    return this.#writes.run(() => {
      const now = clock.monotonic();
      const slots = this.#slots.map(({ session, since }) => ({ session, ageMs: now - since }));
      return vault.write('slots', JSON.stringify(slots));
    });
  }

  #forgetEnded(): void {
    const { clock, times } = this.#parts;
    const now = clock.monotonic();
    this.#slots = this.#slots.filter(
      ({ session, since }) => now - since < times.sessionValidityMs + (session ? 0 : CALL_MOST_MS),
    );
  }

  /** The session in use by this host's clock, whatever that of the last owner showed. */
  async #loadCurrent(): Promise<void> {
    const { current, clock, times } = this.#parts;
    const session = await current.load();
    if (!session) return;
    const { url, sessionKey } = session;
    const slot = this.#slots.find((each) => each.session?.sessionKey === sessionKey);
    if (!slot) {
      const since = clock.monotonic() - Math.max(0, clock.now() - session.createdAt);
      this.#slots = [...this.#slots, { session: { url, sessionKey }, since }];
      return;
    }
    const createdAt = this.#wallTime(slot.since);
    const wrongMs = Math.abs(createdAt - session.createdAt);
    if (wrongMs > times.sessionValidityMs * WRONG_BY) await current.save({ ...session, createdAt });
  }

  #wallTime(since: number): number {
    const { clock } = this.#parts;
    return clock.now() - (clock.monotonic() - since);
  }
}
