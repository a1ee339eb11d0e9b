import { CloudOff, Unlink } from 'lucide-react';
import { cureOf, whatOf } from '../../shared/problem.ts';
import { ADDRESS_GONE } from '../bridge/bridge-problems.ts';
import { selectAddressGone, selectReachable } from '../stores/dashboard-store.ts';
import { Callout } from '../ui/callout.tsx';
import { useSelect, useWords } from './context.ts';

/** Why the core cannot be reached from this page, and what to do; nothing while it can. */
export function NotReached() {
  const { t, pick } = useWords();
  const reachable = useSelect(selectReachable);
  const gone = useSelect(selectAddressGone);
  if (reachable) return null;
  return gone ? (
    <Callout
      tone="error"
      icon={Unlink}
      role="alert"
      title={pick(whatOf(ADDRESS_GONE))}
      text={pick(cureOf(ADDRESS_GONE))}
    />
  ) : (
    <Callout
      tone="error"
      icon={CloudOff}
      role="alert"
      title={t('app.unreachable')}
      text={t('app.unreachable-hint')}
    />
  );
}
