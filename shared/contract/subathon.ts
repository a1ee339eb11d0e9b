import { z } from 'zod';
import type { SubathonTime } from '../overlay/subathon-clock.ts';
import { feed } from './command.ts';

/** A subathon clock: it counts down, and donations, subscriptions and purchases add time to it. */

export const SUBATHON_TITLE_MOST = 40;
export const SUBATHON_RULES_MOST = 20;
/** Seconds of one rule, one addition by hand, and of a cap: up to 30 days. */
export const SUBATHON_SECONDS_MOST = 30 * 24 * 3_600;
export const SUBATHON_START_MINUTES = { least: 1, most: 30 * 24 * 60 } as const;
export const SUBATHON_LIMIT_HOURS = { least: 1, most: 90 * 24 } as const;
export const SUBATHON_PER_MOST = 1_000_000;
export const SUBATHON_TIER_MOST = 99;
/** Percent. */
export const SUBATHON_SPEED = { least: 50, most: 200 } as const;
export const SUBATHON_HAPPY = { least: 110, most: 1_000 } as const;
export const SUBATHON_HAPPY_MINUTES = { least: 1, most: 24 * 60 } as const;
/** Additions that are shown. */
export const SUBATHON_RECENT = 10;

const seconds = z.number().int().min(1).max(SUBATHON_SECONDS_MOST);
const per = z.number().int().min(1).max(SUBATHON_PER_MOST);

const adds = {
  seconds,
  /** At most so many seconds for one event; null: any. */
  mostEach: seconds.nullable(),
  /** At most so many seconds by this rule in all; null: any. */
  mostInAll: seconds.nullable(),
};

/** What adds time. Amounts between the steps add their part: nothing is lost. */
export const subathonRuleSchema = z.discriminatedUnion('by', [
  /** `seconds` for every `per` beams. */
  z.strictObject({ by: z.literal('donation'), per, ...adds }),
  z.strictObject({ by: z.literal('cheering'), per, ...adds }),
  /** `seconds` for each; null: of any tier that has no rule of its own. */
  z.strictObject({
    by: z.literal('subscription'),
    tier: z.number().int().min(0).max(SUBATHON_TIER_MOST).nullable(),
    ...adds,
  }),
  /** `seconds` for every `per` of this money. */
  z.strictObject({
    by: z.literal('purchase'),
    currency: z.string().regex(/^[A-Z]{3}$/),
    per,
    ...adds,
  }),
]);
export type SubathonRule = z.infer<typeof subathonRuleSchema>;
export const SUBATHON_SORTS = ['donation', 'cheering', 'subscription', 'purchase'] as const;

export const subathonConfigSchema = z.strictObject({
  title: z.string().trim().max(SUBATHON_TITLE_MOST),
  minutes: z.number().int().min(SUBATHON_START_MINUTES.least).max(SUBATHON_START_MINUTES.most),
  rules: z.array(subathonRuleSchema).max(SUBATHON_RULES_MOST),
  /** It ends so many hours after its start at the latest; null: whenever it runs out. */
  limitHours: z
    .number()
    .int()
    .min(SUBATHON_LIMIT_HOURS.least)
    .max(SUBATHON_LIMIT_HOURS.most)
    .nullable(),
  /** Says in chat when a happy hour begins, and when the time is up. */
  announce: z.boolean(),
});
export type SubathonConfig = z.infer<typeof subathonConfigSchema>;

export interface SubathonHappyHour {
  /** Percent. */
  readonly factor: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface SubathonTally {
  readonly rule: SubathonRule;
  /** Events that added time. */
  readonly count: number;
  /** What they added, whole milliseconds; the part of one that is left waits for the next event. */
  readonly ms: number;
}

export interface SubathonAddition {
  /** The event's number; by hand: below zero. */
  readonly seq: number;
  readonly by: SubathonRule['by'] | 'hand';
  /** null: anonymous, forgotten, or by hand. */
  readonly name: string | null;
  /** Below zero: taken by hand. */
  readonly ms: number;
}

/** A subathon clock as pages and viewers see it. */
export interface SubathonView {
  readonly id: number;
  readonly title: string;
  readonly beganAt: number;
  readonly time: SubathonTime;
  /** null: none was begun, or it was ended. It counts until its moment. */
  readonly happy: SubathonHappyHour | null;
  /** In the order of the rules. */
  readonly tallies: readonly SubathonTally[];
  /** What rules added that hold no more. */
  readonly earlier: { readonly count: number; readonly ms: number };
  /** What was added and taken by hand, milliseconds. */
  readonly hand: { readonly added: number; readonly taken: number };
  /** Newest first. */
  readonly recent: readonly SubathonAddition[];
  /** The streamer finished it; null: not yet, though the time may be up. */
  readonly endedAt: number | null;
}

export interface SubathonState {
  /** The clock that runs, or that was finished and is still shown; null: none. */
  readonly clock: SubathonView | null;
  /** What the last one was set to; null: there was none. */
  readonly last: SubathonConfig | null;
}

export const SUBATHON_FEED = feed<SubathonState>({ everyMs: 250 });

export const SUBATHON_COMMANDS = {
  /** Begins a clock. Fails while one is not finished, and where two rules are for the same. */
  'subathon.begin': { args: subathonConfigSchema },
  /** Stops the time, or lets it go on. Fails when the time is up. */
  'subathon.pause': { args: z.strictObject({ paused: z.boolean() }) },
  /** Fails when the time is up. */
  'subathon.set-speed': {
    args: z.strictObject({
      percent: z.number().int().min(SUBATHON_SPEED.least).max(SUBATHON_SPEED.most),
    }),
  },
  /** Events add so many percent from now on, for so many minutes; null: ends the happy hour. */
  'subathon.set-happy': {
    args: z.strictObject({
      happy: z
        .strictObject({
          factor: z.number().int().min(SUBATHON_HAPPY.least).max(SUBATHON_HAPPY.most),
          minutes: z
            .number()
            .int()
            .min(SUBATHON_HAPPY_MINUTES.least)
            .max(SUBATHON_HAPPY_MINUTES.most),
        })
        .nullable(),
    }),
  },
  /** Adds time by hand, or takes some (below zero). Once the time is up it runs again. */
  'subathon.add': {
    args: z.strictObject({
      seconds: z.number().int().min(-SUBATHON_SECONDS_MOST).max(SUBATHON_SECONDS_MOST),
    }),
  },
  /** Moves the latest end, hours after its start; null: there is none any more. */
  'subathon.set-limit': {
    args: z.strictObject({ limitHours: subathonConfigSchema.shape.limitHours }),
  },
  /** From now on; what was added stays. Fails where two rules are for the same. */
  'subathon.set-rules': { args: z.strictObject({ rules: subathonConfigSchema.shape.rules }) },
  /** Finishes the clock for good; what it showed stays. */
  'subathon.finish': { args: z.strictObject({}) },
  /** Takes a finished one off the overlay. */
  'subathon.clear': { args: z.strictObject({}) },
} as const;
