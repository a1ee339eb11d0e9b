import { z } from 'zod';
import {
  COUNTER_SOURCES,
  COUNTER_VALUE_MOST,
  type CounterConfig,
  type CounterStep,
  type CountersSettings,
  type CountersState,
  type CountersView,
  counterConfigSchema,
  countersSettingsSchema,
} from '../../../shared/contract/counters.ts';
import { assertNever, type ChatData, type StageEvent } from '../../../shared/events.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  cutCharacters,
  type Effect,
  type Folded,
  sameLook,
} from '../show/index.ts';

const whole = z.number().int();

const bySchema = z.object({
  source: z.enum(COUNTER_SOURCES),
  /** A channel and its name, if it was by chat; null: not known any more. */
  who: z.string().nullable(),
  name: z.string(),
});
type By = z.infer<typeof bySchema>;

const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), config: counterConfigSchema }),
  z.object({ type: z.literal('edit'), counter: whole, config: counterConfigSchema }),
  z.object({ type: z.literal('remove'), counter: whole }),
  z.object({ type: z.literal('move'), counter: whole, to: whole }),
  z.object({ type: z.literal('show'), counter: whole, shown: z.boolean() }),
  z.object({ type: z.literal('set'), counter: whole, value: whole, at: z.number(), by: bySchema }),
  z.object({ type: z.literal('add'), counter: whole, value: whole, at: z.number(), by: bySchema }),
  z.object({ type: z.literal('undo'), counter: whole }),
  /** Somebody asked in chat. */
  z.object({ type: z.literal('tell'), counter: whole, at: z.number() }),
  z.object({ type: z.literal('settings'), settings: countersSettingsSchema }),
]);
export type CountersEntry = z.infer<typeof entrySchema>;

const counterSchema = z.object({
  id: whole,
  config: counterConfigSchema,
  value: whole,
  shown: z.boolean(),
});
export type Counter = z.infer<typeof counterSchema>;

const stepSchema = z.object({
  counter: whole,
  from: whole,
  to: whole,
  at: z.number(),
  by: bySchema,
});
type Step = z.infer<typeof stepSchema>;

const packedSchema = z.object({
  counters: z.array(counterSchema),
  nextId: whole,
  steps: z.array(stepSchema),
  settings: countersSettingsSchema,
  saidAt: z.number(),
});

export interface Counters {
  counters: Counter[];
  nextId: number;
  /** What can be taken back, the latest last. */
  steps: Step[];
  settings: CountersSettings;
  /** When one was said in chat last, epoch milliseconds; 0: never. */
  saidAt: number;
  /** What a command has to look like, by counter. */
  words: ReadonlyMap<string, number>;
}

const FIRST_SETTINGS: CountersSettings = { managers: true, answer: true };
const STEPS_MOST = 200;
const SAY_EVERY_MS = 5_000;
const NAME_MOST = 40;

export const COUNTERS: Activity<Counters, CountersEntry> = {
  kind: 'counters',
  hear,
  fold,
  dueAt: () => null,
  due: () => null,
  endedAt: () => null,
  pack: ({ words: _, ...counters }) => counters,
  unpack: (packed) => {
    const counters = packedSchema.parse(packed);
    return { ...counters, words: wordsOf(counters.counters) };
  },
  readEntry: (entry) => entrySchema.parse(entry),
  forget: (counters, channelId) => {
    counters.steps = counters.steps.map((step) =>
      step.by.who === channelId ? { ...step, by: { ...step.by, who: null, name: '' } } : step,
    );
    return counters;
  },
};

export function noCounters(): Counters {
  const settings = FIRST_SETTINGS;
  return { counters: [], nextId: 1, steps: [], settings, saidAt: 0, words: new Map() };
}

/** A word may be given with the mark that it has in chat. */
const lookOf = (word: string): string => sameLook(word).replace(/^! ?/, '');

function wordsOf(counters: readonly Counter[]): ReadonlyMap<string, number> {
  return new Map(
    counters.flatMap(({ id, config: { name, words } }) =>
      [name, ...words].map((word) => [lookOf(word), id] as const),
    ),
  );
}

