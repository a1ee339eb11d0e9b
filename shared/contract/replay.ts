import { z } from 'zod';
import type { StageEvent } from '../events.ts';
import { LONG_READ } from './command.ts';

/** Reads the events of a past broadcast for a preview. Changes nothing. */

/** Most events on one page. */
export const REPLAY_PAGE_MOST = 500;
/** Most earlier events that a page can start with. */
export const REPLAY_LEAD_MOST = 100;
/** Number of parts in which a broadcast's marks are counted. */
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
  /** null: still running. */
  endedAt: moment.nullable(),
  /** Arrival of the first and of the last event. */
  firstAt: moment,
  lastAt: moment,
  marks: z.array(markSchema).readonly(),
});
export type ReplayOutline = z.infer<typeof outlineSchema>;

export const REPLAY_COMMANDS = {
  /** Outline of a broadcast; null if it has nothing to show. */
  'broadcast.outline': {
    args: z.object({ broadcast: which }).strict(),
    result: z.object({ outline: outlineSchema.nullable() }),
    time: LONG_READ,
  },
  /**
   * Valued events and chat by number, those above `after`. With `from` (epoch milliseconds): those
   * that arrived then or later, plus the `lead` ones before. `next`: the next `after`; null: no
   * more yet. Large events shorten a page.
   */
  'broadcast.events': {
    args: z
      .object({
        broadcast: which,
        after: seq,
        limit: z.number().int().min(1).max(REPLAY_PAGE_MOST),
        from: z
          .object({ at: moment, lead: z.number().int().min(0).max(REPLAY_LEAD_MOST) })
          .strict()
          .optional(),
      })
      .strict(),
    result: z.object({
      events: z.array(z.custom<StageEvent>()).readonly(),
      next: seq.nullable(),
      beganAt: moment.nullable(),
      endedAt: moment.nullable(),
    }),
    time: LONG_READ,
  },
} as const;
