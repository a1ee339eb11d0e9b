import type {
  ConnectionHistory,
  Gap,
  LifeEvent,
  LifeEventName,
} from '../../shared/connection-history.ts';
import type { AlertsState } from '../../shared/contract/alerts.ts';
import {
  type BridgeDown,
  FEED_NAMES,
  type FeedFrame,
  type FeedName,
  type Feeds,
} from '../../shared/contract/index.ts';
import type { DesktopState } from '../../shared/desktop.ts';
import { assertNever, EVENT_KINDS, type StageEvent } from '../../shared/events.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import { MEDIA_TYPES, type MediaItem } from '../../shared/overlay/media.ts';
import type { OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { AppReading } from '../../shared/overlay/reading.ts';
import type { Problem } from '../../shared/problem.ts';
import type { AppStatus } from '../../shared/status.ts';

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

function readHello(frame: JsonObject): BridgeDown | null {
  const buildId = frame['buildId'];
  const run = frame['run'];
  if (typeof buildId !== 'string' || typeof run !== 'string') return null;
  return { type: 'hello', buildId, run };
}

function readWaiting(frame: JsonObject): BridgeDown | null {
  const id = frame['id'];
  const forMs = frame['forMs'];
  if (typeof id !== 'number' || typeof forMs !== 'number' || !(forMs >= 0)) return null;
  return { type: 'waiting', id, forMs };
}

function readResult(frame: JsonObject): BridgeDown | null {
  const id = frame['id'];
  if (typeof id !== 'number') return null;
  if (frame['ok'] === true) return { type: 'result', id, ok: true, value: frame['value'] };
  const problem = frame['problem'];
  if (frame['ok'] !== false || !isProblem(problem)) return null;
  return { type: 'result', id, ok: false, problem };
}

function readFeed(feed: unknown, value: unknown): FeedFrame | null {
  const name: FeedName | undefined =
    feed === 'events' ? feed : FEED_NAMES.find((known) => known === feed);
  if (!name) return null;
  // One assertion for the whole union: `readValue` has checked the value for this name.
  const read = readValue(name, value);
  return read === null ? null : ({ type: 'feed', feed: name, value: read } as FeedFrame);
}

/** Returns null if the value does not fit the feed. */
function readValue(feed: FeedName, value: unknown): Feeds[FeedName] | null {
  switch (feed) {
    case 'language':
      return LANGUAGES.find((language) => language === value) ?? null;
    case 'events':
      return readEvents(value);
    case 'status':
      return valueIf(isStatus, value);
    case 'connectionHistory':
      return readHistory(value);
    case 'overlay':
      return valueIf(isOverlaySettings, value);
    case 'figures':
      return valueIf(isFigures, value);
    case 'media':
      return readMedia(value);
    case 'alerts':
      return valueIf(isAlertDesk, value);
    case 'reading':
      return valueIf(isReading, value);
    case 'live':
    case 'stream':
    case 'people':
    case 'drops':
    case 'maintenance':
      // The core is of the same build; each page reads its own part.
      return isJsonObject(value) ? (value as unknown as Feeds[typeof feed]) : null;
    case 'desktop':
      return valueIf(isDesktopState, value);
    default:
      return assertNever(feed);
  }
}

function valueIf<T>(is: (value: unknown) => value is T, value: unknown): T | null {
  return is(value) ? value : null;
}

function readEvents(value: unknown): Feeds['events'] | null {
  if (!isJsonObject(value) || !Array.isArray(value['events'])) return null;
  return { reset: value['reset'] === true, events: value['events'].filter(isStageEvent) };
}

function isStatus(value: unknown): value is AppStatus {
  if (!isJsonObject(value)) return false;
  const objects = ['connection', 'scopes', 'counts', 'overlay', 'alerts'];
  const lists = ['refusals', 'notices'];
  return (
    objects.every((name) => isJsonObject(value[name])) &&
    lists.every((name) => Array.isArray(value[name]))
  );
}

function isOverlaySettings(value: unknown): value is OverlaySettings {
  if (!isJsonObject(value)) return false;
  const groups = ['theme', 'queue', 'speech'];
  const lists = ['layout', 'rules'];
  return (
    groups.every((name) => isJsonObject(value[name])) &&
    lists.every((name) => Array.isArray(value[name]))
  );
}

function isFigures(value: unknown): value is Figures {
  if (!isJsonObject(value)) return false;
  return ['goals', 'supporters', 'totals'].every((name) => isJsonObject(value[name]));
}

/** Drops unusable items. */
function readMedia(value: unknown): readonly MediaItem[] | null {
  return Array.isArray(value) ? value.filter(isMediaItem) : null;
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

function isAlertDesk(value: unknown): value is AlertsState {
  if (!isJsonObject(value) || typeof value['behindMs'] !== 'number') return false;
  const lists = ['waiting', 'held', 'neverAppeared', 'over'];
  return lists.every((name) => Array.isArray(value[name]));
}

function isReading(value: unknown): value is AppReading {
  if (!isJsonObject(value) || typeof value['on'] !== 'boolean') return false;
  const now = value['now'];
  return now === null || (isJsonObject(now) && typeof now['text'] === 'string');
}

function isDesktopState(value: unknown): value is DesktopState {
  if (!isJsonObject(value) || !Array.isArray(value['hotkeys'])) return false;
  return ['setup', 'overlayWindow', 'vault', 'update'].every((name) => isJsonObject(value[name]));
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
};

/** Reads the `connectionHistory` feed without unusable items; null if it has another shape. */
function readHistory(value: unknown): ConnectionHistory | null {
  if (!isJsonObject(value)) return null;
  const { events, gaps, openGap } = value;
  if (!Array.isArray(events) || !Array.isArray(gaps)) return null;
  return {
    events: events.filter(isLifeEvent),
    gaps: gaps.filter(isGap),
    openGap: isGapBegin(openGap) ? { from: openGap.from, reason: openGap.reason } : null,
  };
}

function isLifeEvent(value: unknown): value is LifeEvent {
  if (!isJsonObject(value)) return false;
  const { at, name, reason } = value;
  const isReason = reason === null || typeof reason === 'string';
  return isTime(at) && typeof name === 'string' && Object.hasOwn(NAMES, name) && isReason;
}

function isGap(value: unknown): value is Gap {
  return isGapBegin(value) && 'to' in value && isTime(value.to);
}

function isGapBegin(value: unknown): value is Pick<Gap, 'from' | 'reason'> {
  return isJsonObject(value) && isTime(value['from']) && typeof value['reason'] === 'string';
}

/** The latest date JavaScript can represent. */
const LAST_DATE_MS = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_DATE_MS;
}