/** A word that means another counter already; null: there is none. `except`: the counter edited. */
export function lookAlike(
  counters: readonly Counter[],
  { name, words }: CounterConfig,
  except: number | null = null,
): readonly [string, string] | null {
  const others = wordsOf(counters.filter(({ id }) => id !== except));
  for (const word of [name, ...words]) {
    const other = others.get(lookOf(word));
    const found = counters.find(({ id }) => id === other);
    if (found) return [word, found.config.name];
  }
  return null;
}

/** Whether a counter has this word, or one that begins with it. */
export function hasWord({ words }: Pick<Counters, 'words'>, name: string): boolean {
  return [...words.keys()].some((word) => word === name || word.startsWith(`${name} `));
}

/** The counter that a name or one of its words means; null: none. */
export function counterOf(state: Counters, name: string): Counter | null {
  const id = state.words.get(lookOf(name));
  return state.counters.find((counter) => counter.id === id) ?? null;
}

const UNDO = new Set(['취소', '되돌리기', 'undo']);

type Wish =
  | { readonly type: 'set' | 'add'; readonly counter: number; readonly value: number }
  | { readonly type: 'undo'; readonly counter: number }
  | { readonly type: 'tell'; readonly counter: number };

/** What a message wants of which counter; null: nothing. `!name`, `!name +1`, `!name 5`, `!name undo`. */
export function wishOf(words: Counters['words'], message: string): Wish | null {
  const command = chatCommandOf(message);
  if (!command) return null;
  const said = command.rest === '' ? command.name : `${command.name} ${command.rest}`;
  const asked = words.get(said);
  if (asked !== undefined) return { type: 'tell', counter: asked };
  const found = /^(.+?)( ?[+\-−]\d{0,9}| ?= ?-?\d{1,9}| \d{1,9}| [^ \d]+)$/u.exec(said);
  const [, word = '', rest = ''] = found ?? [];
  const counter = words.get(word);
  return counter === undefined ? null : wishOn(counter, rest.trim().replace('−', '-'));
}

function wishOn(counter: number, wish: string): Wish | null {
  if (UNDO.has(wish)) return { type: 'undo', counter };
  if (/^[+-]/.test(wish)) {
    return { type: 'add', counter, value: wish.length === 1 ? Number(`${wish}1`) : Number(wish) };
  }
  const value = Number(wish.replace(/^= ?/, ''));
  return Number.isInteger(value) ? { type: 'set', counter, value } : null;
}

function hear(state: Counters, event: StageEvent, audience: Audience): CountersEntry | null {
  if (event.kind !== 'CHAT' || state.counters.length === 0) return null;
  const wish = wishOf(state.words, event.data.content);
  if (!wish || audience.isBlocked(event.data.senderChannelId)) return null;
  const at = event.receivedAt;
  if (wish.type === 'tell') return maySay(state, at) ? { ...wish, at } : null;
  if (!mayCount(state, event.data) || !changes(state, wish)) return null;
  if (wish.type === 'undo') return wish;
  const { senderChannelId: who, profile } = event.data;
  const name = cutCharacters(profile.nickname, NAME_MOST);
  return { ...wish, at, by: { source: 'chat', who, name } };
}

function mayCount({ settings }: Counters, { senderRole }: ChatData): boolean {
  return senderRole === 'streamer' || (senderRole === 'manager' && settings.managers);
}

/** A clock that was set back does not silence it. */
function maySay({ settings, saidAt }: Counters, at: number): boolean {
  return settings.answer && (at < saidAt || at >= saidAt + SAY_EVERY_MS);
}

/** Whether anything would be another number afterwards. */
export function changes(state: Counters, wish: Wish): boolean {
  const counter = state.counters.find(({ id }) => id === wish.counter);
  if (!counter) return false;
  if (wish.type === 'set') return within(wish.value) !== counter.value;
  if (wish.type === 'add') return within(counter.value + wish.value) !== counter.value;
  return wish.type === 'undo' && state.steps.some((step) => step.counter === counter.id);
}

function within(value: number): number {
  return Math.max(-COUNTER_VALUE_MOST, Math.min(COUNTER_VALUE_MOST, value));
}

