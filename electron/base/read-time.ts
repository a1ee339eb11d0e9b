import { toIsoTime } from './clock.ts';

/** 9999-12-31: the last day that RFC 3339 can write. */
const LAST_MS = 253_402_300_799_999;
/** Numbers below it are seconds since 1970: as milliseconds they would be before April 1970. */
const SECONDS_BELOW = 10_000_000_000;
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
/** Seconds of nine digits are of 1973 and later: fewer digits are a year or a date. */
const DIGITS = /^(?:\d{9,10}(?:\.\d{1,9})?|\d{11,15})$/;
/** The platform is Korean: a time that names no zone is Korea's, all year. */
const NO_ZONE = '+09:00';

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return NO_ZONE;
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function fromIso(text: string): number {
  const match = ISO.exec(text);
  if (!match) return Number.NaN;
  const [, year = '', month = '', day = '', time = '00:00', second = '00', rest = '', zone] = match;
  // Date.parse turns 31 February into 3 March without a word.
  if (Number(day) > 28 && Number(day) > daysInMonth(Number(year), Number(month))) return Number.NaN;
  const thousandths = rest.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${year}-${month}-${day}T${time}:${second}.${thousandths}${zoneOf(zone)}`);
}

function fromNumber(value: number): number {
  return Math.round(value < SECONDS_BELOW ? value * 1_000 : value);
}

/**
 * Reads a time of the platform: ISO 8601 with or without a zone (none means Korea's), or seconds or
 * milliseconds since 1970, as a number or as digits. Answers epoch milliseconds; null when it cannot
 * be read. The platform's times are read here and nowhere else.
 */
export function readMoment(value: unknown): number | null {
  let ms = Number.NaN;
  if (typeof value === 'number') ms = fromNumber(value);
  else if (typeof value === 'string') {
    const trimmed = value.length <= 64 ? value.trim() : '';
    ms = DIGITS.test(trimmed) ? fromNumber(Number(trimmed)) : fromIso(trimmed);
  }
  return ms >= 0 && ms <= LAST_MS ? ms : null;
}

/** As `readMoment`, as RFC 3339 in UTC. */
export function readTime(value: unknown): string | null {
  const ms = readMoment(value);
  return ms === null ? null : toIsoTime(ms);
}

/** The three forms of an HTTP date begin with the name of a day; the first number is that of the day. */
const HTTP_DATE = /^[A-Za-z]{3,9},? \D*(\d{1,2})\b/;

/** A date of an HTTP header, epoch milliseconds; null: none. The form without a zone is UTC. */
export function readHttpDate(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  const day = HTTP_DATE.exec(trimmed)?.[1];
  const at = Date.parse(/(GMT|UTC)$/i.test(trimmed) ? trimmed : `${trimmed} GMT`);
  // A day that the month does not have has become one of the next.
  const isRead = day !== undefined && new Date(at).getUTCDate() === Number(day);
  return isRead ? at : null;
}
