import { z } from 'zod';
import type { Vault } from '../auth/ports.ts';
import type { Redactor } from '../base/log.ts';
import type { SessionMemory } from '../session/ports.ts';

const kept = z.object({
  url: z.string(),
  sessionKey: z.string(),
  createdAt: z.number(),
  /** Another application's session, or another account's, is of no use. */
  owner: z.string(),
});

/**
 * Keeps the session over a restart, so that starting the app again does not spend another of three.
 * Its address holds the sessionKey: it lives in the vault. `owner` answers whose session it is.
 */
export function sessionMemory(
  vault: Vault,
  redactor: Redactor,
  owner: () => string,
): SessionMemory {
  return {
    async load() {
      const text = await vault.read('session');
      if (text === null) return null;
      const parsed = kept.safeParse(parseJson(text));
      if (!parsed.success || parsed.data.owner !== owner()) return null;
      const { url, sessionKey, createdAt } = parsed.data;
      redactor.hide(sessionKey);
      return { url, sessionKey, createdAt };
    },
    async save(session) {
      redactor.hide(session.sessionKey);
      await vault.write('session', JSON.stringify({ ...session, owner: owner() }));
    },
    forget: () => vault.remove('session'),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
