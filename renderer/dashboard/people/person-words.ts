import type { Person } from '../../../shared/contract/people.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** What a person is called here: a name, or what else tells them apart. */
export function nameOf({ name, handle, channelId }: Person): string {
  return name.trim() || handle.trim() || channelId;
}

/** A task on the channel in words; one that nobody knows yet as the platform names it. */
export function roleText(role: string, { t }: Words): string {
  const key = `people.role-${role}`;
  if (isWord(key)) return t(key);
  return role === '' ? t('people.role-unknown') : role;
}

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/**
 * "3 days ago", "in 2 hours": how far a moment is from `now`, in its largest unit; null: less than a
 * minute. Never a name of a day: "yesterday" would be wrong for what is 30 hours ago.
 */
export function relativeTime(epochMs: number, now: number, language: Language): string | null {
  const format =
    formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  formats.set(language, format);
  const away = epochMs - now;
  for (const [unit, ms] of UNITS) {
    if (Math.abs(away) < ms) continue;
    // What is over counts in whole units; what is to come is not sooner than is said.
    return format.format(away < 0 ? Math.trunc(away / ms) : Math.ceil(away / ms), unit);
  }
  return null;
}

/** Whether a person is among those that are looked for. */
export function isFound(person: Person, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return true;
  const { name, handle, channelId } = person;
  return [name, handle, channelId].some((text) => text.toLocaleLowerCase().includes(wanted));
}
