import type { ConnectionState } from '../../../shared/status.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';

const RUNNING: ReadonlySet<ConnectionState> = new Set(['connecting', 'live', 'reconnecting']);

/** The name of the show that ending the core would break; null while none is running. */
export function useShowName(): string | null {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  if (!status || !RUNNING.has(status.connection.state)) return null;
  const { account, demo } = status;
  return account?.channelName ?? account?.channelId ?? t(demo ? 'app.demo' : 'state.no-channel');
}
