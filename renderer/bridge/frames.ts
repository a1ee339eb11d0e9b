import {
  type ConnectionHistory,
  type Gap,
  type LifeEvent,
  type LifeEventName,
  type OpenGap,
  SUBSCRIPTION_KINDS,
} from '../../shared/connection-history.ts';
import {
  type BridgeDown,
  FEED_NAMES,
  type FeedFrame,
  type FeedName,
  type Feeds,
} from '../../shared/contract/index.ts';
import { EVENT_KINDS, type StageEvent } from '../../shared/events.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { MEDIA_TYPES, type MediaItem } from '../../shared/overlay/media.ts';
import type { AppReading } from '../../shared/overlay/reading.ts';
import type { Problem } from '../../shared/problem.ts';

/**
 * Reads one frame of the bridge's socket; returns null for unknown frames, which are ignored. The
 * core is trusted and of the same build, so only the fields the page uses at once are checked;
 * unusable items are dropped from lists of events.
 */
export function parseDownFrame(text: unknown): BridgeDown | null {
  const frame = typeof text === 'string' ? parseJson(text) : null;
  if (!isJsonObject(frame)) return null;
  switch (frame['type']) {
    case 'hello':
      return readHello(frame);
    case 'feed':
      return readFeed(frame['feed'], frame['value']);
    case 'waiting':
      return readWaiting(frame);
    case 'result':
      return readResult(frame);
    default:
      return null;
  }
}

function readHello({ buildId, run }: JsonObject): BridgeDown | null {
  if (typeof buildId !== 'string' || typeof run !== 'string') return null;
  return { type: 'hello', buildId, run };
}

function readWaiting({ id, forMs }: JsonObject): BridgeDown | null {
  if (typeof id !== 'number' || typeof forMs !== 'number' || !(forMs >= 0)) return null;
  return { type: 'waiting', id, forMs };
}

function readResult({ id, ok, value, problem }: JsonObject): BridgeDown | null {
  if (typeof id !== 'number') return null;
  if (ok === true) return { type: 'result', id, ok, value };
  if (ok !== false || !isProblem(problem)) return null;
  return { type: 'result', id, ok, problem };
}

function readFeed(feed: unknown, value: unknown): FeedFrame | null {
  const name: FeedName | undefined =
    feed === 'events' ? feed : FEED_NAMES.find((known) => known === feed);
  if (!name) return null;
  // One assertion for the whole union: `readValue` has checked the value for this name.
  const read = readValue(name, value);
  return read === null ? null : ({ type: 'feed', feed: name, value: read } as FeedFrame);
}

function readValue(feed: FeedName, value: unknown): Feeds[FeedName] | null {
  switch (feed) {
    case 'language':
      return LANGUAGES.find((language) => language === value) ?? null;
    case 'media':
      // Drops unusable items.
      return Array.isArray(value) ? value.filter(isMediaItem) : null;
  }
  if (!isJsonObject(value)) return null;
  switch (feed) {
    case 'events':
      return readEvents(value);
    case 'connectionHistory':
      return readHistory(value);
    case 'reading':
      return isReading(value) ? value : null;
    default:
      // The core is of the same build; each page reads its own part.
      return hasParts(value, PARTS[feed]) ? (value as unknown as Feeds[typeof feed]) : null;
  }
}

interface Parts {
  readonly objects?: readonly string[];
  readonly lists?: readonly string[];
  readonly numbers?: readonly string[];
}

type CheckedByParts = Exclude<
  FeedName,
  'language' | 'media' | 'events' | 'connectionHistory' | 'reading'
>;

