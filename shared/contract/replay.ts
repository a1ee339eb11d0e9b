import { z } from 'zod';
import type { StageEvent } from '../events.ts';
import { LONG_READ } from './command.ts';

/** Reading what happened in a broadcast, to show it once more in a preview. Nothing is changed. */

/** Events in one page at most. */
export const REPLAY_PAGE_MOST = 500;
/** Events before the moment that a page can begin with. */
export const REPLAY_LEAD_MOST = 100;
/** Into how many parts the marks of a broadcast are counted. */
export const REPLAY_PARTS = 200;

const seq = z.number().int().min(0);
const moment = z.number().int().min(0);
/** `last`: the one that goes on now if anything came in it, else the latest in which something did. */
const which = z.union([z.literal('last'), z.number().int().min(1)]);

const markSchema = z.object({
  /** When the first of them arrived, epoch milliseconds. */
  at: moment,
  kind: z.enum(['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE']),
  count: z.number().int().min(1),
});
export type ReplayMark = z.infer<typeof markSchema>;

const outlineSchema = z.object({
  id: z.number().int(),
  beganAt: moment,
  /** null: it goes on. */
  endedAt: moment.nullable(),
  /** Arrival of the first and of the last event. */
  firstAt: moment,
  lastAt: moment,
  marks: z.array(markSchema).readonly(),
});
export type ReplayOutline = z.infer<typeof outlineSchema>;

export const REPLAY_COMMANDS = {
  /** What there is of a broadcast; null: nothing that could be shown. */
  'broadcast.outline': {
    args: z.object({ broadcast: which }).strict(),
    result: z.object({ outline: outlineSchema.nullable() }),
    time: LONG_READ,
  },
  /**
   * Its events by their numbers: valued ones and chat, those above `after`. With `from` (epoch
   * milliseconds) those that arrived then or later, and the `lead` ones before them. `next` is what
   * to ask `after` next, null: no more (yet). Large events make a page shorter.
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
