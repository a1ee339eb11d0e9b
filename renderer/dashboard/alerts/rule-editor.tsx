import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { Rule } from '../../../shared/overlay/alert-rules.ts';
import { Button } from '../../ui/button.tsx';
import { LineField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { Conditions } from './condition-fields.tsx';
import {
  type Rules,
  shareOf,
  VARIANTS_MOST,
  withoutVariant,
  withVariant,
  withVariantAdded,
} from './rule-edits.ts';
import { examplesOf } from './rule-test.ts';
import { RuleTester } from './rule-tester.tsx';
import { VariantFields } from './variant-fields.tsx';

export type ChangeRule = (make: (rule: Rule) => Rule) => void;

interface RuleEditorProps {
  readonly id: string;
  readonly rule: Rule;
  readonly rules: Rules;
  readonly onChange: ChangeRule;
}

/** Everything of one rule: when it fits, and how the alert is then. */
export function RuleEditor({ id, rule, rules, onChange }: RuleEditorProps) {
  const { t } = useWords();
  return (
    <div className="rule-editor" id={id}>
      <div className="rule-side">
        <LineField
          label={t('rules.name')}
          value={rule.name}
          max={60}
          note={t('rules.name-note')}
          onChange={(name) => onChange((now) => ({ ...now, name }))}
        />
        <Conditions rule={rule} onChange={({ when }) => onChange((now) => ({ ...now, when }))} />
        <RuleTester rule={rule} rules={rules} />
      </div>
      <Looks rule={rule} onChange={onChange} />
    </div>
  );
}

function Looks({ rule, onChange }: { readonly rule: Rule; readonly onChange: ChangeRule }) {
  const { t, language } = useWords();
  const examples = useMemo(() => examplesOf(rule, language), [rule, language]);
  const single = rule.variants.length === 1;
  return (
    <section className="rule-looks">
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
        <div className="rule-add-look">
          <Button icon={Plus} onPress={() => onChange(withVariantAdded)}>
            {t('variant.add')}
          </Button>
          <p className="entry-note">{t('variant.add-note')}</p>
        </div>
      ) : null}
    </section>
  );
}
