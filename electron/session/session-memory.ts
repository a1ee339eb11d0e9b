import { z } from 'zod';
import type { Vault } from '../auth/ports.ts';
import type { Redactor } from '../base/log.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SessionMemory } from './ports.ts';

const kept = z.object({
  url: z.string().refine((url) => isSafeAddress(url, 'wss:')),
  sessionKey: z.string().min(1),
  createdAt: z.number(),
  /** Another platform's or application's session is of no use. */
  owner: z.string(),
});

export interface KeptSession extends SessionMemory {
  /** Resolves once the running write has ended, successfully or not. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Keeps the session over a restart, so that starting the app again does not spend another of three.
 * Its address holds the sessionKey: it lives in the vault. `owner` names the platform and the
 * application; whoever signs in anew has to forget the session of the person before.
 */
export function sessionMemory(vault: Vault, redactor: Redactor, owner: string): KeptSession {
  const queue = new SerialQueue();
  /** A vault that cannot be written keeps what was to be forgotten. */
  let isForgotten = false;
  return {
    load: () =>
      queue.run(async () => {
        const text = isForgotten ? null : await vault.read('session');
        if (text === null) return null;
        const parsed = kept.safeParse(parseJson(text));
        if (!parsed.success || parsed.data.owner !== owner) return null;
        const { url, sessionKey, createdAt } = parsed.data;
        redactor.hide(sessionKey);
        return { url, sessionKey, createdAt };
      }),
    save(session) {
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
    flush: () => queue.drained(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
