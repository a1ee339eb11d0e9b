import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Vault } from '../auth/ports.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SessionRef } from './machine.ts';

const kept = z.object({
  url: z.string().refine((url) => isSafeAddress(url, 'wss:')),
  sessionKey: z.string().min(1),
  createdAt: z.number(),
  /** Sessions of another platform or application are useless. */
  owner: z.string(),
});

/** Whose sessions they are: of one platform and application. */
export const sessionOwner = (baseUrl: string, clientId: string): string => `${baseUrl} ${clientId}`;

export type SessionMemory = ReturnType<typeof sessionMemory>;

/**
 * Keeps the session across restarts, so that a restart does not use up another of three. Its
 * address contains the sessionKey, so it is stored in the vault. `owner` names the platform and
 * application; a new sign-in must forget the previous account's session.
 */
export function sessionMemory(vault: Vault, redactor: Redactor, owner: string) {
  const queue = new SerialQueue();
  /** If the vault cannot be written, it still holds the forgotten session. */
  let isForgotten = false;
  return {
    load: () =>
      queue.run(async (): Promise<SessionRef | null> => {
        const text = isForgotten ? null : await vault.read('session');
        if (text === null) return null;
        const parsed = kept.safeParse(parseJson(text));
        if (!parsed.success || parsed.data.owner !== owner) return null;
        const { url, sessionKey, createdAt } = parsed.data;
        redactor.hide(sessionKey);
        return { url, sessionKey, createdAt };
      }),
    save(session: SessionRef) {
      redactor.hide(session.sessionKey);
      return queue.run(async () => {
        await vault.write('session', JSON.stringify({ ...session, owner }));
        isForgotten = false;
      });
    },
    forget: () =>
      queue.run(async () => {
        isForgotten = true;
        await vault.remove('session');
      }),
    /** Resolves once the running write has ended, successfully or not. Never rejects. */
    flush: () => queue.drained(),
  };
}

/** Keeps the session for the next start; null: none is to be kept. Never rejects. */
export async function keepForRestart(
  session: SessionRef | null,
  parts: { readonly memory: Pick<SessionMemory, 'save' | 'forget'>; readonly log: Logger },
): Promise<void> {
  try {
    await (session ? parts.memory.save(session) : parts.memory.forget());
  } catch (failure) {
    parts.log.warn('the session could not be kept for a restart', { failure });
  }
}
