import { z } from 'zod';
import type { StageEvent } from '../events.ts';
import { LONG_READ } from './command.ts';

/** Reads the events of a past broadcast for a preview. Changes nothing. */

export const REPLAY_PAGE_MOST = 500;
export const REPLAY_PARTS = 200;

const seq = z.number().int().min(0);
const moment = z.number().int().min(0);
/** `last`: the current broadcast if it has events, else the latest one with events. */
const which = z.union([z.literal('last'), z.number().int().min(1)]);

const markSchema = z.object({
  /** Arrival of the first one, epoch milliseconds. */
  at: moment,
  kind: z.enum(['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE']),
  count: z.number().int().min(1),
});
export type ReplayMark = z.infer<typeof markSchema>;

const outlineSchema = z.object({
  id: z.number().int(),
  beganAt: moment,
  endedAt: moment.nullable(),
  firstAt: moment,
  lastAt: moment,
  marks: z.array(markSchema).readonly(),
});
export type ReplayOutline = z.infer<typeof outlineSchema>;

export const REPLAY_COMMANDS = {
  'broadcast.outline': {
    args: z.strictObject({ broadcast: which }),
    result: z.object({ outline: outlineSchema.nullable() }),
    time: LONG_READ,
  },
  /**
   * By number, above `after`. With `from`: those that arrived then or later, plus the `lead` ones
   * before. `next` null: no more yet. Large events shorten a page.
   */
  'broadcast.events': {
    args: z.strictObject({
      broadcast: which,
      after: seq,
      limit: z.number().int().min(1).max(REPLAY_PAGE_MOST),
      from: z.strictObject({ at: moment, lead: z.number().int().min(0).max(100) }).optional(),
    }),
    result: z.object({
      events: z.array(z.custom<StageEvent>()).readonly(),
      next: seq.nullable(),
      beganAt: moment.nullable(),
      endedAt: moment.nullable(),
    }),
    time: LONG_READ,
  },
} as const;
