import { isJsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isLanguage: Check = (value) => LANGUAGES.some((language) => language === value);
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isList =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);

/** An object whose named fields pass their checks. */
function has(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => isJsonObject(value) && checks.every(([name, check]) => check(value[name]));
}

const isEvent = has({ seq: isNumber, kind: isText, data: isJsonObject });
const isTally = has({ rewardId: isText, total: isNumber });
const isWidget = has({ id: isText, kind: isText, box: isJsonObject, settings: isJsonObject });
const isAlert = has({
  alertId: isNumber,
  durationMs: isNumber,
  remainingMs: isNumber,
  event: isEvent,
});

const FRAMES: Readonly<Record<OverlayDown['type'], Check>> = {
  hello: has({ epoch: isText, buildId: isText, language: isLanguage }),
  snapshot: has({
    upTo: isNumber,
    chat: isList(isEvent),
    tallies: isList(isTally),
    alert: isNullOr(isAlert),
    latest: isList(isEvent),
  }),
  batch: has({ upTo: isNumber, events: isList(isEvent) }),
  alert: has({ alert: isNullOr(isAlert) }),
  tallies: has({ tallies: isList(isTally) }),
  language: has({ language: isLanguage }),
  config: has({
    config: has({ layout: isList(isWidget), theme: isJsonObject, speech: isJsonObject }),
  }),
  figures: has({
    figures: has({ goals: isJsonObject, supporters: isJsonObject, totals: isJsonObject }),
  }),
  highlight: has({ highlight: isNullOr(has({ content: isText, emojis: isJsonObject })) }),
  reading: has({ on: isFlag }),
  sounding: has({ on: isFlag }),
  window: has({ look: has({ parts: isJsonObject, zoom: isNumber }) }),
};

/** null if invalid. Only what the page relies on is checked: the core validates platform data. */
export function parseOverlayFrame(text: string): OverlayDown | null {
  const value = parseJson(text);
  const type = isJsonObject(value) ? String(value['type']) : '';
  if (!Object.hasOwn(FRAMES, type)) return null;
  return FRAMES[type as OverlayDown['type']](value) ? (value as OverlayDown) : null;
}
