import { z } from 'zod';
import { VOTE_OPTIONS, type VoteConfig, voteConfigSchema } from '../../../shared/contract/vote.ts';
import {
  assertNever,
  type ChatData,
  type DonationData,
  type StageEvent,
} from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';
import type { VoteOption, VoteView } from '../../../shared/overlay/show-views.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  commandNames,
  type Folded,
  isAmong,
  sameLook,
} from '../show/index.ts';

const whole = z.number().int();

const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('vote'), who: z.string(), option: whole, weight: whole }),
  /** Beams given; they weigh on the vote of who gave them, whenever that one comes. */
  z.object({ type: z.literal('beams'), who: z.string(), beams: whole, option: whole.nullable() }),
  z.object({ type: z.literal('announce') }),
  z.object({ type: z.literal('extend'), ms: whole }),
  z.object({ type: z.literal('end'), at: z.number() }),
  z.object({ type: z.literal('clear') }),
]);
export type VoteEntry = z.infer<typeof entrySchema>;

interface Ballot {
  /** null: gave beams, and has not voted. */
  readonly option: number | null;
  readonly weight: number;
  readonly beams: number;
}

export interface Vote {
  readonly config: VoteConfig;
  /** What a message has to look like, by option. */
  readonly words: ReadonlyMap<string, number>;
  /** Epoch milliseconds. */
  readonly beganAt: number;
  endsAt: number | null;
  endedAt: number | null;
  /** Its result is off the overlay. */
  cleared: boolean;
  /** By channel id, so that who takes another name stays one. */
  readonly ballots: Map<string, Ballot>;
  readonly totals: number[];
  voterCount: number;
}

export const VOTE: Activity<Vote, VoteEntry> = {
  kind: 'vote',
  hear,
  fold,
  dueAt: ({ endsAt }) => endsAt,
  due: ({ endsAt }, at) => (endsAt !== null && at >= endsAt ? { type: 'end', at: endsAt } : null),
  endedAt: ({ endedAt }) => endedAt,
  pack: ({ words: _, ballots, ...vote }) => ({
    ...vote,
    ballots: [...ballots].map(([who, { option, weight, beams }]) => [who, option, weight, beams]),
  }),
  unpack: (packed) => {
    const { ballots, ...vote } = packedSchema.parse(packed);
    return {
      ...vote,
      words: wordsOf(vote.config),
      ballots: new Map(
        ballots.map(([who, option, weight, beams]) => [who, { option, weight, beams }]),
      ),
    };
  },
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: (vote) => ({
    kind: 'vote',
    title: vote.config.title,
    options: optionsOf(vote),
    winners: winnersOf(vote),
    voters: vote.voterCount,
  }),
  forget: (vote, channelId) => {
    const ballot = vote.ballots.get(channelId);
    if (!ballot) return vote;
    vote.ballots.delete(channelId);
    let number = 1;
    while (vote.ballots.has(`forgotten-${number}`)) number += 1;
    vote.ballots.set(`forgotten-${number}`, ballot);
    return vote;
  },
};

const packedSchema = z.object({
  config: voteConfigSchema,
  beganAt: z.number(),
  endsAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  cleared: z.boolean(),
  ballots: z.array(z.tuple([z.string(), whole.nullable(), whole, whole])),
  totals: z.array(whole),
  voterCount: whole,
});

export function newVote(config: VoteConfig, at: number): Vote {
  return {
    config,
    words: wordsOf(config),
    beganAt: at,
    endsAt: config.seconds === null ? null : at + config.seconds * 1_000,
    endedAt: null,
    cleared: false,
    ballots: new Map(),
    totals: config.options.map(() => 0),
    voterCount: 0,
  };
}

/** Two options that nobody could tell apart, or that a command would mean both; null: there are none. */
export function lookAlikes(options: readonly string[]): readonly [string, string] | null {
  const seen = new Map<string, string>();
  for (const option of options) {
    const look = sameLook(option);
    const other = seen.get(look);
    if (other !== undefined) return [other, option];
    seen.set(look, option);
  }
  return null;
}

/** `!2`, `!투표 2`, `!vote 2` and the option's own words. */
function wordsOf({ options }: VoteConfig): ReadonlyMap<string, number> {
  return new Map(options.map((option, at) => [sameLook(option), at]));
}

const VOTE_COMMANDS = commandNames('vote.chat-command');

/** Whether `!name` may be a vote: the number of an option, or the command. */
export function isVoteCommand(name: string): boolean {
  return VOTE_COMMANDS.has(name) || (/^\d{1,2}$/.test(name) && Number(name) <= VOTE_OPTIONS.most);
}

/** The place of the option that a message names; null: none. */
export function optionOf({ config, words }: Pick<Vote, 'config' | 'words'>, message: string) {
  const command = chatCommandOf(message);
  if (!command) return words.get(sameLook(message)) ?? null;
  const said = VOTE_COMMANDS.has(command.name) ? command.rest : command.name;
  if (/^\d{1,2}$/.test(said)) {
    const at = Number(said) - 1;
    return at >= 0 && at < config.options.length ? at : null;
  }
  return VOTE_COMMANDS.has(command.name) ? (words.get(said) ?? null) : null;
}

function hear(vote: Vote, event: StageEvent, audience: Audience): VoteEntry | null {
  const { config, endsAt } = vote;
  if (endsAt !== null && event.receivedAt >= endsAt) return null;
  if (event.kind === 'CHAT') return hearChat(vote, event.data, audience);
  if (event.kind !== 'DONATION' || config.weight !== 'beams') return null;
  return hearDonation(vote, event.data, audience);
}

