import { isJsonObject } from '../../shared/json.ts';
import type { Gap, LifeEvent, LifeEventName, Lifeline } from '../../shared/lifeline.ts';

/** A record, so that a name the contract gains cannot be forgotten here. */
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

/** The value of the `lifeline` feed without the items that cannot be used; null: not one at all. */
export function readLifeline(value: unknown): Lifeline | null {
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

/** Beyond this the browser has no dates. */
const LAST_DATE_MS = 8.64e15;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_DATE_MS;
}
