import { Check, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Rule } from '../../../shared/overlay/alert-rules.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import type { Rules } from './rule-edits.ts';
import { type AlertTest, testOfRule } from './rule-test.ts';
import { ruleName } from './rule-words.ts';

interface RuleTesterProps {
  readonly rule: Rule;
  readonly rules: Rules;
}

/** Plays an alert that fits the rule, and says beforehand where another rule would take it. */
export function RuleTester({ rule, rules }: RuleTesterProps) {
  const words = useWords();
  const { t, language } = words;
  const test = useMemo(() => testOfRule(rule, rules, language), [rule, rules, language]);
  if (!test.found) {
    return (
      <p className="entry-note" data-fault role="status">
        {t('rule-test.never')}
      </p>
    );
  }
  const { taker } = test;
  const covered = taker !== null && taker.id !== rule.id;
  const warning = covered
    ? t('rule-test.covered', { name: ruleName(taker, words) })
    : rule.enabled
      ? null
      : t('rule-test.off');
  return (
    <div className="rule-test">
      <PlayButton play={test.play} />
      <p className="entry-note" data-warning={warning !== null}>
        {warning ?? t('rule-test.text')}
      </p>
    </div>
  );
}

function PlayButton({ play }: { readonly play: AlertTest }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const action = useSelect(actionOf(`test:${play.kind}`));
  const [asked, setAsked] = useState(false);
  const sent = asked && action.phase === 'done';
  return (
    <>
      <Button
        variant="primary"
        icon={sent ? Check : Play}
        busy={asked && action.phase === 'pending'}
        onPress={() => {
          setAsked(true);
          void dashboard.playTest(play);
        }}
      >
        {t(sent ? 'rule-test.sent' : 'rule-test.play')}
      </Button>
      {asked ? <ActionProblem action={`test:${play.kind}`} /> : null}
    </>
  );
}
