import { z } from 'zod';
import {
  WHEEL_NAME_MOST,
  WHEEL_SPINS_MOST,
  WHEEL_WAITING_MOST,
  type WheelConfig,
  wheelConfigSchema,
} from '../../../shared/contract/wheel.ts';
import {
  assertNever,
  type ChatData,
  type DonationData,
  type StageEvent,
} from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  commandNames,
  cutCharacters,
  type Effect,
  type Folded,
  sameLook,
} from '../show/index.ts';
import { type Asked, isBusy, packWheel, placeOf, unpackWheel, type Wheel } from './wheel-state.ts';

const whole = z.number().int();
const at = z.number();

const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('announce') }),
  /** Everything but the sections. */
  z.object({ type: z.literal('set'), options: wheelConfigSchema.omit({ sections: true }) }),
  z.object({
    type: z.literal('spin'),
    at,
    by: z.enum(['page', 'hotkey', 'manager']),
    who: z.string().nullable(),
    name: z.string().nullable(),
  }),
  z.object({
    type: z.literal('give'),
    who: z.string().nullable(),
    name: z.string().nullable(),
    beams: whole,
  }),
  /** The donation that waits longest gets its spin. */
  z.object({ type: z.literal('next'), at }),
  z.object({ type: z.literal('stop'), at }),
  z.object({ type: z.literal('drop') }),
  z.object({ type: z.literal('end'), at }),
]);
export type WheelEntry = z.infer<typeof entrySchema>;

/** So long a result stands before the next donation's spin. */
export const WHEEL_REST_MS = 4_000;

export const WHEEL: Activity<Wheel, WheelEntry> = {
  kind: 'wheel',
  hear,
  fold,
  dueAt,
  due: (wheel, now) => {
    const time = dueAt(wheel);
    if (time === null || time > now) return null;
    // What comes after the app was off begins now, where viewers can see it.
    return { type: wheel.turning ? 'stop' : 'next', at: now };
  },
  endedAt: ({ endedAt }) => endedAt,
  pack: packWheel,
  unpack: unpackWheel,
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: ({ config, spins }) => ({ kind: 'wheel', title: config.title, spins: spins.length }),
  forget: (wheel, channelId) => {
    const without = <A extends Pick<Asked, 'who' | 'name'>>(asked: A): A =>
      asked.who === channelId ? { ...asked, who: null, name: null } : asked;
    wheel.spins = wheel.spins.map(without);
    wheel.waiting = wheel.waiting.map(without);
    wheel.past = wheel.past.map(without);
    return wheel;
  },
};

/** The first two sections that nobody could tell apart; null: there are none. */
export function alikeSections({
  sections,
}: Pick<WheelConfig, 'sections'>): readonly [string, string] | null {
  const seen = new Map<string, string>();
  for (const { name } of sections) {
    const look = sameLook(name);
    const other = seen.get(look);
    if (other !== undefined) return [other, name];
    seen.set(look, name);
  }
  return null;
}

const SPIN_COMMANDS = commandNames('wheel.chat-command');

/** `name`: as `sameLook` has it. */
export const isWheelCommand = (name: string): boolean => SPIN_COMMANDS.has(name);

function hear(wheel: Wheel, event: StageEvent, audience: Audience): WheelEntry | null {
  if (event.kind === 'CHAT') return hearChat(wheel, event.data, event.receivedAt, audience);
  return event.kind === 'DONATION' ? hearDonation(wheel, event.data, audience) : null;
}

function hearChat(
  wheel: Wheel,
  { senderChannelId: who, senderRole, profile, content }: ChatData,
  time: number,
  audience: Audience,
): WheelEntry | null {
  const isTrusted = senderRole === 'streamer' || senderRole === 'manager';
  if (!wheel.config.byChat || !isTrusted || isBusy(wheel) || isSpent(wheel)) return null;
  if (!SPIN_COMMANDS.has(chatCommandOf(content)?.name ?? '')) return null;
  if (audience.isBlocked(who)) return null;
  return { type: 'spin', at: time, by: 'manager', who, name: nameOf(profile.nickname) };
}

