import { z } from 'zod';
import { DRAW_ENTRANTS_MOST, DRAW_NAME_MOST } from '../../../shared/contract/draw.ts';
import {
  assertNever,
  type ChatData,
  type DonationData,
  SENDER_ROLES,
  type SenderRole,
  type StageEvent,
} from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  chooseBelow,
  cutCharacters,
  type Effect,
  type Folded,
  sameLook,
} from '../show/index.ts';
import {
  type Draw,
  type Drawn,
  enter,
  isFull,
  packDraw,
  phaseOf,
  unpackDraw,
} from './draw-state.ts';

const whole = z.number().int();
const at = z.number();

const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('enter'), who: z.string(), name: z.string(), seq: whole }),
  /** Enters once it is enough. */
  z.object({
    type: z.literal('give'),
    who: z.string(),
    name: z.string(),
    seq: whole,
    beams: whole,
  }),
  z.object({ type: z.literal('announce') }),
  z.object({ type: z.literal('close'), at }),
  z.object({ type: z.literal('draw'), at }),
  z.object({ type: z.literal('reveal'), at }),
  z.object({ type: z.literal('answer'), entrant: whole, at }),
  /** The time of those who were drawn is up. */
  z.object({ type: z.literal('late'), at }),
  z.object({ type: z.literal('next'), entrant: whole, at }),
  z.object({ type: z.literal('end'), at }),
  z.object({ type: z.literal('clear') }),
]);
export type DrawEntry = z.infer<typeof entrySchema>;

/** The overlay draws for so long before it shows who it is. */
export const SPIN_MS = 5_000;
export const NEXT_SPIN_MS = 3_000;

export const DRAW: Activity<Draw, DrawEntry> = {
  kind: 'draw',
  hear,
  fold,
  dueAt,
  due,
  endedAt: ({ endedAt }) => endedAt,
  pack: packDraw,
  unpack: unpackDraw,
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: ({ config, drawn, entrants }) => ({
    kind: 'draw',
    title: config.title,
    winners: drawn
      .filter(({ state }) => state === 'won')
      .map(({ entrant }) => entrants[entrant]?.name ?? ''),
    entrants: entrants.length,
  }),
  forget: (draw, channelId) => {
    let number = 1;
    while (draw.places.has(`forgotten-${number}`)) number += 1;
    const nobody = `forgotten-${number}`;
    draw.given.delete(channelId);
    const place = draw.places.get(channelId);
    const entrant = place === undefined ? undefined : draw.entrants[place];
    if (place !== undefined && entrant) {
      draw.entrants[place] = { who: nobody, name: null, seq: entrant.seq };
      draw.places.delete(channelId);
      draw.places.set(nobody, place);
    }
    const past = draw.past.map((winners) => winners.filter((who) => who !== channelId));
    return unpackDraw(packDraw({ ...draw, past }));
  },
};

function hear(draw: Draw, event: StageEvent, audience: Audience): DrawEntry | null {
  if (event.seq <= draw.after) return null;
  const phase = phaseOf(draw);
  if (phase === 'open') {
    if (draw.closesAt !== null && event.receivedAt >= draw.closesAt) return null;
    return entryBy(draw, event, audience);
  }
  const answers = phase === 'waiting' || phase === 'drawing';
  return answers && event.kind === 'CHAT' ? hearAnswer(draw, event, audience) : null;
}

/** How the event enters its sender into an open draw, whenever it came; null: it does not. */
export function entryBy(draw: Draw, event: StageEvent, audience: Audience): DrawEntry | null {
  const { by } = draw.config.entry;
  if (isFull(draw)) return null;
  if (by === 'keyword' && event.kind === 'CHAT') {
    return hearKeyword(draw, event.data, event.seq, audience);
  }
  if (by === 'donation' && event.kind === 'DONATION') {
    return hearDonation(draw, event.data, event.seq, audience);
  }
  if (by !== 'subscription' || event.kind !== 'SUBSCRIPTION') return null;
  const { subscriberChannelId: who, subscriberChannelName: name } = event.data;
  if (who === null || !mayEnter(draw, who, 'subscriber', audience)) return null;
  return { type: 'enter', who, name: nameOf(name), seq: event.seq };
}

function hearKeyword(draw: Draw, data: ChatData, seq: number, audience: Audience) {
  const { senderChannelId: who, senderRole, profile, content } = data;
  if (!namesKeyword(draw, content) || !mayEnter(draw, who, senderRole, audience)) return null;
  return { type: 'enter', who, name: nameOf(profile.nickname), seq } as const;
}

