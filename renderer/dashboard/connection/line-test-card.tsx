import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

type Outcome = CommandResult<'care.test-line'>;

const selectTest = actionOf('care.test-line');
/** Slower answers are still good for events, but something on the way is not well. */
const SLOW_MS = 1_000;

/** Is it the way to the platform? Tried beside the broadcast, without touching it. */
export function LineTestCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectTest);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setOutcome(null);
    setOutcome(await dashboard.ask('care.test-line', {}));
  };
  return (
    <Card icon={Activity} title={t('line-test.title')}>
      <p className="card-text">{t('line-test.text')}</p>
      <div className="card-row">
        <Button
          icon={Activity}
          busy={phase === 'pending'}
          disabled={!reachable}
          onPress={() => void test()}
        >
          {t('line-test.start')}
        </Button>
      </div>
      <ActionProblem action="care.test-line" />
      <div role="status">{outcome ? <Good outcome={outcome} /> : null}</div>
    </Card>
  );
}

function Good({ outcome: { openMs, answerMs } }: { readonly outcome: Outcome }) {
  const { t } = useWords();
  const slow = answerMs > SLOW_MS;
  return (
    <Callout
      tone={slow ? 'warn' : 'live'}
      icon={Activity}
      title={t(slow ? 'line-test.slow' : 'line-test.good')}
      text={t('line-test.times', { open: rounded(openMs), answer: rounded(answerMs) })}
    />
  );
}

/** Nobody cares for fractions, and 0 ms would look like nothing was measured. */
function rounded(ms: number): number {
  return Math.max(1, Math.round(ms));
}
