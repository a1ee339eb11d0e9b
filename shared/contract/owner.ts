import { isJsonObject } from '../json.ts';
import type { CommandName } from './index.ts';

/** They reveal secrets, replace data or change addresses: a dashboard's address is not enough. */
export const OWNER_ACTIONS = [
  'backup-secrets',
  'restore',
  'renew-key',
  'set-port',
  'api-key',
  'tool-port',
  'osc-port',
  'sink',
] as const;
export type OwnerAction = (typeof OWNER_ACTIONS)[number];

/** Problem codes after which a page asks for the owner code and sends the command again with it. */
export const ASKS_FOR_CODE = ['owner-code-needed', 'owner-code-wrong'] as const;

/** The owner action of a checked command; null: every dashboard may send it. */
export function ownerActionOf(name: CommandName, args: unknown): OwnerAction | null {
  switch (name) {
    case 'maintenance.backup':
      return isJsonObject(args) && args['secrets'] === false ? null : 'backup-secrets';
    case 'maintenance.restore-begin':
    case 'maintenance.restore-open':
      return 'restore';
    case 'maintenance.restore-apply':
      // Only the client that passed the owner check knows the upload's name.
      return isJsonObject(args) && typeof args['upload'] === 'string' ? null : 'restore';
    case 'maintenance.renew-key':
      return 'renew-key';
    case 'doors.create-key':
      // It opens what the address opens, also after the address was made anew.
      return 'api-key';
    case 'streamerbot.set':
      return unlessOff(args, 'tool-port');
    case 'osc.set':
      return unlessOff(args, 'osc-port');
    case 'streamerbot.password':
      return 'tool-port';
    case 'sinks.add':
      // What leaves this computer goes on leaving it, also after the address was made anew.
      return isJsonObject(args) && args['kind'] === 'file' ? null : 'sink';
    case 'sinks.change':
    case 'sinks.renew-secret':
      return 'sink';
    case 'maintenance.set-port':
      return 'set-port';
    default:
      return null;
  }
}

/** Closing a port needs nobody's leave. */
function unlessOff(args: unknown, action: OwnerAction): OwnerAction | null {
  return isJsonObject(args) && args['on'] === false ? null : action;
}
