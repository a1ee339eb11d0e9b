import type {
  ChangedBy,
  StreamChangeEntry,
  StreamFieldName,
  StreamFieldValue,
  StreamPart,
} from '../../shared/contract/stream.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import type { ExactSum } from '../../shared/exact-sum.ts';
import type { Gap } from '../../shared/lifeline.ts';
import type { AlertNote, AlertState } from './alert-state.ts';
import type { ClaimBooks, PayoutBooks } from './payout-ports.ts';
import type { ReadingBooks, SearchBooks, ViewerEraser } from './reading-ports.ts';

export type { AlertNote, AlertState };

/** An alert as the books have it; times are epoch milliseconds, null: not (yet). */
export interface AlertRecord {
  readonly event: ValuedEvent;
  readonly state: AlertState;
  readonly note: AlertNote | null;
  readonly queuedAt: number;
  /** The first time. */
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
}

/** What the alert queue asks of the books. Throws as `Ledger` does. */
export interface AlertBooks {
  /** Those that ended last, latest first; of `over` only what had its time on the screen. */
  latest(state: 'over' | 'never-appeared', limit: number): readonly AlertRecord[];
  /** Those that were turned down or below the minimum, latest first. */
  turnedDown(limit: number): readonly AlertRecord[];
  /** null: no alert of this number. */
  find(seq: number): AlertRecord | null;
  /** Whether the viewer gave anything with an event below the number. */
  donatedBefore(viewer: string, seq: number): boolean;
  /** Takes all off the list of those that never appeared; answers how many. */
  dismissAll(at: number): number;
}

/** Three totals that must never be added to one another. */
export interface Totals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  /** Smallest units by currency. */
  readonly shopMoney: Readonly<Record<string, ExactSum>>;
}

/** What one person gave. */
export interface SupporterSum {
  readonly channelId: string;
  /** The latest nickname; null: none of the latest donations has one. */
  readonly name: string | null;
  readonly beams: ExactSum;
}

/** When what widgets add up over a broadcast began; epoch milliseconds. */
export interface BroadcastMark {
  /** null: never yet. */
  readonly beganAt: number | null;
  /** The last moment the app is known to have been there; null: never. */
  readonly lastSignAt: number | null;
}

/**
 * What widgets ask of the books. Times are epoch milliseconds of arrival, the first included; 0 asks
 * for everything. Throws as `Ledger` does.
 */
export interface FigureBooks {
  totalsSince(from: number): Totals;
  /** Most beams first; donations that are neither CHEERING nor anonymous. */
  supportersSince(from: number, limit: number): readonly SupporterSum[];
  /** What one of them gave with events below the number. */
  supporterBeams(channelId: string, from: number, beforeSeq: number): ExactSum;
  /** The newest events with a number below `seq`, oldest first. */
  latestBefore(seq: number, limit: number): readonly ValuedEvent[];
  broadcast(): BroadcastMark;
  /**
   * Notes when the present broadcast began; the same moment again changes nothing. One that went on
   * until now ends at `formerEndedAt`: the first moment that is no longer of it.
   */
  setBroadcast(beganAt: number, formerEndedAt?: number): void;
  /** Notes that the app was still there. */
  setLeft(at: number): void;
}

/** A message of the chat as it was shown. */
export type ChatMessage = StageEvent<'CHAT'>;

/** Where a viewer's history goes on: the oldest message that is known. */
export type ChatCursor = Pick<ChatMessage, 'seq' | 'receivedAt'>;

/** What viewers said, for as long as it is kept. Throws as `Ledger` does. */
export interface ChatBooks {
  /**
   * Writes messages in one transaction; those whose number is there stay as they are. What was
   * written survives the end of the process, but the last of it may be lost with the power.
   */
  record(messages: readonly ChatMessage[]): void;
  /** One viewer's messages, newest first; `before`: those older than it. */
  bySender(channelId: string, limit: number, before?: ChatCursor | null): readonly ChatMessage[];
  /** Takes out what arrived before the moment (epoch ms), oldest first, `most` at most; how many. */
  prune(before: number, most: number): number;
}

