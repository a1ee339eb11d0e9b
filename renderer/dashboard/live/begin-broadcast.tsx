import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import { actionOf, selectOverlay } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** Begins what widgets add up over a broadcast at nothing; not there while no widget does. */
export function BeginBroadcast() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const layout = useSelect(selectOverlay)?.layout;
  const { phase } = useSelect(actionOf('broadcast.begin'));
  const [asking, setAsking] = useState(false);
  if (!layout || !countsBroadcasts(layout)) return null;
  const begin = async () => {
    await dashboard.beginBroadcast();
    setAsking(false);
  };
  return (
    <>
      <div className="card-row">
        <Button icon={phase === 'done' ? Check : RotateCcw} onPress={() => setAsking(true)}>
          {t('broadcast.begin')}
        </Button>
        <span className="card-note" role="status">
          {phase === 'done' ? t('broadcast.begun') : t('broadcast.hint')}
        </span>
      </div>
      <ActionProblem action="broadcast.begin" />
      {asking ? (
        <AskDialog
          title={t('broadcast.ask')}
          text={t('broadcast.ask-text')}
          confirm={t('broadcast.begin')}
          cancel={t('broadcast.cancel')}
          busy={phase === 'pending'}
          onConfirm={() => void begin()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function countsBroadcasts(layout: Layout): boolean {
  return layout.some(({ settings }) => 'period' in settings && settings.period === 'broadcast');
}
