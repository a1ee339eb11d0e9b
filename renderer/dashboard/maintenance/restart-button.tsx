import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { MaintenancePlace } from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const selectRestart = actionOf('maintenance.restart');

/** Restarts the app after confirmation; where it cannot, names who can. */
export function RestartButton({ place }: { readonly place: MaintenancePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectRestart);
  const [asking, setAsking] = useState(false);
  if (!place.canRestart) return <p className="card-note">{t('place.restart-yourself')}</p>;
  const restart = async () => {
    if (await dashboard.ask('maintenance.restart', {})) setAsking(false);
  };
  return (
    <div className="card-row">
      <Button icon={RotateCcw} disabled={!reachable} onPress={() => setAsking(true)}>
        {t('place.restart')}
      </Button>
      {asking ? (
        <AskDialog
          title={t('place.restart-ask')}
          text={t('place.restart-text')}
          confirm={t('place.restart')}
          cancel={t('upkeep.cancel')}
          icon={RotateCcw}
          busy={phase === 'pending'}
          onConfirm={() => void restart()}
          onClose={() => setAsking(false)}
        >
          <ActionProblem action="maintenance.restart" />
        </AskDialog>
      ) : null}
    </div>
  );
}
