import { ALERT_FLAWS } from '../../../shared/alerts.ts';
import { MARK_KINDS } from '../../../shared/contract/marks.ts';
import {
  EVENT_KINDS,
  type EventKind,
  VALUE_SORTS,
  type ValuedEvent,
} from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Problem } from '../../../shared/problem.ts';
import { ALERT_FLAWS_STEP, COVERAGE_STEP, SHOW_STEP, SINKS_STEP } from '../migration-steps.ts';
import { MIGRATIONS } from '../migrations.ts';
import { type Row, rowOf } from '../rows.ts';
import { STORED_EVENTS } from './stored-events.ts';

export type Cell = string | number | null;
type Cells = Readonly<Record<string, Cell>>;
/** The value allowed in a column; undefined if invalid. */
type Check = (value: unknown) => Cell | undefined;

export const MOST_CELL_BYTES = 8 * 1024 * 1024;
/** Event numbers rise: one near the largest integer would leave none for later events. */
const MOST_NUMBER = 2 ** 50;
const LATEST = 8_640_000_000_000_000;
const LONGEST_ID = 65_536;

const whole =
  (least: number, most: number): Check =>
  (value) => {
    if (typeof value !== 'bigint') return undefined;
    return value >= BigInt(least) && value <= BigInt(most) ? Number(value) : undefined;
  };
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? value : undefined;

const number = whole(1, MOST_NUMBER);
const count = whole(0, Number.MAX_SAFE_INTEGER);
const oneOrNone = whole(0, 1);
const time = whole(0, LATEST);
const text: Check = (value) =>
  typeof value === 'string' && value.length <= LONGEST_ID ? value : undefined;
const json: Check = (value) => {
  if (typeof value !== 'string') return undefined;
  const content = parseJson(value);
  // Re-encoded, so that of a repeated field only one is left.
  return content === null && value.trim() !== 'null' ? undefined : JSON.stringify(content);
};

export interface AdoptedTable {
  readonly name: string;
  readonly since: number;
  readonly columns: Readonly<Record<string, Check>>;
  /** The first format that has a column, where it is later than the table's. */
  readonly added?: Readonly<Record<string, number>>;
  readonly whole?: (row: Cells) => Cells | null;
}

function wholeEvent(row: Cells): Cells | null {
  const { seq, kind, received_at: receivedAt, payload } = row;
  const schema = STORED_EVENTS[kind as EventKind];
  const data = schema.safeParse(parseJson(String(payload)));
  if (!data.success) return null;
  const event = { seq, kind, receivedAt, data: data.data, origin: 'platform' };
  const doubt = row['perhaps_twice'] === 1 ? { perhapsTwice: true } : {};
  return rowOf({ ...event, ...doubt } as ValuedEvent);
}

function wholeMessage(row: Cells): Cells | null {
  const data = STORED_EVENTS.CHAT.safeParse(parseJson(String(row['payload'])));
  if (!data.success) return null;
  const { senderChannelId, profile, content } = data.data;
  return {
    ...row,
    who: senderChannelId,
    nickname: profile.nickname,
    content,
    payload: JSON.stringify(data.data),
  };
}

const isOrdered =
  (from: string, to: string) =>
  (row: Cells): Cells | null => {
    const [began, ended] = [row[from] ?? null, row[to] ?? null];
    return ended === null || Number(ended) >= Number(began) ? row : null;
  };

/** Why a sink of a backup is off. */
const FROM_BACKUP = JSON.stringify({ code: 'sinks-restored' } satisfies Problem);

/**
 * Every table adopted from a foreign ledger, referenced tables first. Sums and the search are
 * rebuilt from them; the numbering gets a new epoch.
 */
