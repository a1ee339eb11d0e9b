import { z } from 'zod';
import {
  MISSION_STATUSES,
  MISSION_TEXT_MOST,
  MISSIONS_MOST,
  type Mission,
  type MissionCounts,
  type MissionStatus,
  type MissionsConfig,
  type MissionsView,
  missionsConfigSchema,
} from '../../../shared/contract/missions.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { CoreKey } from '../../../shared/locales/index.ts';
import { type Activity, type Audience, type Folded, sameLook } from '../show/index.ts';

const whole = z.number().int();

const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('propose'),
    id: whole,
    at: z.number(),
    who: z.string().nullable(),
    name: z.string().nullable(),
    beams: whole,
    text: z.string(),
  }),
  z.object({ type: z.literal('set'), config: missionsConfigSchema }),
  z.object({
    type: z.literal('move'),
    id: whole,
    to: z.enum(MISSION_STATUSES),
    endsAt: z.number().nullable(),
  }),
  z.object({ type: z.literal('end'), at: z.number() }),
]);
export type MissionsEntry = z.infer<typeof entrySchema>;

type KeptMission = Mission & { readonly who: string | null };

export interface Missions {
  config: MissionsConfig;
  /** In the order of their numbers. */
  missions: readonly KeptMission[];
  counts: MissionCounts;
  /** Proposals for which there was no room. */
  missed: number;
  endedAt: number | null;
}

export const MISSIONS: Activity<Missions, MissionsEntry> = {
  kind: 'missions',
  hear,
  fold,
  // A clock that is up says so; what became of its mission, only the streamer says.
  dueAt: () => null,
  due: () => null,
  endedAt: ({ endedAt }) => endedAt,
  pack: (missions) => missions,
  unpack: (packed) => packedSchema.parse(packed),
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: ({ counts }) => ({ kind: 'missions', ...counts }),
  forget: (state, channelId) => {
    state.missions = state.missions.flatMap((mission) =>
      mission.who === channelId ? forgotten(mission) : mission,
    );
    return state;
  },
};

const packedSchema = z.object({
  config: missionsConfigSchema,
  missions: z.array(
    z.object({
      id: whole,
      at: z.number(),
      who: z.string().nullable(),
      name: z.string().nullable(),
      beams: whole,
      text: z.string(),
      status: z.enum(MISSION_STATUSES),
      endsAt: z.number().nullable(),
    }),
  ),
  counts: z.object({ success: whole, failed: whole }),
  missed: whole,
  endedAt: z.number().nullable(),
});

const NAME_MOST = 100;
/** Signs that are looked at for the prefix, with those that are not seen. */
const LONGEST_PREFIX = 200;
const ON: ReadonlySet<MissionStatus> = new Set(['waiting', 'running']);

export function newMissions(config: MissionsConfig): Missions {
  return { config, missions: [], counts: { success: 0, failed: 0 }, missed: 0, endedAt: null };
}

const shortened = (text: string, most: number) => [...text].slice(0, most).join('');

/**
 * What a message asks for: what follows the prefix, as it was written. null: it does not begin with
 * it, or nothing follows. Signs that look like the prefix are the prefix.
 */
export function missionOf(message: string, prefix: string): string | null {
  const wanted = sameLook(prefix);
  if (wanted === '') return wordsOf(message);
  const signs = [...message];
  let before = '';
  let end = 0;
  // What is not seen, and spaces, still belong to the prefix.
  for (const [at, sign] of signs.slice(0, LONGEST_PREFIX).entries()) {
    before += sign;
    if (sameLook(before) === wanted) end = at + 1;
    else if (end > 0) break;
  }
  const [own, rest] = [signs.slice(0, end).join(''), signs.slice(end).join('')];
  // A word that only begins with it is another one.
  return sameLook(`${own}a`) === `${wanted} a` ? wordsOf(rest) : null;
}

