import { z } from 'zod';
import { type Gap, SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import type { Decoded, ValuedEvent, ValuedKind } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import { STORED_EVENTS } from '../../storage/adopt/stored-events.ts';
import type { Row } from '../../storage/rows.ts';

/** Who wrote it: under which claim of the channel, and in which file. */
export interface Writer {
  readonly epoch: number;
  readonly file: string;
}

/**
 * An event that came to a session that was made ready for a channel of another host. It has no number: it gets one if
 * it is in nobody's books when the channel is claimed.
 */
export interface WaitingEntry {
  readonly type: 'waiting';
  /** The claim of the host that had the channel, and its first number that both may have. */
  readonly giver: number;
  readonly since: number;
  /** Of all sessions only this one brought it. No key of the platform. */
  readonly session: string;
  readonly receivedAt: number;
  readonly event: Decoded<ValuedKind>;
}

/** An entry of a channel's books, as it is in the stream. */
export type BookEntry = WaitingEntry | WrittenEntry;

/** One of an owner of the channel. */
export type WrittenEntry = Writer &
  (
    | {
        readonly type: 'event';
        readonly event: ValuedEvent;
        /** What had become of its alert when it was sent. */
        readonly alert: Row | null;
        /** The viewer was removed from it: it takes the place of the one with their name. */
        readonly anonymous: boolean;
      }
    | { readonly type: 'gap'; readonly id: number; readonly gap: Gap }
    /** A row of another table as it is now; null: it is gone. */
    | {
        readonly type: 'state';
        readonly table: string;
        readonly key: readonly (string | number)[];
        readonly row: Row | null;
      }
    /** A viewer was removed: their messages go too. Only who tries their id can tell from the hash who it was. */
    | { readonly type: 'viewer'; readonly viewer: string }
    /** From here on the books are this owner's; what others still bring is late. */
    | {
        readonly type: 'owner';
        /** Which host it is; null: it did not say. */
        readonly host: string | null;
      }
    /** Between these two places are entries of a former owner that came late. */
    | { readonly type: 'late'; readonly from: number; readonly to: number }
  );

type Entry<T extends WrittenEntry['type']> = Extract<WrittenEntry, { readonly type: T }>;
export type EventEntry = Entry<'event'>;
export type GapEntry = Entry<'gap'>;
export type StateEntry = Entry<'state'>;

/** Entries with their places in the stream and the ids that they were sent under, in order. */
export type Page = readonly (readonly [place: number, entry: BookEntry, id: string])[];

/** From one place of the stream to another; null: nothing. */
export type Stretch = { readonly from: number; readonly to: number } | null;

/** An entry that the stream has not got for sure. */
export interface Waiting {
  /** Of its row in the outbox. */
  readonly id: number;
  readonly entry: WrittenEntry;
  /** Under what another host sends it as well, if it received the same; null: no other host did. */
  readonly sharedId: string | null;
}

export interface Position {
  /** When the stream was made; '': none was seen yet. */
  readonly stream: string;
  readonly position: number;
  readonly late: number;
}

const VALUED = [
  'DONATION',
  'SUBSCRIPTION',
  'DROPS',
  'GOODS_PURCHASE',
] as const satisfies ValuedKind[];

const number = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const cell = z.union([z.string(), number, z.null()]);
const row = z.record(z.string(), cell);
const writer = { epoch: number, file: z.string().max(64) };

const eventBody = z.object({
  ...writer,
  seq: number,
  receivedAt: number,
  data: z.unknown(),
  alert: row.nullable(),
  anonymous: z.boolean(),
});
const gapBody = z.object({
  ...writer,
  id: number,
  gap: z
    .object({
      from: number,
      to: number,
      reason: z.string().max(200),
      // Hosts before told none apart.
      kinds: z.array(z.enum(SUBSCRIPTION_KINDS)).default([...SUBSCRIPTION_KINDS]),
    })
    .refine(({ from, to }) => from <= to),
});
const stateBody = z.object({
  ...writer,
  table: z.string(),
  key: z.array(z.union([z.string(), number])).max(4),
  row: row.nullable(),
});
const viewerBody = z.object({ ...writer, viewer: z.string().regex(/^[0-9a-f]{64}$/) });
const ownerBody = z.object({ ...writer, host: z.string().max(300).nullable().default(null) });
const lateBody = z.object({ ...writer, from: number, to: number });
const waitingBody = z.object({
  giver: number,
  since: number,
  session: z.string().max(64),
  receivedAt: number,
  kind: z.enum(VALUED),
  data: z.unknown(),
});

/** The last part of its subject. */
export function kindOf(entry: BookEntry): string {
  return entry.type === 'event' ? entry.event.kind : entry.type;
}

export function bodyOf(entry: BookEntry): string {
  if (entry.type === 'waiting') {
    const { type: _, event: waiting, ...body } = entry;
    return JSON.stringify({ ...body, ...waiting });
  }
  if (entry.type !== 'event') {
    const { type: _, ...body } = entry;
    return JSON.stringify(body);
  }
  const { epoch, file, event, alert, anonymous } = entry;
  const { seq, receivedAt, data } = event;
  return JSON.stringify({ epoch, file, seq, receivedAt, data, alert, anonymous });
}

/** null: it is nobody's of ours, or damaged. `kind`: the last part of its subject. */
export function entryOf(kind: string, text: string): BookEntry | null {
  const body = parseJson(text);
  const valued = VALUED.find((each) => each === kind);
  if (valued) return eventEntry(valued, body);
  switch (kind) {
    case 'gap': {
      const read = gapBody.safeParse(body).data;
      return read ? { type: 'gap', ...read } : null;
    }
    case 'state': {
      const read = stateBody.safeParse(body).data;
      return read ? { type: 'state', ...read } : null;
    }
    case 'viewer': {
      const read = viewerBody.safeParse(body).data;
      return read ? { type: 'viewer', ...read } : null;
    }
    case 'owner': {
      const read = ownerBody.safeParse(body).data;
      return read ? { type: 'owner', ...read } : null;
    }
    case 'late': {
      const read = lateBody.safeParse(body).data;
      return read ? { type: 'late', ...read } : null;
    }
    case 'waiting':
      return waitingEntry(body);
    default:
      return null;
  }
}

function eventEntry(kind: ValuedKind, body: unknown): EventEntry | null {
  const read = eventBody.safeParse(body).data;
  const data = read && STORED_EVENTS[kind].safeParse(read.data).data;
  if (!data) return null;
  const { epoch, file, seq, receivedAt, alert, anonymous } = read;
  const event = { kind, seq, receivedAt, data, origin: 'platform' } as ValuedEvent;
  return { type: 'event', epoch, file, event, alert, anonymous };
}

function waitingEntry(body: unknown): WaitingEntry | null {
  const read = waitingBody.safeParse(body).data;
  const data = read && STORED_EVENTS[read.kind].safeParse(read.data).data;
  if (!data) return null;
  const { kind, data: _, ...rest } = read;
  return { type: 'waiting', ...rest, event: { kind, data } as Decoded<ValuedKind> };
}
