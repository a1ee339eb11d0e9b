import type {
  ReplayAsk,
  ReplayPage,
  ReplaySource,
} from '../../../../renderer/stores/replay-source.ts';
import type { ReplayMark, ReplayOutline } from '../../../../shared/contract/replay.ts';
import type { StageEvent } from '../../../../shared/events.ts';
import { eventOf } from '../support.ts';

export const BEGAN = Date.UTC(2026, 4, 15, 20);

/** An event that arrived so many milliseconds after the broadcast began. */
export function moment(seq: number, atMs: number, kind: 'CHAT' | 'DONATION' = 'CHAT'): StageEvent {
  return { ...eventOf(kind, seq), receivedAt: BEGAN + atMs } as StageEvent;
}

export function outlineOf(
  events: readonly StageEvent[],
  changes: Partial<ReplayOutline> = {},
): ReplayOutline {
  const marks = events
    .filter(({ kind }) => kind !== 'CHAT')
    .map(
      ({ receivedAt, kind }): ReplayMark => ({
        at: receivedAt,
        kind: kind as ReplayMark['kind'],
        count: 1,
      }),
    );
  return {
    id: 7,
    beganAt: BEGAN,
    endedAt: null,
    marks,
    firstAt: events[0]?.receivedAt ?? BEGAN,
    lastAt: events.at(-1)?.receivedAt ?? BEGAN,
    ...changes,
  };
}

/** The ledger of one broadcast, with pages of a few events; answers when told to. */
export class HeldSource implements ReplaySource {
  readonly asked: ReplayAsk[] = [];
  #events: readonly StageEvent[];
  endedAt: number | null = null;
  readonly #pageSize: number;
  readonly #held: (() => void)[] = [];
  #holding = false;
  /** What is thrown instead of an answer; null: nothing. */
  failure: Error | null = null;
  hasBroadcast = true;

  constructor(events: readonly StageEvent[], pageSize = 500) {
    this.#events = events;
    this.#pageSize = pageSize;
  }

  /** Answers wait from now on. */
  hold(): void {
    this.#holding = true;
  }

  /** All that was asked is answered, and what comes at once. */
  release(): void {
    this.#holding = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  /** What has come since: the broadcast goes on. */
  grow(events: readonly StageEvent[]): void {
    this.#events = [...this.#events, ...events];
  }

  async outline(): Promise<ReplayOutline | null> {
    if (this.failure) throw this.failure;
    return this.hasBroadcast ? outlineOf(this.#events, { endedAt: this.endedAt }) : null;
  }

  async page(ask: ReplayAsk): Promise<ReplayPage> {
    this.asked.push(ask);
    if (this.#holding) await new Promise<void>((resolve) => this.#held.push(resolve));
    if (this.failure) throw this.failure;
    const from = ask.from ? this.#startOf(ask.from) : 0;
    const rest = this.#events.slice(from).filter(({ seq }) => seq > ask.after);
    const events = rest.slice(0, this.#pageSize);
    const next = rest.length > events.length ? (events.at(-1)?.seq ?? null) : null;
    return { events, next };
  }

  #startOf({ at, lead }: { readonly at: number; readonly lead: number }): number {
    const found = this.#events.findIndex(({ receivedAt }) => receivedAt >= at);
    return Math.max(0, (found < 0 ? this.#events.length : found) - lead);
  }
}