/** null: there is nothing to be seen. */
function wordsOf(message: string): string | null {
  return sameLook(message) === '' ? null : shortened(message.trim(), MISSION_TEXT_MOST);
}

function hear({ config }: Missions, event: StageEvent, audience: Audience): MissionsEntry | null {
  if (event.kind !== 'DONATION' || !config.open) return null;
  const { donatorChannelId: who, donatorNickname, payAmount: beams, donationText } = event.data;
  if (beams === null || beams < config.leastBeams) return null;
  if (who !== null && audience.isBlocked(who)) return null;
  const text = missionOf(donationText, config.prefix);
  if (text === null) return null;
  const name = donatorNickname && shortened(donatorNickname, NAME_MOST);
  return { type: 'propose', id: event.seq, at: event.receivedAt, who, name, beams, text };
}

function fold(state: Missions, entry: MissionsEntry): Folded<Missions> {
  switch (entry.type) {
    case 'propose': {
      const { type: _, ...proposal } = entry;
      return { state: proposed(state, { ...proposal, status: 'proposed', endsAt: null }) };
    }
    case 'set':
      state.config = entry.config;
      return { state };
    case 'move':
      return moved(state, entry.id, entry.to, entry.endsAt);
    case 'end':
      state.endedAt ??= entry.at;
      return { state };
    default:
      return assertNever(entry);
  }
}

/** The oldest that is over makes room, else the oldest proposal: never one that was accepted. */
function proposed(state: Missions, mission: KeptMission): Missions {
  let kept = state.missions;
  if (kept.length >= MISSIONS_MOST) {
    const over = kept.find(({ status }) => !ON.has(status) && status !== 'proposed');
    const goes = over ?? kept.find(({ status }) => status === 'proposed');
    kept = kept.filter((each) => each !== goes);
    if (!over) state.missed += 1;
    if (!goes) return state;
  }
  state.missions = [...kept, mission];
  return state;
}

const SAID: Readonly<Partial<Record<MissionStatus, CoreKey>>> = {
  running: 'missions.say-running',
  success: 'missions.say-success',
  failed: 'missions.say-failed',
};

function moved(
  state: Missions,
  id: number,
  status: MissionStatus,
  endsAt: number | null,
): Folded<Missions> {
  const mission = state.missions.find((each) => each.id === id);
  if (!mission) return { state };
  const before = mission.status;
  state.missions = state.missions.map((each) =>
    each === mission ? { ...each, status, endsAt } : each,
  );
  const counted = (which: keyof MissionCounts) =>
    state.counts[which] + Number(status === which) - Number(before === which);
  state.counts = { success: counted('success'), failed: counted('failed') };
  const key = SAID[status];
  if (!key || !state.config.announce || before === status) return { state };
  return { state, effects: [{ type: 'say', text: { key, values: { mission: mission.text } } }] };
}

/**
 * A mission that the streamer accepted stays what it is, without its viewer. The words of others go
 * with them; a proposal without words is none.
 */
function forgotten(mission: KeptMission): readonly KeptMission[] {
  if (mission.status === 'proposed') return [];
  const text = ON.has(mission.status) ? mission.text : '';
  return [{ ...mission, who: null, name: null, text }];
}

const shown = ({ who: _, ...mission }: KeptMission): Mission => mission;

/** All of them, for the streamer. */
export function missionsOf({ missions }: Missions): readonly Mission[] {
  return missions.map(shown);
}

/** As viewers see them; null: there is nothing to be seen. */
export function missionsView(state: Missions): MissionsView | null {
  const { config, counts, endedAt } = state;
  const { leastBeams, prefix, open } = config;
  const of = (wanted: MissionStatus) => state.missions.filter(({ status }) => status === wanted);
  const missions = [...of('running'), ...of('waiting')].map(shown);
  if (endedAt !== null || (!open && missions.length === 0)) return null;
  return { leastBeams, prefix, open, missions, counts };
}