export const ADOPTED_TABLES: readonly AdoptedTable[] = [
  {
    name: 'events',
    since: 1,
    columns: {
      seq: number,
      kind: oneOf(...EVENT_KINDS.filter((kind) => kind !== 'CHAT')),
      received_at: time,
      channel_id: text,
      who: orNull(text),
      beams: orNull(count),
      donation_type: orNull(text),
      amount_minor: orNull(count),
      currency: orNull(text),
      campaign_id: orNull(text),
      reward_id: orNull(text),
      draw_count: orNull(count),
      payload: json,
      perhaps_twice: orNull(whole(1, 1)),
    },
    added: { perhaps_twice: MIGRATIONS.indexOf(COVERAGE_STEP) + 1 },
    whole: wholeEvent,
  },
  {
    name: 'alerts',
    since: 1,
    columns: {
      seq: number,
      state: oneOf('queued', 'painted', 'over', 'never-appeared'),
      received_at: time,
      queued_at: time,
      painted_at: orNull(time),
      ended_at: orNull(time),
      note: orNull(oneOf('below-minimum', 'rejected', 'dismissed')),
      flaw: orNull(oneOf(...ALERT_FLAWS)),
    },
    added: { note: 4, flaw: MIGRATIONS.indexOf(ALERT_FLAWS_STEP) + 1 },
  },
  {
    name: 'gaps',
    since: 2,
    columns: { id: number, began_at: time, ended_at: time, reason: text, kinds: orNull(text) },
    added: { kinds: MIGRATIONS.indexOf(COVERAGE_STEP) + 1 },
    whole: isOrdered('began_at', 'ended_at'),
  },
  {
    name: 'chat',
    since: 5,
    columns: {
      seq: number,
      received_at: time,
      who: text,
      nickname: text,
      content: text,
      payload: json,
    },
    whole: wholeMessage,
  },
  {
    name: 'broadcasts',
    since: 5,
    columns: { id: number, began_at: time, ended_at: orNull(time) },
    whole: isOrdered('began_at', 'ended_at'),
  },
  {
    name: 'stream_changes',
    since: 7,
    columns: {
      id: number,
      doing: whole(0, MOST_NUMBER),
      at: time,
      channel: text,
      by: oneOf('us', 'elsewhere'),
      field: text,
      before: orNull(json),
      after: json,
    },
  },
  {
    name: 'stream_seen',
    since: 7,
    columns: { channel: text, part: text, at: time, payload: json },
  },
  {
    name: 'claims',
    since: 8,
    columns: {
      claim_id: text,
      campaign_id: text,
      reward_id: text,
      category_id: text,
      category_name: text,
      channel_id: text,
      state: text,
      claimed_at: orNull(time),
      updated_at: orNull(time),
      first_seen_at: time,
      seen_at: time,
      waits_since: time,
    },
  },
  {
    name: 'campaigns',
    since: 8,
    columns: {
      campaign_id: text,
      position: count,
      payload: json,
      mark_page: orNull(count),
      mark_index: orNull(count),
      mark_claim_id: orNull(text),
      read_at: orNull(time),
      swept_at: orNull(time),
    },
  },
  {
    name: 'payout_jobs',
    since: 8,
    columns: {
      id: number,
      state: oneOf('CLAIMED', 'FULFILLED'),
      phase: oneOf('queued', 'running', 'stopped', 'done'),
      created_at: time,
      ended_at: orNull(time),
      dismissed_at: orNull(time),
      problem: orNull(json),
    },
    // Jobs under way then never resume automatically.
    whole: (row) => (row['phase'] === 'done' ? row : { ...row, phase: 'stopped' }),
  },
  {
    name: 'payout_items',
    since: 8,
    columns: { job_id: number, position: count, claim_id: text, status: orNull(text) },
  },
  {
    name: 'payout_calls',
    since: 8,
    columns: {
      id: number,
      job_id: number,
      planned_at: time,
      claim_ids: json,
      ended_at: orNull(time),
      outcome: orNull(oneOf('answered', 'refused', 'unknown')),
      groups: orNull(json),
      problem: orNull(json),
    },
  },
  {
    name: 'drops_quota',
    since: 8,
    columns: {
      day: text,
      category: oneOf('READ_DROPS', 'WRITE_DROPS'),
      used: count,
      refused_at_count: orNull(count),
    },
  },
  {
    name: 'follower_marks',
    since: 9,
    columns: { owner: text, newest_at: orNull(time), newest_ids: json, looked_at: time },
  },
  {
    name: 'recordings',
    since: 14,
    columns: {
      id: number,
      began_at: time,
      ended_at: orNull(time),
      zero_at: time,
      duration: count,
      exact: oneOrNone,
      lag: orNull(count),
      fps_num: number,
      fps_den: number,
      width: count,
      height: count,
    },
    whole: isOrdered('began_at', 'ended_at'),
  },
  {
    name: 'recording_files',
    since: 14,
    columns: { recording: number, begins: count, path: text },
  },
  {
    name: 'marks',
    since: 14,
    columns: {
      id: number,
      recording: orNull(number),
      position: orNull(count),
      set_at: time,
      kind: oneOf(...MARK_KINDS),
      sort: orNull(oneOf(...VALUE_SORTS)),
      seq: orNull(number),
      amount: orNull(count),
      path: orNull(text),
      label: orNull(text),
    },
    added: { label: MIGRATIONS.indexOf(SHOW_STEP) + 1 },
  },
  {
    name: 'activities',
    since: MIGRATIONS.indexOf(SHOW_STEP) + 1,
    columns: {
      id: number,
      kind: text,
      began_at: time,
      ended_at: orNull(time),
      state: json,
      folded: count,
      heard: count,
    },
  },
  {
    name: 'activity_journal',
    since: MIGRATIONS.indexOf(SHOW_STEP) + 1,
    columns: { id: number, activity: number, at: time, heard: count, entry: json },
  },
  {
    name: 'sinks',
    since: MIGRATIONS.indexOf(SINKS_STEP) + 1,
    columns: {
      id: text,
      kind: text,
      made_at: time,
      settings: json,
      is_on: oneOrNone,
      position: count,
      waiting_since: orNull(time),
      problem: orNull(json),
      dropped: count,
    },
    // Nothing leaves this computer because of a file that was opened.
    whole: (row) => ({ ...row, is_on: 0, waiting_since: null, problem: FROM_BACKUP }),
  },
  {
    name: 'dead_letters',
    since: MIGRATIONS.indexOf(SINKS_STEP) + 1,
    columns: { sink: text, seq: number, died_at: time, problem: json, again: oneOrNone },
    whole: (row) => ({ ...row, again: 0 }),
  },
];

/** The ledger's own row. It is written into the row of the new ledger. */
export const ADOPTED_LEDGER: AdoptedTable = {
  name: 'ledger',
  since: 1,
  columns: {
    next_number: number,
    heard_at: orNull(time),
    broadcast_began_at: orNull(time),
    left_at: orNull(time),
    mark: orNull(json),
  },
  added: {
    heard_at: 2,
    broadcast_began_at: 3,
    left_at: 3,
    mark: MIGRATIONS.indexOf(COVERAGE_STEP) + 1,
  },
};

/** The adopted row; null if refused. `row` has integers as `bigint`. Columns missing from its format are NULL. */
export function adoptedRow({ columns, whole: look }: AdoptedTable, row: Row): Cells | null {
  const cells: Record<string, Cell> = {};
  for (const [name, check] of Object.entries(columns)) {
    const cell = check(row[name] ?? null);
    if (cell === undefined) return null;
    cells[name] = cell;
  }
  return look ? look(cells) : cells;
}
