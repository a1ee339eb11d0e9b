import { MessageSquareOff, MessageSquareText } from 'lucide-react';
import { BUCKET } from '../../../shared/contract/show.ts';
import { selectShow } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** How the show kit speaks in chat, and the switch that silences it. */
export function QuietNote() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const show = useSelect(selectShow);
  if (!show) return null;
  const { quiet, waiting, pace, refused } = show;
  return (
    <Card icon={quiet ? MessageSquareOff : MessageSquareText} title={t('show.chat')}>
      <Switch
        label={t('show.quiet')}
        text={t('show.quiet-text')}
        on={quiet}
        onChange={(on) => void dashboard.ask('show.set-quiet', { quiet: on })}
      />
      <ActionProblem action="show.set-quiet" />
      {waiting > 0 ? <p className="card-note">{t('show.waiting', { count: waiting })}</p> : null}
      {pace < BUCKET.most || refused > 0 ? (
        <Callout
          tone="warn"
          role="status"
          title={t('show.slowed')}
          text={t('show.slowed-text', { pace, count: refused })}
        />
      ) : null}
    </Card>
  );
}
