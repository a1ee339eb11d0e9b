import { Check, Play, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Rule } from '../../../shared/overlay/alert-rules.ts';
import { actionOf, selectHasOverlay } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { LineField } from '../../ui/fields.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ObsPopup } from '../status-bar/obs-popup.tsx';
import { Conditions } from './condition-fields.tsx';
import {
  type Rules,
  shareOf,
  VARIANTS_MOST,
  withoutVariant,
  withVariant,
  withVariantAdded,
} from './rule-edits.ts';
import { type AlertTest, examplesOf, testOfRule } from './rule-test.ts';
import { ruleName } from './rule-words.ts';
import { VariantFields } from './variant-fields.tsx';

interface RuleEditorProps {
  readonly id: string;
  readonly rule: Rule;
  readonly rules: Rules;
  readonly onChange: (make: (rule: Rule) => Rule) => void;
}

export function RuleEditor({ id, rule, rules, onChange }: RuleEditorProps) {
  const { t } = useWords();
  return (
    <div className="rule-editor" id={id}>
      <RuleTester rule={rule} rules={rules} />
      <Variants rule={rule} onChange={onChange} />
      <div className="rule-side stack roomy">
        <Conditions rule={rule} onChange={({ when }) => onChange((now) => ({ ...now, when }))} />
        <LineField
          label={t('rules.name')}
          value={rule.name}
          max={60}
          note={t('rules.name-note')}
          onChange={(name) => onChange((now) => ({ ...now, name }))}
        />
      </div>
    </div>
  );
}

function Variants({ rule, onChange }: Pick<RuleEditorProps, 'rule' | 'onChange'>) {
  const { t, language } = useWords();
  const examples = useMemo(() => examplesOf(rule, language), [rule, language]);
  const single = rule.variants.length === 1;
  return (
    <section className="rule-looks stack roomy">
      <h3>{t('rules.how')}</h3>
      {rule.variants.map((variant, index) => (
        <VariantFields
          // biome-ignore lint/suspicious/noArrayIndexKey: looks have no identity but their place
          key={index}
          variant={variant}
          number={index + 1}
          share={single ? null : shareOf(rule, variant)}
          examples={examples}
          onChange={(change) => onChange((now) => withVariant(now, index, change))}
          onRemove={() => onChange((now) => withoutVariant(now, index))}
        />
      ))}
      {rule.variants.length < VARIANTS_MOST ? (
        <div className="rule-test card-row">
          <Button icon={Plus} onPress={() => onChange(withVariantAdded)}>
            {t('variant.add')}
          </Button>
          <p className="entry-note">{t('variant.add-note')}</p>
        </div>
      ) : null}
    </section>
  );
}

/** Plays an alert that matches the rule, and warns if another rule would take it. */
function RuleTester({ rule, rules }: Pick<RuleEditorProps, 'rule' | 'rules'>) {
  const words = useWords();
  const { t, language } = words;
  const test = useMemo(() => testOfRule(rule, rules, language), [rule, rules, language]);
  if (!test) {
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
    <div className="rule-test card-row">
      <PlayButton play={test.play} />
      <Destination warning={warning} />
    </div>
  );
}

/** Where a test is to be seen: without an overlay nowhere, so its address is at hand. */
function Destination({ warning }: { readonly warning: string | null }) {
  const { t } = useWords();
  const hasOverlay = useSelect(selectHasOverlay);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="entry-note" data-warning={warning !== null || !hasOverlay}>
        {warning ?? t(hasOverlay ? 'rule-test.text' : 'rule-test.no-overlay')}
      </p>
      {hasOverlay ? null : <Button onPress={() => setOpen(true)}>{t('rule-test.address')}</Button>}
      {isOpen ? <ObsPopup onClose={() => setOpen(false)} /> : null}
    </>
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
