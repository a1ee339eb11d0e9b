import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Redactor } from '../base/log.ts';
import type { SessionRef } from '../session/machine.ts';
import { sessionMemory } from '../session/session-memory.ts';
import { type Brought, readBrought } from '../session/taken-frames.ts';
import { isExpired, type SessionTimes } from '../session/times.ts';
import type { KvVault } from './kv-vault.ts';
import { keyOf } from './leases.ts';
import type { Seal } from './seal.ts';

/*
 * A planned move of a channel, make before break: the taker opens a second session of the channel and
 * lets its frames wait; the giver stops and says what it has had; the lease goes to the taker; the taker
 * writes the rest. The platform cannot close a session, so a channel keeps the session it leaves as a
 * spare for its next move: with the one in use there are two, and three while one of them rolls over.
 */

export type Question =
  | { readonly type: 'prepare'; readonly channelId: string; readonly epoch: number }
  /** Asked in the last moment: a taker that died meanwhile would leave the channel without a stream. */
  | { readonly type: 'still'; readonly channelId: string; readonly epoch: number }
  /** The giver keeps it. */
  | { readonly type: 'forget'; readonly channelId: string; readonly epoch: number };

export type Answer =
  /** `session`: it lives until its end, also where nothing comes of the move. */
  | { readonly type: 'ready'; readonly session: SessionRef }
  | { readonly type: 'done' }
  | { readonly type: 'no'; readonly reason: string; readonly session: SessionRef | null };

const questionSchema = z.object({
  type: z.enum(['prepare', 'still', 'forget']),
  channelId: z.string(),
  epoch: z.number(),
}) satisfies z.ZodType<Question>;

const session = z.object({ url: z.string(), sessionKey: z.string(), createdAt: z.number() });

const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), session }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('no'), reason: z.string(), session: session.nullable() }),
]) satisfies z.ZodType<Answer>;

export function no(reason: string, session: SessionRef | null = null): Answer {
  return { type: 'no', reason, session };
}

/** null: it is none, perhaps of a newer host. */
export function readQuestion(text: string): Question | null {
  return questionSchema.safeParse(parseJson(text)).data ?? null;
}

/** Also what no answer means. */
export function readAnswer(text: string | null): Answer {
  const read = answerSchema.safeParse(text === null ? null : parseJson(text));
  return read.data ?? no('no-answer');
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

/** The session in use, and the one that the channel left at its last move. */
export function sessionsOf(vault: KvVault, redactor: Redactor, owner: string) {
  const spare = {
    read: () => vault.read('spare'),
    write: (_: string, text: string) => vault.write('spare', text),
    remove: () => vault.remove('spare'),
  };
  return {
    current: sessionMemory(vault, redactor, owner),
    spare: sessionMemory(spare, redactor, owner),
  };
}

/**
 * `wait`: it can neither be used, being about to roll over, nor may there be another beside it: that
 * could be the fourth.
 */
export function spareUse(
  spare: SessionRef | null,
  now: number,
  times: SessionTimes,
): 'use' | 'none' | 'wait' {
  if (spare === null || isExpired(spare.createdAt, now, times)) return 'none';
  const { rollOverAfterMs, sessionValidityMs } = times;
  // So long before its own roll-over that a session which was rolled over just now has ended by then.
  const usableMs = rollOverAfterMs - (sessionValidityMs - rollOverAfterMs);
  return now - spare.createdAt < usableMs ? 'use' : 'wait';
}
