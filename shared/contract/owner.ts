import { isJsonObject } from '../json.ts';
import type { CommandName } from './index.ts';

/**
 * What is done only for whoever sits at the computer: it gives out secrets, replaces data or changes
 * addresses. The address of a dashboard alone is not enough for it.
 */
export const OWNER_ACTIONS = ['backup-secrets', 'restore', 'renew-key', 'set-port'] as const;
export type OwnerAction = (typeof OWNER_ACTIONS)[number];

/** Problem codes after which a page asks for the code and sends the command once more with it. */
export const ASKS_FOR_CODE = ['owner-code-needed', 'owner-code-wrong'] as const;

/** The action that a command is, its arguments checked; null: anybody with a dashboard may ask for it. */
export function ownerActionOf(name: CommandName, args: unknown): OwnerAction | null {
  switch (name) {
    case 'maintenance.backup':
      return isJsonObject(args) && args['secrets'] === false ? null : 'backup-secrets';
    case 'maintenance.restore-begin':
    case 'maintenance.restore-open':
      return 'restore';
    case 'maintenance.restore-apply':
      // Whoever names the upload is the one who was let in with it.
      return isJsonObject(args) && typeof args['upload'] === 'string' ? null : 'restore';
    case 'maintenance.renew-key':
      return 'renew-key';
    case 'maintenance.set-port':
      return 'set-port';
    default:
      return null;
  }
}
