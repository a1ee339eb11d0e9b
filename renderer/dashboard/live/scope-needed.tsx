import { KeyRound, ShieldAlert } from 'lucide-react';
import type { DashboardState } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** One string, so its identity is stable across status changes; null while signed out. */
const selectGranted = ({ status }: DashboardState): string | null =>
  status?.tokens ? status.scopes.granted.join(' ') : null;

export function useLacks(scope: string): boolean {
  const granted = useSelect(selectGranted);
  return granted !== null && !granted.split(' ').includes(scope);
}

interface ScopeNeededProps {
  readonly scope: string;
  readonly word: 'live.scope-send' | 'live.scope-notice' | 'live.scope-block';
}

export function ScopeNeeded({ scope, word }: ScopeNeededProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  if (!useLacks(scope)) return null;
  return (
    <>
      <Callout
        tone="warn"
        icon={ShieldAlert}
        title={t(word, { scope })}
        aside={
          <CoreButton
            action="grant"
            icon={KeyRound}
            title={t('live.scope-cure')}
            onPress={() => void dashboard.grantScopes()}
          >
            {t('scopes.grant')}
          </CoreButton>
        }
      />
      <ActionProblem action="grant" />
    </>
  );
}
