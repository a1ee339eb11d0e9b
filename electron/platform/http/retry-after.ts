const SECONDS = /^\d+$/;
/** The three forms of an HTTP date all begin with the name of a day. */
const HTTP_DATE = /^[A-Za-z]{3,9},? /;

/** An HTTP date as epoch milliseconds; null when it is none. The oldest form names no zone: UTC. */
function parseHttpDate(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  if (!HTTP_DATE.test(trimmed)) return null;
  const at = Date.parse(/(GMT|UTC)$/i.test(trimmed) ? trimmed : `${trimmed} GMT`);
  return Number.isNaN(at) ? null : at;
}

/**
 * How long a `Retry-After` header asks to wait, in milliseconds; null when there is none that can
 * be read. A date is taken against the answer's own `Date` header where it has one, so that a
 * wrong clock on this machine does not matter, else against `now`.
 */
export function parseRetryAfter(
  header: string | null,
  dateHeader: string | null,
  now: number,
): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  const at = parseHttpDate(text);
  if (at === null) return null;
  return Math.max(0, at - (parseHttpDate(dateHeader) ?? now));
}
