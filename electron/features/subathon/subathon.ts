import { z } from 'zod';
import {
  SUBATHON_RECENT,
  type SubathonAddition,
  type SubathonConfig,
  type SubathonHappyHour,
  type SubathonView,
  subathonConfigSchema,
} from '../../../shared/contract/subathon.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';
import {
  asOf,
  endsAt,
  isOut,
  leftAt,
  type SubathonTime,
  UNITS_A_MS,
} from '../../../shared/overlay/subathon-clock.ts';
import type { Activity, Audience, Effect, Folded } from '../show/index.ts';
import {
  amountOf,
  giverOf,
  LONGEST_MS,
  NO_TALLY,
  replaced,
  subjectOf,
  type Tally,
  take,
} from './subathon-rules.ts';

const whole = z.number().int();

const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('event'),
    at: z.number(),
    seq: whole,
    rule: whole,
    /** Beams, subscriptions (one), or money in its smallest units. */
    amount: whole,
    who: z.string().nullable(),
    name: z.string().nullable(),
  }),
  z.object({ type: z.literal('hand'), at: z.number(), ms: whole }),
  z.object({ type: z.literal('pause'), at: z.number(), paused: z.boolean() }),
  z.object({ type: z.literal('speed'), at: z.number(), percent: whole }),
  z.object({
    type: z.literal('happy'),
    happy: z.object({ factor: whole, until: z.number() }).nullable(),
  }),
  /** From now on; what was added stays. */
  z.object({ type: z.literal('rules'), rules: subathonConfigSchema.shape.rules }),
  z.object({ type: z.literal('limit'), at: z.number(), endBy: z.number().nullable() }),
  /** The computer's clock was set by so much: all moments move with it. */
  z.object({ type: z.literal('shift'), ms: whole }),
  /** The time was up at that moment, and is said to be; `late`: nobody waits to hear it any more. */
  z.object({ type: z.literal('out'), at: z.number(), late: z.boolean() }),
  z.object({ type: z.literal('end'), at: z.number() }),
  z.object({ type: z.literal('clear') }),
]);
export type SubathonEntry = z.infer<typeof entrySchema>;
type EventEntry = Extract<SubathonEntry, { type: 'event' }>;

type Addition = SubathonAddition & { readonly who: string | null };

export interface Subathon {
  /** With the rules that hold now. */
  config: SubathonConfig;
  beganAt: number;
  time: SubathonTime;
  happy: SubathonHappyHour | null;
  /** One a rule. */
  tallies: readonly Tally[];
  /** What rules gave that hold no more. */
  earlier: { count: number; ms: number };
  hand: { added: number; taken: number };
  /** Times that the streamer added or took some. */
  hands: number;
  /** Newest first. */
  recent: readonly Addition[];
  /** The moment at which the time was up, as far as it was said; null: it was not. */
  toldOut: number | null;
  endedAt: number | null;
  cleared: boolean;
}

export const SUBATHON: Activity<Subathon, SubathonEntry> = {
  kind: 'subathon',
  hear,
  fold,
  dueAt: ({ time, toldOut }) => {
    const end = endsAt(time);
    return end === toldOut ? null : end;
  },
  due: ({ time }, at) => {
    const end = endsAt(time);
    if (end === null || at < end) return null;
    return { type: 'out', at: end, late: at > end + NEWS_MS };
  },
  endedAt: ({ endedAt }) => endedAt,
  pack: (clock) => clock,
  unpack: (packed) => packedSchema.parse(packed),
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: (clock) => ({ kind: 'subathon', title: clock.config.title, addedMs: addedMs(clock) }),
  forget: (clock, channelId) => {
    clock.recent = clock.recent.map((each) =>
      each.who === channelId ? { ...each, who: null, name: null } : each,
    );
    return clock;
  },
};

