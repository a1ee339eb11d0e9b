import { z } from 'zod';
import { feed } from './command.ts';

/**
 * Missions: what donations ask for, if the streamer accepts it. Stagelight only keeps the list: the
 * beams are the streamer's from the start, whatever becomes of a mission.
 */

/** Missions that are kept; the oldest that are over go first, then the oldest proposals. */
export const MISSIONS_MOST = 200;
export const MISSIONS_RUNNING_MOST = 20;
export const MISSION_TEXT_MOST = 200;
export const MISSION_PREFIX_MOST = 20;
export const MISSION_BEAMS = { least: 1, most: 100_000_000 } as const;
export const MISSION_MINUTES = { least: 1, most: 24 * 60 } as const;

export const missionsConfigSchema = z.strictObject({
  /** Donations of fewer beams propose nothing. */
  leastBeams: z.number().int().min(MISSION_BEAMS.least).max(MISSION_BEAMS.most),
  /** A message has to begin with it; empty: every message is a proposal. */
  prefix: z.string().trim().max(MISSION_PREFIX_MOST),
  /** New proposals are taken. */
  open: z.boolean(),
  /** Says in chat which missions begin, succeed and fail. */
  announce: z.boolean(),
});
export type MissionsConfig = z.infer<typeof missionsConfigSchema>;

export const MISSION_STATUSES = [
  'proposed',
  'waiting',
  'running',
  'success',
  'failed',
  'declined',
] as const;
export type MissionStatus = (typeof MISSION_STATUSES)[number];

export interface Mission {
  /** The donation's number. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** null: anonymous. */
  readonly name: string | null;
  readonly beams: number;
  /** Without the prefix; empty: its viewer was forgotten. */
  readonly text: string;
  readonly status: MissionStatus;
  /** Epoch milliseconds; null: without a clock, or not running. */
  readonly endsAt: number | null;
}

export interface MissionCounts {
  readonly success: number;
  readonly failed: number;
}

/** The missions as viewers see them: none that the streamer has not accepted. */
export interface MissionsView {
  readonly leastBeams: number;
  readonly prefix: string;
  readonly open: boolean;
  /** Running ones first, each in the order of their numbers. */
  readonly missions: readonly Mission[];
  readonly counts: MissionCounts;
}

export interface MissionsState {
  /** null: none were begun, or they were ended. */
  readonly board: {
    readonly config: MissionsConfig;
    /** In the order of their numbers. */
    readonly missions: readonly Mission[];
    readonly counts: MissionCounts;
    /** Proposals for which there was no room. */
    readonly missed: number;
  } | null;
  /** What they were set to last; null: never. */
  readonly last: MissionsConfig | null;
}

export const MISSIONS_FEED = feed<MissionsState>({ everyMs: 250 });

export const MISSIONS_COMMANDS = {
  /** Begins to take proposals. Fails while missions are on. */
  'missions.begin': { args: missionsConfigSchema },
  'missions.set': { args: missionsConfigSchema },
  /**
   * What becomes of a mission, back as well as forth. `minutes`: the clock of one that begins to run;
   * null: without one. Fails if it is gone, and while as many run as may.
   */
  'missions.move': {
    args: z.strictObject({
      id: z.number().int(),
      to: z.enum(['waiting', 'running', 'success', 'failed', 'declined']),
      minutes: z
        .number()
        .int()
        .min(MISSION_MINUTES.least)
        .max(MISSION_MINUTES.most)
        .nullable()
        .default(null),
    }),
  },
  /** Ends them: no proposals are taken, and the board is off the overlay. */
  'missions.end': { args: z.strictObject({}) },
} as const;
