import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { SessionRef } from '../session/machine.ts';
import type { Made } from '../session/shared-slots.ts';
import { type Brought, readBrought } from '../session/taken-frames.ts';
import { NOBODY } from './host-line.ts';
import { keyOf } from './leases.ts';
import type { Seal } from './seal.ts';

/*
 * A planned move of a channel, make before break: the taker opens a second session of the channel and
 * lets its frames wait; the giver stops and says what it has had; the lease goes to the taker; the taker
 * writes the rest. The platform cannot close a session, so the one that a channel leaves is there for its
 * next move (`session-slots.ts`).
 */

export type Question =
  | {
      readonly type: 'prepare';
      readonly channelId: string;
      readonly epoch: number;
      /** To be used; null: one is to be made, for which the giver has taken a slot. */
      readonly session: SessionRef | null;
      /** The giver's events from this number on may reach both. */
      readonly from: number;
    }
  /** Asked in the last moment: a taker that died meanwhile would leave the channel without a stream. */
  | { readonly type: 'still'; readonly channelId: string; readonly epoch: number }
  /** The giver keeps it. Answered once nothing comes to the taker's session any more. */
  | { readonly type: 'forget'; readonly channelId: string; readonly epoch: number }
  /** After that answer: the giver is there still, and has received all that came to that session. */
  | { readonly type: 'had'; readonly channelId: string; readonly epoch: number };

export type Answer =
  | { readonly type: 'ready'; readonly session: SessionRef }
  | { readonly type: 'done' }
  | { readonly type: 'no'; readonly reason: string; readonly made: Made };

const session = z.object({ url: z.string(), sessionKey: z.string(), createdAt: z.number() });
const about = { channelId: z.string(), epoch: z.number() };

const questionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prepare'),
    ...about,
    session: session.nullable(),
    from: z.number().int(),
  }),
  z.object({ type: z.literal('still'), ...about }),
  z.object({ type: z.literal('forget'), ...about }),
  z.object({ type: z.literal('had'), ...about }),
]) satisfies z.ZodType<Question>;

const made = z.union([session, z.enum(['none', 'unknown', 'ended'])]);

const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), session }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('no'), reason: z.string(), made }),
]) satisfies z.ZodType<Answer>;

export function no(reason: string, made: Made = 'none'): Extract<Answer, { type: 'no' }> {
  return { type: 'no', reason, made };
}

/** null: it is none, perhaps of a newer host. */
export function readQuestion(text: string): Question | null {
  return questionSchema.safeParse(parseJson(text)).data ?? null;
}

/** Also what no answer means. */
export function readAnswer(text: string | null): Answer {
  if (text === NOBODY) return no(NOBODY);
  const read = answerSchema.safeParse(text === null ? null : parseJson(text));
  return read.data ?? no('no-answer', 'unknown');
}

/** What the giver has had, for the taker; gone by itself as leases are. */
export const handedKey = (channelId: string): string => `handed.${keyOf(channelId)}`;
const handedPurpose = (channelId: string, epoch: number): string => `handed ${channelId} ${epoch}`;

export function closeHanded(
  seal: Seal,
  { channelId, epoch }: { readonly channelId: string; readonly epoch: number },
  brought: readonly Brought[],
): string {
  return seal.close(JSON.stringify(brought), handedPurpose(channelId, epoch));
}

/** null: it is of another hand-over, or there is none. */
export function openHanded(
  seal: Seal,
  { channelId, epoch }: { readonly channelId: string; readonly epoch: number },
  sealed: string | null,
): readonly Brought[] | null {
  const text = sealed === null ? null : seal.open(sealed, handedPurpose(channelId, epoch));
  return text === null ? null : readBrought(text);
}
