import { assertNever } from '../../shared/events.ts';
import type { ConnectionStatus } from '../../shared/status.ts';
import type { KeeperStatus } from '../session/status.ts';
import type { AccountState } from './account.ts';

type StateAndReason = Pick<ConnectionStatus, 'state' | 'reason'>;

/** One word for the strip, out of who is signed in and what the keeper does. */
export function connectionOf(account: AccountState, keeper: KeeperStatus): StateAndReason {
  switch (account.kind) {
    case 'starting':
      return { state: 'starting', reason: null };
    case 'signed-out':
      return { state: 'signed-out', reason: account.reason };
    case 'signing-in':
      return { state: 'signing-in', reason: null };
    case 'signed-in':
      return signedIn(keeper);
    default:
      return assertNever(account);
  }
}

function signedIn({ phase, reason }: KeeperStatus): StateAndReason {
  switch (phase) {
    case 'live':
    case 'connecting':
      return { state: phase, reason: null };
    case 'reconnecting':
      return { state: phase, reason };
    case 'stopped':
      return { state: 'connecting', reason: null };
    case 'blocked':
      return { state: 'signed-out', reason };
    default:
      return assertNever(phase);
  }
}
