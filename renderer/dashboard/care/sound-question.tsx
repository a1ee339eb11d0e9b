import { Volume2 } from 'lucide-react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

const selectAnswer = actionOf('care.sound-heard');

/** Nobody but the streamer can tell whether a sound was heard. */
export function SoundQuestion() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(selectAnswer);
  const answer = (heard: boolean) => void dashboard.ask('care.sound-heard', { heard });
  return (
    <Callout tone="accent" icon={Volume2} role="status" title={t('preflight.heard-ask')}>
      <div className="card-row sound-answers">
        <Button variant="primary" busy={phase === 'pending'} onPress={() => answer(true)}>
          {t('preflight.heard-yes')}
        </Button>
        <Button onPress={() => answer(false)}>{t('preflight.heard-no')}</Button>
      </div>
      <ActionProblem action="care.sound-heard" />
    </Callout>
  );
}