function hearDonation(
  { config }: Wheel,
  { donatorChannelId: who, donatorNickname, payAmount: beams }: DonationData,
  audience: Audience,
): WheelEntry | null {
  if (config.beams === null || beams === null || beams < config.beams) return null;
  if (who !== null && audience.isBlocked(who)) return null;
  return { type: 'give', who, name: donatorNickname && nameOf(donatorNickname), beams };
}

function nameOf(name: string): string {
  return cutCharacters(name, WHEEL_NAME_MOST);
}

/** Every spin that it may have is taken. */
export function isSpent({ spins, waiting }: Pick<Wheel, 'spins' | 'waiting'>): boolean {
  return spins.length + waiting.length >= WHEEL_SPINS_MOST;
}

function dueAt({ endedAt, turning, spins, waiting, restsUntil }: Wheel): number | null {
  if (endedAt !== null) return null;
  const last = spins.at(-1);
  if (turning && last) return last.at + last.ms;
  return waiting.length > 0 ? restsUntil : null;
}

function fold(wheel: Wheel, entry: WheelEntry): Folded<Wheel> {
  switch (entry.type) {
    case 'announce':
      return { state: wheel, effects: commitmentSaid(wheel) };
    case 'set':
      return set(wheel, entry.options);
    case 'spin': {
      const { by, who, name } = entry;
      return { state: spun(wheel, { by, who, name, beams: null }, entry.at) };
    }
    case 'give':
      return { state: given(wheel, entry) };
    case 'next': {
      const asked = wheel.waiting.shift();
      return { state: asked ? spun(wheel, asked, entry.at) : wheel };
    }
    case 'stop':
      return stopped(wheel, entry.at);
    case 'drop':
      wheel.waiting = [];
      return { state: wheel };
    case 'end':
      return ended(wheel, entry.at);
    default:
      return assertNever(entry);
  }
}

function set(wheel: Wheel, options: Omit<WheelConfig, 'sections'>): Folded<Wheel> {
  const wasSilent = !wheel.config.announce;
  wheel.config = { ...options, sections: wheel.config.sections };
  return { state: wheel, effects: wasSilent ? commitmentSaid(wheel) : [] };
}

function spun(wheel: Wheel, asked: Asked, now: number): Wheel {
  const { section } = placeOf(wheel, wheel.spins.length + 1);
  wheel.spins.push({ ...asked, at: now, ms: wheel.config.seconds * 1_000, section });
  wheel.turning = true;
  return wheel;
}

function given(wheel: Wheel, { who, name, beams }: Extract<WheelEntry, { type: 'give' }>): Wheel {
  if (wheel.waiting.length >= WHEEL_WAITING_MOST || isSpent(wheel)) wheel.missed += 1;
  else wheel.waiting.push({ by: 'donation', who, name, beams });
  return wheel;
}

function stopped(wheel: Wheel, now: number): Folded<Wheel> {
  const last = wheel.spins.at(-1);
  wheel.turning = false;
  wheel.restsUntil = now + WHEEL_REST_MS;
  if (!last) return { state: wheel };
  const section = wheel.config.sections[last.section]?.name ?? '';
  const text: Text = last.name
    ? { key: 'wheel.say-result-for', values: { viewer: last.name, section } }
    : { key: 'wheel.say-result', values: { section } };
  return { state: wheel, effects: said(wheel, text) };
}

/** Now the seed may be told. */
function ended(wheel: Wheel, now: number): Folded<Wheel> {
  if (wheel.endedAt !== null) return { state: wheel };
  wheel.endedAt = now;
  if (wheel.spins.length === 0) return { state: wheel };
  const { seed } = wheel;
  return { state: wheel, effects: said(wheel, { key: 'wheel.say-seed', values: { seed } }) };
}

function commitmentSaid(wheel: Wheel): readonly Effect[] {
  const { commitment } = wheel;
  return said(wheel, { key: 'wheel.say-commitment', values: { commitment } });
}

function said({ config }: Wheel, text: Text): readonly Effect[] {
  return config.announce ? [{ type: 'say', text }] : [];
}