/** What the page uses of a feed at once. */
const PARTS: Readonly<Record<CheckedByParts, Parts>> = {
  status: {
    objects: ['connection', 'scopes', 'counts', 'overlay', 'alerts'],
    lists: ['refusals', 'notices'],
  },
  overlay: { objects: ['theme', 'queue', 'speech'], lists: ['layout', 'rules'] },
  figures: { objects: ['goals', 'supporters', 'totals'] },
  alerts: { lists: ['waiting', 'held', 'neverAppeared', 'over'], numbers: ['behindMs'] },
  desktop: { objects: ['setup', 'overlayWindow', 'vault', 'update'], lists: ['hotkeys'] },
  live: {},
  stream: {},
  people: {},
  drops: {},
  maintenance: {},
  obs: { objects: ['link', 'proof'], lists: ['scenes'] },
  marks: { objects: ['settings'], numbers: ['revision'] },
  show: { numbers: ['waiting', 'pace', 'refused'] },
  vote: {},
  chatCommands: {},
  players: {},
  counters: { lists: ['counters'] },
  draw: {},
  subathon: {},
  missions: {},
  doors: { lists: ['keys'] },
  streamerbot: { objects: ['settings'], lists: ['programs'] },
  osc: { objects: ['settings', 'counts'] },
  sinks: { lists: ['sinks'] },
  widgets: { lists: ['packages'] },
  wheel: { lists: ['spins'] },
};

function hasParts(value: JsonObject, { objects = [], lists = [], numbers = [] }: Parts): boolean {
  return (
    objects.every((name) => isJsonObject(value[name])) &&
    lists.every((name) => Array.isArray(value[name])) &&
    numbers.every((name) => typeof value[name] === 'number')
  );
}

function readEvents(value: JsonObject): Feeds['events'] | null {
  if (!Array.isArray(value['events'])) return null;
  return { reset: value['reset'] === true, events: value['events'].filter(isStageEvent) };
}

function isMediaItem(value: unknown): value is MediaItem {
  return (
    isJsonObject(value) &&
    typeof value['hash'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['type'] === 'string' &&
    Object.hasOwn(MEDIA_TYPES, value['type'])
  );
}

function isReading(value: JsonObject): value is JsonObject & AppReading {
  const { on, now } = value;
  return (
    typeof on === 'boolean' &&
    (now === null || (isJsonObject(now) && typeof now['text'] === 'string'))
  );
}

function isStageEvent(value: unknown): value is StageEvent {
  return (
    isJsonObject(value) &&
    EVENT_KINDS.some((kind) => kind === value['kind']) &&
    typeof value['seq'] === 'number' &&
    typeof value['receivedAt'] === 'number' &&
    isJsonObject(value['data'])
  );
}

function isProblem(value: unknown): value is Problem {
  return isJsonObject(value) && typeof value['code'] === 'string';
}

/** A record, so the compiler reports any name that the contract gains. */
const NAMES: Readonly<Record<LifeEventName, true>> = {
  'session-created': true,
  live: true,
  renewed: true,
  'rolled-over': true,
  lost: true,
  'session-refused': true,
  blocked: true,
  stopped: true,
  'overlay-refresh': true,
  'overlay-renew': true,
  'overlay-fresh-address': true,
  'overlay-recreate': true,
  'overlay-healed': true,
  'overlay-given-up': true,
  'overlay-load-0': true,
  'overlay-load-1': true,
  'overlay-load-2': true,
  'overlay-load-3': true,
};

/** Reads the `connectionHistory` feed without unusable items; null if it has another shape. */
function readHistory(value: JsonObject): ConnectionHistory | null {
  const { events, gaps, openGaps } = value;
  if (!Array.isArray(events) || !Array.isArray(gaps) || !Array.isArray(openGaps)) return null;
  return {
    events: events.filter(isLifeEvent),
    gaps: gaps.filter(isGap),
    openGaps: openGaps.filter(isOpenGap),
  };
}

function isLifeEvent(value: unknown): value is LifeEvent {
  if (!isJsonObject(value)) return false;
  const { at, name, reason } = value;
  const isReason = reason === null || typeof reason === 'string';
  return isTime(at) && typeof name === 'string' && Object.hasOwn(NAMES, name) && isReason;
}

function isGap(value: unknown): value is Gap {
  return isOpenGap(value) && 'to' in value && isTime(value.to);
}

function isOpenGap(value: unknown): value is OpenGap {
  if (!isJsonObject(value)) return false;
  const { from, reason, kinds } = value;
  if (!isTime(from) || typeof reason !== 'string' || !Array.isArray(kinds)) return false;
  return kinds.length > 0 && kinds.every((kind) => SUBSCRIPTION_KINDS.includes(kind));
}

/** The latest date JavaScript can represent. */
const LAST_DATE_MS = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_DATE_MS;
}