const packedSchema = z.object({
  config: subathonConfigSchema,
  beganAt: z.number(),
  time: z.object({
    at: z.number(),
    left: whole,
    speed: whole,
    paused: z.boolean(),
    endBy: z.number().nullable(),
  }),
  happy: z.object({ factor: whole, until: z.number() }).nullable(),
  tallies: z.array(z.object({ count: whole, ms: whole, rest: whole })),
  earlier: z.object({ count: whole, ms: whole }).default({ count: 0, ms: 0 }),
  hand: z.object({ added: whole, taken: whole }),
  hands: whole,
  recent: z.array(
    z.object({
      seq: whole,
      by: z.enum(['donation', 'cheering', 'subscription', 'purchase', 'hand']),
      who: z.string().nullable(),
      name: z.string().nullable(),
      ms: whole,
    }),
  ),
  toldOut: z.number().nullable(),
  endedAt: z.number().nullable(),
  cleared: z.boolean(),
});

const HOUR_MS = 3_600_000;
/** The app may have been off when the time was up: later than this it is no news in chat. */
const NEWS_MS = 60_000;
const NAME_MOST = 100;

export function newSubathon(config: SubathonConfig, at: number): Subathon {
  const left = config.minutes * 60_000 * UNITS_A_MS;
  return {
    config,
    beganAt: at,
    time: { at, left, speed: 100, paused: false, endBy: limitOf(at, config.limitHours) },
    happy: null,
    tallies: config.rules.map(() => ({ ...NO_TALLY })),
    earlier: { count: 0, ms: 0 },
    hand: { added: 0, taken: 0 },
    hands: 0,
    recent: [],
    toldOut: null,
    endedAt: null,
    cleared: false,
  };
}

export function limitOf(beganAt: number, hours: number | null): number | null {
  return hours === null ? null : beganAt + hours * HOUR_MS;
}

/**
 * What arrives after the time is up adds nothing, whenever it is handled; what arrived before counts,
 * even if the end was said meanwhile. Blocked viewers are not named, but their time counts: it is a
 * matter of what was given, not of what was said.
 */
function hear(clock: Subathon, event: StageEvent, audience: Audience): SubathonEntry | null {
  const brought = amountOf(event);
  if (!brought || !Number.isSafeInteger(brought.amount) || brought.amount < 1) return null;
  if (isOut(clock.time, event.receivedAt)) return null;
  const subjects = clock.config.rules.map(subjectOf);
  const rule = brought.subjects.map((subject) => subjects.indexOf(subject)).find((at) => at >= 0);
  if (rule === undefined) return null;
  const giver = giverOf(event);
  const isBlocked = giver.who !== null && audience.isBlocked(giver.who);
  const { who, name } = isBlocked ? { who: null, name: null } : giver;
  const { seq, receivedAt: at } = event;
  const { amount } = brought;
  return { type: 'event', at, seq, rule, amount, who, name: name && shortened(name) };
}

function shortened(name: string): string {
  return [...name].slice(0, NAME_MOST).join('');
}

function fold(clock: Subathon, entry: SubathonEntry): Folded<Subathon> {
  switch (entry.type) {
    case 'event':
      return { state: added(clock, entry) };
    case 'hand':
      return { state: addedByHand(clock, entry.at, entry.ms) };
    case 'pause':
      setTime(clock, entry.at, { paused: entry.paused });
      return { state: clock };
    case 'speed':
      setTime(clock, entry.at, { speed: entry.percent });
      return { state: clock };
    case 'limit':
      setTime(clock, entry.at, { endBy: entry.endBy });
      return { state: clock };
    case 'rules':
      return { state: withRules(clock, entry.rules) };
    case 'happy':
      clock.happy = entry.happy;
      return entry.happy ? said(clock, happyOf(entry.happy)) : { state: clock };
    case 'shift':
      return { state: shifted(clock, entry.ms) };
    case 'out':
      clock.toldOut = entry.at;
      return entry.late ? { state: clock } : out(clock);
    case 'end':
      return ended(clock, entry.at);
    case 'clear':
      clock.cleared = true;
      return { state: clock };
    default:
      return assertNever(entry);
  }
}

/** Its last second, where viewers see it. */
const endOf = ({ config }: Subathon): Effect => ({
  type: 'mark',
  kind: 'subathon-end',
  label: config.title,
});

function out(clock: Subathon): Folded<Subathon> {
  const { state, effects = [] } = said(clock, { key: 'subathon.say-out' });
  return { state, effects: [endOf(clock), ...effects] };
}

/** Where the time was up before, that moment was its end. */
function ended(clock: Subathon, at: number): Folded<Subathon> {
  const wasRunning = clock.endedAt === null && !isOut(clock.time, at);
  clock.time = stopped(clock.time, at);
  clock.endedAt ??= at;
  return wasRunning ? { state: clock, effects: [endOf(clock)] } : { state: clock };
}

