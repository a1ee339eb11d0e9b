import { EVENT_KINDS } from '../../../shared/events.ts';
import { MARKED_ROLES, PERIODS, type WidgetKind } from '../../../shared/overlay/names.ts';

/** The control of a widget's setting. A test holds its limits against the schemas'. */
export type Field = { readonly name: string } & (
  | { readonly control: 'switch' }
  | { readonly control: 'choice'; readonly choices: readonly string[] }
  /** `words`: key prefix of the choices' names, as in `kind.CHAT`. */
  | {
      readonly control: 'several';
      readonly choices: readonly string[];
      readonly words: 'kind' | 'role';
    }
  | (Range & {
      readonly control: 'slider';
      readonly step: number;
      readonly unit: 'count' | 'px' | 'times';
    })
  | (Range & { readonly control: 'number' })
  /** Seconds, or null for no limit. `usual`: the value when switched on. */
  | (Range & { readonly control: 'seconds'; readonly usual: number })
  /** Epoch milliseconds or null, shown in this computer's time zone. */
  | { readonly control: 'moment' }
  | { readonly control: 'text'; readonly max: number }
  /** An imported widget, or none. */
  | { readonly control: 'package' }
  /** One entry per line. Names with a dot are in a group of the settings. */
  | { readonly control: 'lines'; readonly max: number; readonly most: number }
);

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Largest exact amount of beams. */
const BEAMS_MAX = Number.MAX_SAFE_INTEGER;

const mostOf = (max: number): Field => ({
  control: 'slider',
  name: 'most',
  min: 1,
  max,
  step: 1,
  unit: 'count',
});

export const WIDGET_FIELDS: Readonly<Record<WidgetKind, readonly Field[]>> = {
  chat: [
    { control: 'choice', name: 'style', choices: ['list', 'bubbles', 'ticker'] },
    { control: 'slider', name: 'textSize', min: 14, max: 60, step: 1, unit: 'px' },
    { control: 'slider', name: 'lines', min: 1, max: 50, step: 1, unit: 'count' },
    { control: 'seconds', name: 'fadeAfterS', min: 3, max: 600, usual: 30 },
    { control: 'choice', name: 'edge', choices: ['shadow', 'outline', 'none'] },
    { control: 'switch', name: 'badges' },
    { control: 'several', name: 'roles', choices: MARKED_ROLES, words: 'role' },
    { control: 'switch', name: 'nameColors' },
    { control: 'slider', name: 'emojiScale', min: 1, max: 3, step: 0.1, unit: 'times' },
    { control: 'switch', name: 'bigEmoji' },
    { control: 'switch', name: 'mergeRepeats' },
    { control: 'lines', name: 'hide.users', max: 100, most: 200 },
    { control: 'lines', name: 'hide.words', max: 100, most: 200 },
    { control: 'lines', name: 'hide.prefixes', max: 100, most: 20 },
  ],
  alerts: [{ control: 'choice', name: 'align', choices: ['theme', 'top', 'middle', 'bottom'] }],
  tallies: [mostOf(10)],
  purchases: [mostOf(6), { control: 'seconds', name: 'holdS', min: 5, max: 3_600, usual: 60 }],
  goal: [
    { control: 'text', name: 'title', max: 60 },
    { control: 'number', name: 'target', min: 1, max: BEAMS_MAX },
    { control: 'number', name: 'start', min: 0, max: BEAMS_MAX },
    { control: 'choice', name: 'period', choices: ['all', 'broadcast'] },
    { control: 'moment', name: 'since' },
    { control: 'moment', name: 'deadline' },
  ],
  events: [mostOf(20), { control: 'several', name: 'kinds', choices: EVENT_KINDS, words: 'kind' }],
  supporters: [mostOf(10), { control: 'choice', name: 'period', choices: PERIODS }],
  vote: [],
  players: [mostOf(20)],
  counters: [{ control: 'text', name: 'only', max: 20 }],
  draw: [],
  subathon: [],
  missions: [],
  wheel: [],
  custom: [{ control: 'package', name: 'package' }],
  totals: [
    { control: 'switch', name: 'beams' },
    { control: 'switch', name: 'cheering' },
    { control: 'switch', name: 'shop' },
    { control: 'choice', name: 'period', choices: PERIODS },
  ],
};

/** The value at a path such as `hide.words`; undefined if absent. */
export function valueAt(settings: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((part, key) => (isGroup(part) ? part[key] : undefined), settings);
}

export function withValue(settings: unknown, name: string, value: unknown): unknown {
  const [key = '', ...rest] = name.split('.');
  const group = isGroup(settings) ? settings : {};
  return {
    ...group,
    [key]: rest.length === 0 ? value : withValue(group[key], rest.join('.'), value),
  };
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