function fold(state: Counters, entry: CountersEntry): Folded<Counters> {
  switch (entry.type) {
    case 'create': {
      const counter = { id: state.nextId, config: entry.config, value: 0, shown: true };
      state.nextId += 1;
      return listed(state, [...state.counters, counter]);
    }
    case 'edit':
      return changed(state, entry.counter, { config: entry.config });
    case 'show':
      return changed(state, entry.counter, { shown: entry.shown });
    case 'remove':
      state.steps = state.steps.filter(({ counter }) => counter !== entry.counter);
      return listed(
        state,
        state.counters.filter(({ id }) => id !== entry.counter),
      );
    case 'move':
      return moved(state, entry.counter, entry.to);
    case 'undo':
      return undone(state, entry.counter);
    case 'tell':
      return told(state, entry.counter, entry.at);
    case 'settings':
      state.settings = entry.settings;
      return { state };
    case 'set':
    case 'add':
      return counted(state, entry);
    default:
      return assertNever(entry);
  }
}

function listed(state: Counters, counters: Counter[]): Folded<Counters> {
  state.counters = counters;
  state.words = wordsOf(counters);
  return { state };
}

function changed(state: Counters, id: number, change: Partial<Counter>): Folded<Counters> {
  return listed(
    state,
    state.counters.map((counter) => (counter.id === id ? { ...counter, ...change } : counter)),
  );
}

function moved(state: Counters, id: number, to: number): Folded<Counters> {
  const counter = state.counters.find((each) => each.id === id);
  if (!counter) return { state };
  const others = state.counters.filter((each) => each !== counter);
  return listed(state, others.toSpliced(to, 0, counter));
}

type Counted = Extract<CountersEntry, { type: 'set' | 'add' }>;

function counted(state: Counters, { type, counter: id, value, at, by }: Counted): Folded<Counters> {
  const counter = state.counters.find((each) => each.id === id);
  if (!counter) return { state };
  const from = counter.value;
  const to = within(type === 'set' ? value : from + value);
  if (to === from) return { state };
  state.steps = [...state.steps, { counter: id, from, to, at, by }].slice(-STEPS_MOST);
  counter.value = to;
  const { target } = counter.config;
  const reached = target !== null && from < target && to >= target;
  if (!reached || !maySay(state, at)) return { state };
  state.saidAt = at;
  return { state, effects: [reachedOf(counter)] };
}

function undone(state: Counters, id: number): Folded<Counters> {
  const at = state.steps.findLastIndex(({ counter }) => counter === id);
  const counter = state.counters.find((each) => each.id === id);
  const step = state.steps[at];
  if (!step || !counter) return { state };
  counter.value = step.from;
  state.steps = state.steps.toSpliced(at, 1);
  return { state };
}

function told(state: Counters, id: number, at: number): Folded<Counters> {
  const counter = state.counters.find((each) => each.id === id);
  if (!counter) return { state };
  state.saidAt = at;
  const { value, config } = counter;
  const { name, target } = config;
  const text =
    target === null
      ? ({ key: 'counters.say-value', values: { name, value } } as const)
      : ({ key: 'counters.say-goal', values: { name, value, target } } as const);
  return { state, effects: [{ type: 'say', text }] };
}

function reachedOf({ value, config: { name } }: Counter): Effect {
  return { type: 'say', text: { key: 'counters.say-reached', values: { name, value } } };
}

/** The counter's latest change that can be taken back. */
function lastOf({ steps }: Counters, id: number): CounterStep | null {
  const step = steps.findLast(({ counter }) => counter === id);
  if (!step) return null;
  const { from, to, at, by } = step;
  return { from, to, at, source: by.source, name: by.name };
}

/** As viewers see them; null: there are none to be seen. */
export function countersView({ counters }: Counters): CountersView | null {
  const shown = counters.filter((counter) => counter.shown);
  if (shown.length === 0) return null;
  return {
    counters: shown.map(({ id, value, config: { name, target } }) => ({ id, name, value, target })),
  };
}

/** As the streamer sees them; null: none was ever made. */
export function countersState(state: Counters | null): CountersState {
  const { counters, settings } = state ?? noCounters();
  return {
    ...settings,
    counters: counters.map(({ id, value, shown, config }) => {
      const last = state && lastOf(state, id);
      return { ...config, id, value, shown, last };
    }),
  };
}

/** Not by chat. */
export function byHand(source: Exclude<By['source'], 'chat'>): By {
  return { source, who: null, name: '' };
}
