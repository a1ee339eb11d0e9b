import { z } from 'zod';
import { feed } from './command.ts';

/** Numbers that are counted on stream, such as deaths and wins, with a goal if wanted. */

export const COUNTERS_MOST = 20;
export const COUNTER_NAME_MOST = 20;
/** Further words that mean the counter in chat. */
export const COUNTER_WORDS_MOST = 5;
export const COUNTER_VALUE_MOST = 999_999_999;

export const COUNTER_SOURCES = ['page', 'chat', 'hotkey'] as const;
export type CounterSource = (typeof COUNTER_SOURCES)[number];

const name = z.string().trim().min(1).max(COUNTER_NAME_MOST);
export const counterConfigSchema = z.strictObject({
  name,
  /** `!name` works always; so do these. */
  words: z.array(name).max(COUNTER_WORDS_MOST),
  /** null: no goal. */
  target: z.number().int().min(1).max(COUNTER_VALUE_MOST).nullable(),
});
export type CounterConfig = z.infer<typeof counterConfigSchema>;

/** A counter as viewers see it. */
export interface CounterView extends Pick<CounterConfig, 'name' | 'target'> {
  readonly id: number;
  readonly value: number;
}

export interface CountersView {
  readonly counters: readonly CounterView[];
}

export interface CounterStep {
  readonly from: number;
  readonly to: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly source: CounterSource;
  /** Who did it by chat; empty: not known. */
  readonly name: string;
}

export interface CounterRow extends CounterView, CounterConfig {
  /** Whether viewers see it. */
  readonly shown: boolean;
  /** What undoing takes back; null: there is nothing. */
  readonly last: CounterStep | null;
}

export const countersSettingsSchema = z.strictObject({
  /** Managers can count by chat; the streamer always can. */
  managers: z.boolean(),
  /** Says in chat where a counter stands when somebody asks, and when a goal is reached. */
  answer: z.boolean(),
});
export type CountersSettings = z.infer<typeof countersSettingsSchema>;

export interface CountersState extends CountersSettings {
  readonly counters: readonly CounterRow[];
}

export const COUNTERS_FEED = feed<CountersState>({ everyMs: 250 });

const counter = z.number().int();
const value = z.number().int().min(-COUNTER_VALUE_MOST).max(COUNTER_VALUE_MOST);

export const COUNTERS_COMMANDS = {
  /** Fails where a name or word looks like that of another counter. */
  'counters.create': { args: counterConfigSchema },
  'counters.edit': { args: counterConfigSchema.extend({ counter }) },
  'counters.remove': { args: z.strictObject({ counter }) },
  /** To a place in the list, from 0. */
  'counters.move': { args: z.strictObject({ counter, to: z.number().int().min(0) }) },
  'counters.show': { args: z.strictObject({ counter, shown: z.boolean() }) },
  'counters.set': { args: z.strictObject({ counter, value }) },
  'counters.add': { args: z.strictObject({ counter, by: value }) },
  /** Takes the counter's latest change back. */
  'counters.undo': { args: z.strictObject({ counter }) },
  'counters.settings': { args: countersSettingsSchema },
} as const;