function hearChat(
  vote: Vote,
  { senderChannelId: who, senderRole, content }: ChatData,
  audience: Audience,
): VoteEntry | null {
  const option = optionOf(vote, content);
  if (option === null || audience.isBlocked(who)) return null;
  if (!isAmong(vote.config.voters, who, senderRole, audience)) return null;
  if (!mayChange(vote, who, option)) return null;
  const months = vote.config.weight === 'months' ? (audience.monthsOf(who) ?? 1) : 1;
  return { type: 'vote', who, option, weight: Math.max(1, months) };
}

/** Beams weigh on the vote of who gave them; the words of the donation may be the vote. */
function hearDonation(
  vote: Vote,
  { donatorChannelId: who, payAmount: beams, donationText }: DonationData,
  audience: Audience,
): VoteEntry | null {
  if (who === null || beams === null || beams < 1 || audience.isBlocked(who)) return null;
  if (!isAmong(vote.config.voters, who, audience.roleOf(who), audience)) return null;
  const named = optionOf(vote, donationText);
  const option = named !== null && mayChange(vote, who, named) ? named : null;
  return { type: 'beams', who, beams, option };
}

/** The same vote again changes nothing. */
function mayChange({ config, ballots }: Vote, who: string, option: number): boolean {
  const before = ballots.get(who)?.option ?? null;
  return before === null || (config.changeable && before !== option);
}

const NO_BALLOT: Ballot = { option: null, weight: 1, beams: 0 };

function fold(vote: Vote, entry: VoteEntry): Folded<Vote> {
  switch (entry.type) {
    case 'vote': {
      const { who, option, weight } = entry;
      cast(vote, who, { ...(vote.ballots.get(who) ?? NO_BALLOT), option, weight });
      return { state: vote };
    }
    case 'beams': {
      const before = vote.ballots.get(entry.who) ?? NO_BALLOT;
      const beams = Math.min(Number.MAX_SAFE_INTEGER, before.beams + entry.beams);
      cast(vote, entry.who, { ...before, option: entry.option ?? before.option, beams });
      return { state: vote };
    }
    case 'announce':
      return { state: vote, effects: [{ type: 'say', text: callOf(vote.config) }] };
    case 'extend':
      if (vote.endsAt !== null) vote.endsAt += entry.ms;
      return { state: vote };
    case 'end':
      return ended(vote, entry.at);
    case 'clear':
      vote.cleared = true;
      return { state: vote };
    default:
      return assertNever(entry);
  }
}

/** A vote is never taken away, only moved. */
function cast(vote: Vote, who: string, ballot: Ballot): void {
  const before = vote.ballots.get(who);
  vote.ballots.set(who, ballot);
  if (before && before.option !== null) {
    vote.totals[before.option] = (vote.totals[before.option] ?? 0) - weightOf(vote.config, before);
  } else if (ballot.option !== null) {
    vote.voterCount += 1;
  }
  if (ballot.option === null) return;
  vote.totals[ballot.option] = (vote.totals[ballot.option] ?? 0) + weightOf(vote.config, ballot);
}

function weightOf({ weight }: VoteConfig, ballot: Ballot): number {
  return weight === 'beams' ? Math.max(1, ballot.beams) : ballot.weight;
}

function ended(vote: Vote, at: number): Folded<Vote> {
  if (vote.endedAt !== null) return { state: vote };
  vote.endedAt = at;
  const mark = { type: 'mark', kind: 'vote-end', label: vote.config.title } as const;
  if (!vote.config.announce) return { state: vote, effects: [mark] };
  return { state: vote, effects: [mark, { type: 'say', text: resultOf(vote) }] };
}

/** How to vote, for the chat. */
function callOf({ title, options }: VoteConfig): Text {
  const list = options.map((option, at) => `!${at + 1} ${option}`).join(' · ');
  return title === ''
    ? { key: 'vote.say-begin', values: { list } }
    : { key: 'vote.say-begin-title', values: { title, list } };
}

/** The places with the most votes; none: nobody voted. */
export function winnersOf({ totals }: Pick<Vote, 'totals'>): readonly number[] {
  const most = Math.max(...totals);
  return most === 0 ? [] : totals.flatMap((total, at) => (total === most ? [at] : []));
}

function resultOf(vote: Vote): Text {
  const winners = winnersOf(vote);
  const names = winners.map((at) => vote.config.options[at] ?? '').join(', ');
  const votes = vote.totals[winners[0] ?? 0] ?? 0;
  if (winners.length === 0) return { key: 'vote.say-nobody' };
  return { key: winners.length > 1 ? 'vote.say-tie' : 'vote.say-winner', values: { names, votes } };
}

function optionsOf({ config, totals }: Pick<Vote, 'config' | 'totals'>): readonly VoteOption[] {
  return config.options.map((label, at) => ({ label, votes: totals[at] ?? 0 }));
}

/** As pages and viewers see it; null: its result was cleared. */
export function voteView(id: number, vote: Vote): VoteView | null {
  if (vote.cleared) return null;
  const { config, voterCount, endsAt, endedAt } = vote;
  const { title, voters, weight, changeable } = config;
  const options = optionsOf(vote);
  const winners = endedAt === null ? [] : winnersOf(vote);
  return { id, title, voters, weight, changeable, options, voterCount, endsAt, endedAt, winners };
}