function said(clock: Subathon, text: Text): Folded<Subathon> {
  return clock.config.announce
    ? { state: clock, effects: [{ type: 'say', text }] }
    : { state: clock };
}

function happyOf({ factor }: SubathonHappyHour): Text {
  return { key: 'subathon.say-happy', values: { factor: factor / 100 } };
}

function setTime(clock: Subathon, at: number, change: Partial<SubathonTime>): void {
  clock.time = { ...clock.time, ...asOf(clock.time, at), ...change };
}

/** What it shows at its end, for good. */
function stopped(time: SubathonTime, at: number): SubathonTime {
  const left = Math.round(leftAt(time, at) * UNITS_A_MS);
  return { ...time, at, left, paused: true, endBy: null };
}

function give(clock: Subathon, ms: number): void {
  const { left } = clock.time;
  const most = LONGEST_MS * UNITS_A_MS;
  clock.time = { ...clock.time, left: Math.max(0, Math.min(most, left + ms * UNITS_A_MS)) };
}

function remember(clock: Subathon, addition: Addition): void {
  clock.recent = [addition, ...clock.recent].slice(0, SUBATHON_RECENT);
}

function added(clock: Subathon, { rule: at, amount, ...entry }: EventEntry): Subathon {
  const rule = clock.config.rules[at];
  const tally = clock.tallies[at];
  if (!rule || !tally) return clock;
  const { happy } = clock;
  const factor = happy && entry.at < happy.until ? happy.factor : 100;
  const ms = take(tally, rule, amount, factor);
  if (ms === null) return clock;
  give(clock, ms);
  const { seq, who, name } = entry;
  remember(clock, { seq, by: rule.by, who, name, ms });
  return clock;
}

/** Not more is taken than there is. */
function addedByHand(clock: Subathon, at: number, wanted: number): Subathon {
  setTime(clock, at, {});
  const ms = Math.max(wanted, -Math.ceil(clock.time.left / UNITS_A_MS));
  if (ms === 0) return clock;
  give(clock, ms);
  clock.hands += 1;
  if (ms > 0) clock.hand.added += ms;
  else clock.hand.taken -= ms;
  remember(clock, { seq: -clock.hands, by: 'hand', who: null, name: null, ms });
  return clock;
}

function shifted(clock: Subathon, ms: number): Subathon {
  const { time, happy, toldOut } = clock;
  const endBy = time.endBy === null ? null : time.endBy + ms;
  clock.beganAt += ms;
  clock.time = { ...time, at: time.at + ms, endBy };
  clock.happy = happy && { ...happy, until: happy.until + ms };
  clock.toldOut = toldOut === null ? null : toldOut + ms;
  return clock;
}

function withRules(clock: Subathon, rules: SubathonConfig['rules']): Subathon {
  const { config, earlier } = clock;
  const { tallies, dropped } = replaced(rules, { rules: config.rules, tallies: clock.tallies });
  clock.tallies = tallies;
  clock.earlier = { count: earlier.count + dropped.count, ms: earlier.ms + dropped.ms };
  clock.config = { ...config, rules };
  return clock;
}

/** All that was added, less what was taken by hand. */
function addedMs({ tallies, earlier, hand }: Pick<Subathon, 'tallies' | 'earlier' | 'hand'>) {
  return tallies.reduce((sum, { ms }) => sum + ms, earlier.ms + hand.added - hand.taken);
}

/** As pages and viewers see it; null: it was taken off the overlay. */
export function subathonView(id: number, clock: Subathon): SubathonView | null {
  if (clock.cleared) return null;
  const { config, beganAt, time, happy, earlier, hand, endedAt } = clock;
  const tallies = config.rules.map((rule, at) => {
    const { count = 0, ms = 0 } = clock.tallies[at] ?? {};
    return { rule, count, ms };
  });
  const recent = clock.recent.map(({ who: _, ...shown }) => shown);
  const { title } = config;
  return {
    id,
    title,
    beganAt,
    time,
    happy,
    tallies,
    earlier: { ...earlier },
    hand: { ...hand },
    recent,
    endedAt,
  };
}
