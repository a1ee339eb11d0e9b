import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ALERT_KINDS, type Condition, type Rule } from '../../../shared/overlay/alert-rules.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Entry } from '../../ui/fields.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { useWords } from '../context.ts';
import { addableConditions, newCondition, withCondition } from './rule-edits.ts';
import { donationTypeName } from './rule-words.ts';

interface ConditionsProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

export function Conditions({ rule, onChange }: ConditionsProps) {
  const { t } = useWords();
  const addable = addableConditions(rule);
  return (
    <section className="conditions stack">
      <h3>{t('rules.when')}</h3>
      <p className="card-note">
        {t(rule.when.length === 0 ? 'rules.when-every' : 'rules.when-all')}
      </p>
      {rule.when.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
        <div className="condition" key={`${index}${condition.type}`}>
          <ConditionField
            condition={condition}
            onChange={(next) => onChange(withCondition(rule, index, next))}
          />
          <IconButton
            icon={Trash2}
            label={t('rules.remove-condition', { name: t(`condition.${condition.type}`) })}
            onPress={() => onChange(withCondition(rule, index, null))}
          />
        </div>
      ))}
      {addable.length > 0 ? (
        <fieldset className="chips" aria-label={t('rules.add-condition')}>
          {addable.map((type) => (
            <Button
              key={type}
              variant="ghost"
              icon={Plus}
              label={t('rules.add-condition-one', { name: t(`condition.${type}`) })}
              onPress={() => {
                const added = newCondition(type, t('rules.example-text'));
                onChange({ ...rule, when: [...rule.when, added] });
              }}
            >
              {t(`condition.${type}`)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}

interface ConditionFieldProps {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

const DONATION_TYPES = ['CHAT', 'VIDEO', 'CHEERING'];

/** The last choice of several stays: a condition without any would match nothing. */
function ConditionField({ condition, onChange }: ConditionFieldProps) {
  const words = useWords();
  const { t } = words;
  const label = t(`condition.${condition.type}`);
  switch (condition.type) {
    case 'kind':
      return (
        <CheckList
          label={label}
          choices={ALERT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          chosen={condition.kinds}
          onChoose={(kinds) => kinds.length > 0 && onChange({ type: 'kind', kinds })}
        />
      );
    case 'donation-type': {
      const known = [...new Set([...DONATION_TYPES, ...condition.types])];
      return (
        <CheckList
          label={label}
          choices={known.map((value) => ({ value, label: donationTypeName(value, words) }))}
          chosen={condition.types}
          onChoose={(types) => types.length > 0 && onChange({ type: 'donation-type', types })}
        />
      );
    }
    case 'amount':
    case 'months':
      return <RangeField label={label} condition={condition} onChange={onChange} />;
    case 'tier':
      return (
        <DraftField
          label={label}
          value={condition.tiers.join(', ')}
          max={60}
          note={t('condition.tier-note')}
          fault={t('condition.tier-fault')}
          onDraft={(text) => {
            const tiers = tiersOf(text);
            if (tiers) onChange({ type: 'tier', tiers });
            return tiers !== null;
          }}
        />
      );
    case 'first-time':
      return (
        <div className="entry">
          <span className="condition-name">{label}</span>
          <p className="entry-note">{t('condition.first-time-text')}</p>
        </div>
      );
    case 'text-contains':
      return (
        <DraftField
          label={label}
          value={condition.text}
          max={100}
          note={t('condition.text-note')}
          fault={t('condition.text-fault')}
          onDraft={(text) => {
            if (text.trim() !== '') onChange({ type: 'text-contains', text });
            return text.trim() !== '';
          }}
        />
      );
  }
}

const RANGE_MOST = 1_000_000_000;

interface RangeFieldProps {
  readonly label: string;
  readonly condition: Extract<Condition, { from: unknown }>;
  readonly onChange: (condition: Condition) => void;
}

function RangeField({ label, condition, onChange }: RangeFieldProps) {
  const { t } = useWords();
  const { type, from, to } = condition;
  const faulty = from !== null && to !== null && from > to;
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {(['from', 'to'] as const).map((end) => (
        <OpenNumberField
          key={end}
          label={t(`condition.${end}`)}
          value={condition[end]}
          min={0}
          max={RANGE_MOST}
          placeholder={t('condition.no-limit')}
          faulty={faulty}
          onChange={(next) => onChange({ ...condition, [end]: next })}
        />
      ))}
      {faulty || type === 'amount' ? (
        <p
          className="entry-note range-note"
          data-fault={faulty}
          role={faulty ? 'alert' : undefined}
        >
          {t(faulty ? 'condition.range-fault' : 'condition.amount-note')}
        </p>
      ) : null}
    </fieldset>
  );
}

const TIERS_MOST = 9;

function tiersOf(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^\d{1,2}$/.test(part))) return null;
  const tiers = [...new Set(parts.map(Number))];
  return tiers.length > TIERS_MOST ? null : tiers;
}

interface DraftFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly note: string;
  readonly fault: string;
  /** Returns whether the text was accepted. */
  readonly onDraft: (text: string) => boolean;
}

/** A validated text field. Invalid text stays until the field loses focus. */
function DraftField({ label, value, max, note, fault, onDraft }: DraftFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<{ text: string; taken: boolean } | null>(null);
  const faulty = draft !== null && !draft.taken;
  return (
    <Entry id={id} label={label} note={faulty ? fault : note} faulty={faulty}>
      <input
        id={id}
        type="text"
        className="entry-field"
        value={draft?.text ?? value}
        maxLength={max}
        autoComplete="off"
        aria-invalid={faulty}
        aria-describedby={`${id}note`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft({ text, taken: onDraft(text) });
        }}
        onBlur={() => setDraft(null)}
      />
    </Entry>
  );
}
