/** A stretch of the books to look at: epoch milliseconds, from `from` on and before `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export const PERIOD_KINDS = ['broadcast', 'day', 'month', 'range'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** Days and months are those of this computer, which is where the streamer is. */
export function dayOf(at: number): Period {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return {
    from: new Date(year, month, day).getTime(),
    to: new Date(year, month, day + 1).getTime(),
  };
}

export function monthOf(at: number): Period {
  const date = new Date(at);
  const [year, month] = [date.getFullYear(), date.getMonth()];
  return { from: new Date(year, month).getTime(), to: new Date(year, month + 1).getTime() };
}

/** The day or month before or after. */
export function neighbour(kind: 'day' | 'month', { from, to }: Period, step: -1 | 1): Period {
  const of = kind === 'day' ? dayOf : monthOf;
  return step === 1 ? of(to) : of(from - 1);
}

/** As a date field has it: 2026-01-31. */
export function dateText(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The days of two date fields, the second included; null: one of them is empty or they cross. */
export function rangeOf(first: string, last: string): Period | null {
  const [from, to] = [dayFrom(first), dayFrom(last)];
  if (from === null || to === null || to < from) return null;
  return { from, to: dayOf(to).to };
}

function dayFrom(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}

const DAY_MS = 86_400_000;

/** What a chart of the period is cut into, so that there is something to compare and all fits. */
export function groupOf({ from, to }: Period): 'hour' | 'day' | 'month' {
  const days = (to - from) / DAY_MS;
  if (days <= 2.1) return 'hour';
  return days <= 100 ? 'day' : 'month';
}

/** The streamer's time zone, by IANA's name. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
