import { describe, expect, it } from 'vitest';
import type { AccountState } from '../../../electron/auth/account.ts';
import { connectionOf } from '../../../electron/features/account/status-source.ts';
import type { KeeperPhase } from '../../../electron/session/status.ts';
import type { ConnectionState } from '../../../shared/status.ts';

const keeper = (phase: KeeperPhase) => ({ phase, reason: 'why', session: null });
const PHASES: readonly KeeperPhase[] = [
  ...(['stopped', 'connecting', 'live', 'reconnecting', 'blocked'] as const),
];

describe('the connection in one word', () => {
  it.each<[AccountState, ConnectionState, string | null]>([
    [{ kind: 'starting' }, 'starting', null],
    [{ kind: 'signed-out', reason: null }, 'signed-out', null],
    [{ kind: 'signed-out', reason: 'sign-in-denied' }, 'signed-out', 'sign-in-denied'],
    [{ kind: 'signing-in', url: 'https://platform.example/' }, 'signing-in', null],
  ])('%j is %s (%s), whatever the stream does', (account, state, reason) => {
    for (const phase of PHASES) {
      expect(connectionOf(account, keeper(phase))).toEqual({ state, reason });
    }
  });

  it.each<[KeeperPhase, ConnectionState, string | null]>([
    ['stopped', 'connecting', null],
    ['connecting', 'connecting', null],
    ['live', 'live', null],
    ['reconnecting', 'reconnecting', 'why'],
    ['blocked', 'signed-out', 'why'],
  ])('signed in with a stream that is %s is %s (%s)', (phase, state, reason) => {
    const account = { kind: 'signed-in', signIn: 1, channelId: null, channelName: null } as const;
    expect(connectionOf(account, keeper(phase))).toEqual({ state, reason });
  });
});
