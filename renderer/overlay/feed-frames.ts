import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';

/**
 * Parses a frame of the overlay feed; null if invalid. The core validates platform data with zod;
 * only the fields the page relies on are checked here, so a broken frame is skipped and the next
 * one still shows.
 */
export function parseOverlayFrame(text: string): OverlayDown | null {
  const value = parseJson(text);
  return isJsonObject(value) && isFrame(value) ? (value as unknown as OverlayDown) : null;
}

function isFrame(frame: JsonObject): boolean {
  switch (frame['type']) {
    case 'hello':
      return isText(frame['epoch']) && isText(frame['buildId']) && isLanguage(frame['language']);
    case 'snapshot':
      return (
        isNumber(frame['upTo']) &&
        isEvents(frame['chat']) &&
        isTallies(frame['tallies']) &&
        isAlertOrNull(frame['alert']) &&
        isEvents(frame['latest'])
      );
    case 'batch':
      return isNumber(frame['upTo']) && isEvents(frame['events']);
    case 'alert':
      return isAlertOrNull(frame['alert']);
    case 'tallies':
      return isTallies(frame['tallies']);
    case 'language':
      return isLanguage(frame['language']);
    case 'config':
      return isConfig(frame['config']);
    case 'figures':
      return isFigures(frame['figures']);
    case 'highlight':
      return isHighlight(frame['highlight']);
    case 'reading':
    case 'sounding':
      return typeof frame['on'] === 'boolean';
    case 'window':
      return isLook(frame['look']);
    default:
      return false;
  }
}

function isConfig(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    Array.isArray(value['layout']) &&
    value['layout'].every(isWidget) &&
    isJsonObject(value['theme']) &&
    isJsonObject(value['speech'])
  );
}

function isWidget(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isText(value['id']) &&
    isText(value['kind']) &&
    isJsonObject(value['box']) &&
    isJsonObject(value['settings'])
  );
}

function isFigures(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return ['goals', 'supporters', 'totals'].every((name) => isJsonObject(value[name]));
}

function isHighlight(value: unknown): boolean {
  if (value === null) return true;
  return isJsonObject(value) && isText(value['content']) && isJsonObject(value['emojis']);
}

function isLook(value: unknown): boolean {
  return isJsonObject(value) && isJsonObject(value['parts']) && isNumber(value['zoom']);
}

function isAlertOrNull(value: unknown): boolean {
  if (value === null) return true;
  return (
    isJsonObject(value) &&
    isNumber(value['alertId']) &&
    isNumber(value['durationMs']) &&
    isNumber(value['remainingMs']) &&
    isEvent(value['event'])
  );
}

function isEvents(value: unknown): boolean {
  return Array.isArray(value) && value.every(isEvent);
}

function isEvent(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isNumber(value['seq']) &&
    isText(value['kind']) &&
    isJsonObject(value['data'])
  );
}

function isTallies(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (tally) => isJsonObject(tally) && isText(tally['rewardId']) && isNumber(tally['total']),
    )
  );
}

function isLanguage(value: unknown): boolean {
  return LANGUAGES.some((language) => language === value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