/** What the books know of one viewer. Beams, cheering beams and money never meet. */
export interface ViewerRecord {
  readonly donations: number;
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  readonly subscriptions: number;
  readonly purchases: number;
  /** Smallest units by currency. */
  readonly shop: Readonly<Record<string, ExactSum>>;
  /** Messages that are kept. */
  readonly messages: number;
  /** Arrival of the first and of the latest that is kept, epoch milliseconds; null: nothing is. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** The latest one; null: none. */
  readonly subscription: {
    readonly month: number | null;
    readonly tierNo: number | null;
    readonly at: number;
  } | null;
}

/** What a period is counted by beside its sums. */
export interface PeriodCounts {
  readonly subscriptions: number;
  readonly draws: number;
  readonly winners: ExactSum;
}

/** What one viewer did, and single events. Throws as `Ledger` does. */
export interface ViewerBooks {
  find(channelId: string): ViewerRecord;
  /** Everything of one viewer, newest first; `before`: what is older than it. */
  history(channelId: string, limit: number, before?: ChatCursor | null): readonly StageEvent[];
  /** null: no event of this number is kept. */
  event(seq: number): StageEvent | null;
  /** What arrived then (epoch ms) or later. */
  countsSince(from: number): PeriodCounts;
}

/** A broadcast in the books; epoch milliseconds. */
export interface BroadcastRecord {
  readonly id: number;
  readonly beganAt: number;
  /** The first moment that is no longer of it; null: it goes on. */
  readonly endedAt: number | null;
}