function nameOf(name: string | null): string {
  return cutCharacters(name ?? '', DRAW_NAME_MOST);
}

/** The message is the keyword; words may follow one that is a command. */
function namesKeyword({ look, command }: Pick<Draw, 'look' | 'command'>, message: string) {
  if (command !== null) return chatCommandOf(message)?.name === command;
  return look !== '' && sameLook(message) === look;
}

function hearDonation(draw: Draw, data: DonationData, seq: number, audience: Audience) {
  const { donatorChannelId: who, donatorNickname: name, payAmount: beams } = data;
  if (who === null || beams === null || beams < 1) return null;
  if (draw.given.size >= DRAW_ENTRANTS_MOST && !draw.given.has(who)) return null;
  if (!mayEnter(draw, who, audience.roleOf(who), audience)) return null;
  return { type: 'give', who, name: nameOf(name), seq, beams } as const;
}

/** The streamer never, each other once. */
export function mayEnter(draw: Draw, who: string, role: SenderRole, audience: Audience): boolean {
  if (role === 'streamer' || draw.places.has(who) || draw.barred.has(who)) return false;
  const isSubscriber = SENDER_ROLES.indexOf(role) <= SENDER_ROLES.indexOf('subscriber');
  return (isSubscriber || !draw.config.subscribersOnly) && !audience.isBlocked(who);
}

function hearAnswer(
  draw: Draw,
  { data: { senderChannelId: who }, receivedAt }: StageEvent<'CHAT'>,
  audience: Audience,
): DrawEntry | null {
  const entrant = draw.places.get(who);
  const waits = draw.drawn.find((one) => one.entrant === entrant && one.state === 'waiting');
  if (!waits || (waits.until !== null && receivedAt >= waits.until)) return null;
  return audience.isBlocked(who)
    ? null
    : { type: 'answer', entrant: waits.entrant, at: receivedAt };
}

interface Duty {
  readonly type: 'close' | 'reveal' | 'late';
  readonly at: number;
}

/** What happens at which time if nothing else does before. */
function dutiesOf({ endedAt, closesAt, closedAt, revealAt, drawn }: Draw): readonly Duty[] {
  if (endedAt !== null) return [];
  const all: Duty[] = drawn.flatMap(({ state, until }) =>
    state === 'waiting' && until !== null ? [{ type: 'late', at: until }] : [],
  );
  if (closesAt !== null && closedAt === null) all.push({ type: 'close', at: closesAt });
  if (revealAt !== null) all.push({ type: 'reveal', at: revealAt });
  return all;
}

function dueAt(draw: Draw): number | null {
  const times = dutiesOf(draw).map(({ at: time }) => time);
  return times.length === 0 ? null : Math.min(...times);
}

function due(draw: Draw, now: number): DrawEntry | null {
  const first = dutiesOf(draw).reduce<Duty | null>(
    (soonest, duty) => (soonest === null || duty.at < soonest.at ? duty : soonest),
    null,
  );
  if (first === null || first.at > now) return null;
  // Who is drawn after the app was off has their whole time from then on.
  return first.type === 'close' ? { type: 'close', at: first.at } : { type: first.type, at: now };
}

function fold(draw: Draw, entry: DrawEntry): Folded<Draw> {
  switch (entry.type) {
    case 'enter':
      enter(draw, { who: entry.who, name: entry.name, seq: entry.seq });
      return { state: draw };
    case 'give':
      give(draw, entry);
      return { state: draw };
    case 'announce':
      return { state: draw, effects: callOf(draw) };
    case 'close':
      draw.closedAt ??= entry.at;
      return { state: draw };
    case 'draw':
      draw.closedAt ??= entry.at;
      draw.revealAt = entry.at + SPIN_MS;
      pick(draw, draw.config.winners);
      return { state: draw };
    case 'reveal':
      return reveal(draw, entry.at);
    case 'answer':
      settle(draw, 'won', (one) => one.entrant === entry.entrant);
      return doneOr(draw, entry.at);
    case 'late':
      return replaced(draw, entry.at, ({ until }) => until !== null && until <= entry.at);
    case 'next':
      return replaced(draw, entry.at, ({ entrant }) => entrant === entry.entrant);
    case 'end':
      settle(draw, 'missed', () => true);
      draw.closedAt ??= entry.at;
      return ended(draw, entry.at);
    case 'clear':
      draw.cleared = true;
      return { state: draw };
    default:
      return assertNever(entry);
  }
}

