import { Check, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { actionOf, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { keepLeft } from './left-setup.ts';

/** An alert that everybody gets to see first. */
const KIND = 'DONATION';

/** The last thing: an alert on the screen, and the streamer's word that it was there. */
export function TestAlert() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const pages = useSelect(selectStatus)?.overlay.connectedPages ?? 0;
  const { phase } = useSelect(actionOf(`test:${KIND}`));
  const [played, setPlayed] = useState(false);
  const [unseen, setUnseen] = useState(false);
  const play = () => {
    setPlayed(true);
    void dashboard.playTest(KIND);
  };
  const asks = played && phase !== 'failed' && phase !== 'pending';
  return (
    <div className="panel">
      <div className="card-row">
        <Button
          variant={asks || pages === 0 ? 'plain' : 'primary'}
          icon={WandSparkles}
          busy={phase === 'pending'}
          disabled={!reachable || pages === 0}
          onPress={play}
        >
          {t(played ? 'onair.test-again' : 'onair.test')}
        </Button>
        {pages === 0 ? <span className="card-note">{t('onair.test-first')}</span> : null}
      </div>
      <ActionProblem action={`test:${KIND}`} />
      <p className="panel-title" role="status">
        {asks ? t('onair.test-sent') : ''}
      </p>
      {asks ? <Answer onUnseen={() => setUnseen(true)} /> : null}
      {asks && unseen ? <Unseen /> : null}
    </div>
  );
}

function Answer({ onUnseen }: { readonly onUnseen: () => void }) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const finish = () => {
    keepLeft(host, null);
    void dashboard.desktop('setup.go', { step: 'done' });
  };
  return (
    <div className="card-row">
      <Button variant="primary" icon={Check} onPress={finish}>
        {t('onair.seen-it')}
      </Button>
      <Button onPress={onUnseen}>{t('onair.not-seen')}</Button>
    </div>
  );
}

function Unseen() {
  const { t } = useWords();
  return (
    <div role="status">
      <p className="panel-title">{t('onair.help-title')}</p>
      <ul className="hints">
        <li>{t('onair.help-1')}</li>
        <li>{t('onair.help-2')}</li>
        <li>{t('onair.help-3')}</li>
        <li>{t('onair.help-4')}</li>
      </ul>
    </div>
  );
}