/** What of a broadcast there is, valued events and chat together. */
export interface BroadcastSpan {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Arrival of the first and the last event, epoch milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Which events of a broadcast are asked for. */
export interface BroadcastReading {
  /** Those with a higher number. */
  readonly after: number;
  /** Those that arrived then or later (epoch ms), with the `lead` ones before them. */
  readonly from?: { readonly at: number; readonly lead: number } | null;
  readonly limit: number;
}

/** Some of a broadcast's events by number. */
export interface BroadcastPage {
  readonly events: readonly StageEvent[];
  /** What to ask `after` next; null: there are no more (yet). */
  readonly next: number | null;
}

/** How many events of one kind fell into one part of a broadcast. */
export interface BroadcastMarkCount {
  /** Epoch milliseconds of the first of them. */
  readonly at: number;
  readonly kind: ValuedEvent['kind'];
  readonly count: number;
}

/** The broadcasts, the latest first. Throws as `Ledger` does. */
export interface BroadcastBooks {
  /** `before`: those older than the one of this id. */
  list(limit: number, before?: number | null): readonly BroadcastRecord[];
  find(id: number): BroadcastRecord | null;
  /** null: nothing of it is in the books. */
  span(broadcast: BroadcastRecord): BroadcastSpan | null;
  /** The latest of which anything is in the books; null: none of the latest hundred. */
  lastWithEvents(): BroadcastRecord | null;
  /** A page ends early where its events are large; it has at least one unless there is none. */
  events(broadcast: BroadcastRecord, reading: BroadcastReading): BroadcastPage;
  /** What has a value, counted in `parts` equal parts of the time from first to last event. */
  marks(broadcast: BroadcastRecord, parts: number): readonly BroadcastMarkCount[];
}

/** Up to where the streamer has seen who follows them; times are epoch milliseconds. */
export interface FollowerMark {
  /** When the newest follower came whom the streamer has seen; null: there was none. */
  readonly newestAt: number | null;
  /** Who came at that very moment. */
  readonly newestIds: readonly string[];
  readonly lookedAt: number;
}

/** What is kept of people. Throws as `Ledger` does. */
export interface PeopleBooks {
  /** `owner`: the signed-in channel; null: the streamer never looked. */
  followerMark(owner: string): FollowerMark | null;
  setFollowerMark(owner: string, mark: FollowerMark): void;
}

/** A field of the stream's or the chat's settings with another value. */
export interface StreamFieldChange {
  readonly field: StreamFieldName;
  /** null: it was not known. */
  readonly before: { readonly value: StreamFieldValue } | null;
  readonly after: StreamFieldValue;
}

export interface NewStreamChanges {
  /** Whose; '' where the channel is not known. */
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: ChangedBy;
  /** What it belongs to, as `record` answered; null: it is the first of its deed. */
  readonly doing: number | null;
  /** At least one. */
  readonly changes: readonly StreamFieldChange[];
}

/** What was set in one go. */
export interface StreamDoing {
  readonly id: number;
  readonly changes: readonly StreamChangeEntry[];
}

/** What was read last; the payloads are as `setSeen` got them. */
export interface StreamSeen {
  readonly channel: string;
  readonly parts: { readonly [P in StreamPart]?: unknown };
}

/** What was set at the platform, by whom, and what was read last. Throws as `Ledger` does. */
export interface StreamBooks {
  /** Answers the number of the deed, for what else belongs to it. */
  record(changes: NewStreamChanges): number;
  /** The latest first. */
  latest(channel: string, limit: number): readonly StreamChangeEntry[];
  /** null: nothing was set here yet. */
  lastOwn(channel: string): StreamDoing | null;
  /** The last of it may be lost with the power. */
  setSeen(channel: string, part: StreamPart, at: number, payload: unknown): void;
  /** null as the channel: that of the last reading. null: nothing was read yet. */
  seen(channel: string | null): StreamSeen | null;
}

/**
 * The durable record of everything that has a value, and for a while of what was said. What a call
 * wrote survives the end of the process when it returns, and the loss of power soon after: whoever has
 * to know asks `whenDurable` (`setHeard`, the chat and the search say otherwise). Every call throws a
 * `LedgerError` when the disk will not have it, and then nothing is changed.
 */
export interface Ledger {
  /** Made with the file and never changed: another value means that numbering started over. */
  readonly epoch: string;
  readonly figures: FigureBooks;
  readonly alerts: AlertBooks;
  readonly chat: ChatBooks;
  readonly broadcasts: BroadcastBooks;
  readonly claims: ClaimBooks;
  readonly payouts: PayoutBooks;
  readonly stream: StreamBooks;
  readonly viewers: ViewerBooks;
  readonly people: PeopleBooks;
  readonly reading: ReadingBooks;
  readonly search: SearchBooks;
  readonly eraser: ViewerEraser;
  /**
   * Writes platform events in one transaction, each with an alert in state `queued`. Events whose
   * number is already there are left as they are, so that a write may be tried again.
   */
  record(events: readonly ValuedEvent[]): void;
  /** Reserves `count` event numbers and answers the first; they are never handed out again. */
  reserveNumbers(count: number): number;
  /** Gives back the reserved numbers from `next` on, at a clean stop. */
  releaseNumbers(next: number): void;
  tallies(): readonly DrawTally[];
  totals(): Totals;
  /**
   * Moves alerts to a state, in one transaction; `at` is epoch milliseconds. The first time of
   * `painted` is kept. Answers those that were there: not all that were asked for when some are not
   * recorded (yet).
   */
  setAlertStates(
    alertIds: readonly number[],
    state: AlertState,
    at: number,
    note?: AlertNote | null,
  ): readonly number[];
  /**
   * What a crash or a stop left behind: alerts still `queued` that were received before
   * `receivedBefore` (epoch milliseconds) and all that are `painted` become `never-appeared`.
   * Answers how many.
   */
  giveUpAlerts(receivedBefore: number, at: number): number;
  /** Alerts a crash or a stop left behind, oldest first. */
  alertsInState(state: AlertState, limit: number): readonly ValuedEvent[];
  countAlerts(state: AlertState): number;
  /**
   * Keeps a stretch in which events may have been missed. Throws, and keeps nothing, when it ends
   * before it begins; parts of milliseconds are rounded so that it is never shorter than it was.
   */
  recordGap(gap: Gap): void;
  /** The gaps that were recorded last, at most `limit`, in the order in which they were. */
  gaps(limit: number): readonly Gap[];
  /**
   * The mark of life: the last moment something was heard while the app ran, epoch milliseconds;
   * null at a clean stop. Setting the mark and taking it away are brought to the disk at once. Moving
   * it on is cheap: it survives the end of the process at any instant, but a loss of power may bring
   * an earlier mark back (the gap after it is then too long, never too short).
   */
  setHeard(at: number | null): void;
  /** Where the last run left the mark; null: it stopped cleanly, or nothing was ever heard. */
  heardAt(): number | null;
  /**
   * null: everything written is on the disk. Otherwise resolves when everything written until now is;
   * many who wait share one sync. Rejects with a `LedgerError` when the disk refuses, or has not
   * answered for two seconds; what was written stays in the books all the same.
   */
  whenDurable(): Promise<void> | null;
  /**
   * At the end of a run: what was written is on the disk when this returns, and from now on every
   * call is. Throws a `LedgerError`.
   */
  commitDurably(): void;
  /** Closing twice is harmless. */
  close(): void;
}
