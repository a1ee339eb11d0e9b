import { z } from 'zod';

/** The moments of the show kit that sound, by the activity whose settings they follow. */
export const SHOW_SOUNDS = {
  vote: ['vote-open', 'vote-close'],
  draw: ['draw-reveal'],
  wheel: ['wheel-turn', 'wheel-stop'],
  missions: ['mission-reached'],
  subathon: ['subathon-minute', 'subathon-over'],
} as const;

export type SoundingActivity = keyof typeof SHOW_SOUNDS;
export type ShowSound = (typeof SHOW_SOUNDS)[SoundingActivity][number];

/** One moment that is to be heard now. */
export interface ShowCue {
  readonly sound: ShowSound;
  /** With the master volume in it, 0 to 1. */
  readonly volume: number;
  /** How long the wheel ticks, milliseconds; 0 for all other sounds. */
  readonly ms: number;
}

const soundSchema = z
  .object({ on: z.boolean(), volume: z.number().min(0).max(1) })
  // Below alerts, which are of single viewers.
  .default({ on: true, volume: 0.25 });

export const showSoundsSchema = z.object({
  vote: soundSchema,
  draw: soundSchema,
  wheel: soundSchema,
  missions: soundSchema,
  subathon: soundSchema,
});