function give(draw: Draw, entry: Extract<DrawEntry, { type: 'give' }>): void {
  const { who, name, seq, beams } = entry;
  const { entry: needed } = draw.config;
  const all = Math.min(Number.MAX_SAFE_INTEGER, (draw.given.get(who) ?? 0) + beams);
  if (needed.by !== 'donation' || all < needed.beams) {
    draw.given.set(who, all);
    return;
  }
  draw.given.delete(who);
  enter(draw, { who, name, seq });
}

/** The next ones of the seed's stream, as many as there are left at most. */
function pick(draw: Draw, count: number): void {
  const taken = new Set(draw.drawn.map(({ entrant }) => entrant));
  const left = [...draw.entrants.keys()].filter((entrant) => !taken.has(entrant));
  for (let more = count; more > 0 && left.length > 0; more -= 1) {
    const { value, counter } = chooseBelow(left.length, draw.seed, draw.counter);
    draw.counter = counter;
    for (const entrant of left.splice(value, 1)) {
      draw.drawn.push({ entrant, state: 'hidden', until: null });
    }
  }
}

/** Those who are waited for, and whom `isMeant` means. */
function settle(draw: Draw, state: 'won' | 'missed', isMeant: (one: Drawn) => boolean): number {
  const meant = draw.drawn.filter((one) => one.state === 'waiting' && isMeant(one));
  for (const one of meant) one.state = state;
  return meant.length;
}

function reveal(draw: Draw, now: number): Folded<Draw> {
  const { answer, answerSeconds } = draw.config;
  const shown = draw.drawn.filter(({ state }) => state === 'hidden');
  for (const one of shown) {
    one.state = answer ? 'waiting' : 'won';
    one.until = answer && answerSeconds !== null ? now + answerSeconds * 1_000 : null;
  }
  draw.revealAt = null;
  const names = shown.map(({ entrant }) => draw.entrants[entrant]?.name || '?').join(', ');
  // Without names: who is deleted must not stay on a recording's list.
  const mark = { type: 'mark', kind: 'show-draw', label: draw.config.title } as const;
  const said = say(draw, resultOf(draw, names));
  const { state, effects = [] } = doneOr(draw, now);
  return { state, effects: [mark, ...said, ...effects] };
}

/** Who did not answer makes room for the next one. */
function replaced(draw: Draw, now: number, isMeant: (one: Drawn) => boolean): Folded<Draw> {
  const before = draw.drawn.length;
  pick(draw, settle(draw, 'missed', isMeant));
  if (draw.drawn.length > before) draw.revealAt ??= now + NEXT_SPIN_MS;
  return doneOr(draw, now);
}

/** It is over once nobody is waited for. */
function doneOr(draw: Draw, now: number): Folded<Draw> {
  const isOpen = draw.drawn.some(({ state }) => state === 'hidden' || state === 'waiting');
  return isOpen ? { state: draw } : ended(draw, now);
}

/** Now the seed may be told. */
function ended(draw: Draw, now: number): Folded<Draw> {
  if (draw.endedAt !== null) return { state: draw };
  draw.endedAt = now;
  if (draw.drawn.length === 0) return { state: draw };
  return {
    state: draw,
    effects: say(draw, { key: 'draw.say-seed', values: { seed: draw.seed } }),
  };
}

function say({ config }: Draw, text: Text): readonly Effect[] {
  return config.announce ? [{ type: 'say', text }] : [];
}

/** How to enter, and what binds the draw from now on. */
function callOf(draw: Draw): readonly Effect[] {
  const { commitment, config } = draw;
  const { entry } = config;
  const values = {
    keyword: entry.by === 'keyword' ? entry.keyword : '',
    beams: entry.by === 'donation' ? entry.beams : 0,
  };
  const call =
    entry.by === 'list' || entry.by === 'queue'
      ? []
      : say(draw, { key: `draw.say-${entry.by}`, values });
  return [...call, { type: 'say', text: { key: 'draw.say-commitment', values: { commitment } } }];
}

function resultOf({ config }: Draw, names: string): Text {
  const { answer, answerSeconds } = config;
  if (!answer) return { key: 'draw.say-won', values: { names } };
  if (answerSeconds === null) return { key: 'draw.say-answer', values: { names } };
  return { key: 'draw.say-answer-within', values: { names, seconds: answerSeconds } };
}
