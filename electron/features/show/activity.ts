import type { ShowMark } from '../../../shared/contract/marks.ts';
import type { ActivityKind, ActivityOutcome } from '../../../shared/contract/show.ts';
import type { SenderRole, StageEvent } from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';

/** What an activity does besides changing itself, once the entry is in the ledger. */
export type Effect =
  /** Into the chat, cut to the platform's length, at the sender's pace. */
  | { readonly type: 'say'; readonly text: Text }
  /** On the recording under way, if there is one. */
  | { readonly type: 'mark'; readonly kind: ShowMark; readonly label: string };

export interface Folded<S> {
  readonly state: S;
  readonly effects?: readonly Effect[];
}

/** What activities may ask about viewers. */
export interface Audience {
  /** The streamer does not want to hear from them. */
  isBlocked(channelId: string): boolean;
  /** Months of their latest subscription known here; null: none is known. */
  monthsOf(channelId: string): number | null;
  /** As far as it is known; chat messages carry their own. */
  roleOf(channelId: string): SenderRole;
  /** As far as the list of followers was read; the first question begins to read it. */
  isFollower(channelId: string): boolean;
}

/**
 * An activity of the show kit: data and pure functions. `hear`, `due`, and the streamer's commands
 * decide what happens and say it as an entry; `fold` makes it so. Entries are all that the ledger
 * keeps: the same entries always give the same state. `fold` owns the state that it is given, and
 * may change it instead of copying it; nobody keeps an earlier one.
 */
export interface Activity<S, E> {
  readonly kind: ActivityKind;
  /** What the event changes; null: nothing. */
  readonly hear: (state: S, event: StageEvent, audience: Audience) => E | null;
  readonly fold: (state: S, entry: E) => Folded<S>;
  /** When `due` wants to be asked, epoch milliseconds; null: never. */
  readonly dueAt: (state: S) => number | null;
  readonly due: (state: S, at: number) => E | null;
  /** From then on it hears nothing. Epoch milliseconds; null: it runs. */
  readonly endedAt: (state: S) => number | null;
  readonly pack: (state: S) => unknown;
  /** Throws if it is no state of this activity. */
  readonly unpack: (packed: unknown) => S;
  /** Throws if it is no entry of this activity. */
  readonly readEntry: (entry: unknown) => E;
  /** For the list of those that are over; left out: it has no end. */
  readonly outcome?: (state: S) => ActivityOutcome;
  /** Takes all out that tells who this viewer is; what they caused stays. */
  readonly forget: (state: S, channelId: string) => S;
}
