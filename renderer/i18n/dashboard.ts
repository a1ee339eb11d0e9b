import { type ExactSum, formatSum } from '../../shared/exact-sum.ts';
import type { Language, PageKey } from '../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';
import type { Text, TextValues } from '../../shared/locales/text.ts';
import { createTranslator, type Translate } from '../../shared/locales/translate.ts';

export type Words = ReturnType<typeof makeWords>;

const translator = createTranslator(PAGE_TEXTS);
const made = new Map<Language, Words>();

/** Made when first asked for: a page seldom speaks more than one language. */
export function wordsOf(language: Language): Words {
  const words = made.get(language) ?? makeWords(translator(language), language);
  made.set(language, words);
  return words;
}

/** Whether the key has a text, for keys composed from the core's values. */
export function isWord(key: string): key is PageKey {
  return Object.hasOwn(PAGE_TEXTS.en, key);
}

const SECOND = 1_000;
const UNITS = [
  { unit: 'day', ms: 86_400 * SECOND },
  { unit: 'hour', ms: 3_600 * SECOND },
  { unit: 'minute', ms: 60 * SECOND },
  { unit: 'second', ms: SECOND },
] as const;

/** Formats take a page's start long to make, and most pages use few of them. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function makeWords(translate: Translate, language: Language) {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazily(() => new Intl.DateTimeFormat(language, options));
  const number = lazily(() => new Intl.NumberFormat(language));
  const time = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const dateTime = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const day = dates({ dateStyle: 'medium' });
  const hourMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const moment = dates(hourMinute);
  const farMoment = dates({ ...hourMinute, month: 'numeric', day: 'numeric' });
  const list = lazily(() => new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }));
  const formats = new Map<string, Intl.NumberFormat>();
  // Cached: ticking numbers call this every second, and formats are expensive to create.
  const inUnit = (value: number, unit: string) => {
    const style = { style: 'unit', unit, unitDisplay: 'narrow' } as const;
    const format = formats.get(unit) ?? new Intl.NumberFormat(language, style);
    formats.set(unit, format);
    return format.format(value);
  };
  const milliseconds = (value: number) => inUnit(Math.max(0, Math.round(value)), 'millisecond');
  /**
   * A duration in its two largest units: "1h 12m", "1시간 12분". Zero units are omitted except
   * seconds, so a ticking number keeps its shape.
   */
  const duration = (ms: number) => {
    let rest = Math.max(0, ms);
    const first = Math.max(
      0,
      UNITS.findIndex((entry) => rest >= entry.ms),
    );
    const from = rest < SECOND ? UNITS.length - 1 : first;
    const parts = UNITS.slice(from, from + 2).flatMap(({ unit, ms: size }) => {
      const whole = Math.floor(rest / size);
      rest -= whole * size;
      return whole > 0 || unit === 'second' ? [inUnit(whole, unit)] : [];
    });
    return list().format(parts);
  };
  return {
    language,
    /** The text of a key; `values` fill its placeholders and are never parsed. */
    t: (key: PageKey, values?: TextValues): string => translate(key, values),
    pick: (text: Text) => translate(text.key, text.values),
    number: (value: number) => number().format(value),
    /** A sum of beams with its unit. */
    beams: (sum: ExactSum) =>
      typeof sum === 'number'
        ? translate('events.beams', { count: sum })
        : translate('events.beams-many', { n: formatSum(sum, language) }),
    milliseconds,
    /** Time of day with seconds. */
    time: (epochMs: number) => time().format(new Date(epochMs)),
    dateTime: (epochMs: number) => dateTime().format(new Date(epochMs)),
    day: (epochMs: number) => day().format(new Date(epochMs)),
    /** Time of day without seconds, with the date unless it is the day of `now`. */
    moment(epochMs: number, now: number) {
      const isToday = new Date(epochMs).toDateString() === new Date(now).toDateString();
      return (isToday ? moment : farMoment)().format(new Date(epochMs));
    },
    duration,
    /** As `duration`, but in milliseconds below one second, so it is never zero. */
    stretch: (ms: number) => (ms < SECOND ? milliseconds(ms) : duration(ms)),
  };
}
