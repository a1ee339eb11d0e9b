import { useEffect } from 'react';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';

export const STREAM_SCOPES = [
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_STREAM_KEY',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
] as const;
type StreamScope = (typeof STREAM_SCOPES)[number];

/** The scopes that the sign-in lacks; none while signed out. */
export function useMissingScopes(): readonly StreamScope[] {
  const status = useSelect(selectStatus);
  if (!status?.tokens) return [];
  return STREAM_SCOPES.filter((scope) => !status.scopes.granted.includes(scope));
}

/** Why an action that needs this permission is impossible now, in words; null if possible. */
export function useHindrance(scope: StreamScope): string | null {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const signedIn = useSelect(selectStatus)?.tokens != null;
  const missing = useMissingScopes().includes(scope);
  if (!reachable) return t('stream.unreachable');
  const isKey = scope === 'READ:LIVE_STREAM_KEY';
  if (!signedIn) return t(isKey ? 'stream.signed-out-key' : 'stream.signed-out');
  if (!missing) return null;
  return t(isKey ? 'stream.no-key-scope' : 'stream.no-scope', { scope: t(`scope.${scope}`) });
}

/**
 * Answers a change whose answer was lost once the settings show it (`isThere`), read by themselves
 * meanwhile.
 */
export function useLostChange(action: ActionName, isThere: boolean): void {
  const dashboard = useDashboard();
  const hasFailed = useSelect((state) => actionOf(action)(state).phase === 'failed');
  useEffect(() => {
    if (hasFailed && isThere) dashboard.wasDone(action);
  }, [dashboard, action, hasFailed, isThere]);
}
