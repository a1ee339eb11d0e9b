import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ALERT_KINDS, type Condition, type Rule } from '../../../shared/overlay/alert-rules.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Check } from '../../ui/choices.tsx';
import { Entry } from '../../ui/fields.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { useWords } from '../context.ts';
import { addableConditions, donationTypeName, newCondition, withCondition } from './rule-edits.ts';

interface ConditionsProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

/** The rule's conditions. */
export function Conditions({ rule, onChange }: ConditionsProps) {
  const { t } = useWords();
  return (
    <section className="conditions">
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
      <AddCondition rule={rule} onChange={onChange} />
    </section>
  );
}

function AddCondition({ rule, onChange }: ConditionsProps) {
  const { t } = useWords();
  const addable = addableConditions(rule);
  if (addable.length === 0) return null;
  return (
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
  );
}

interface ConditionFieldProps<C extends Condition = Condition> {
  readonly condition: C;
  readonly onChange: (condition: Condition) => void;
}

type Of<T extends Condition['type']> = ConditionFieldProps<Extract<Condition, { type: T }>>;

function ConditionField({ condition, onChange }: ConditionFieldProps) {
  switch (condition.type) {
    case 'kind':
      return <KindField condition={condition} onChange={onChange} />;
    case 'donation-type':
      return <DonationTypeField condition={condition} onChange={onChange} />;
    case 'amount':
    case 'months':
      return <RangeField condition={condition} onChange={onChange} />;
    case 'tier':
      return <TierField condition={condition} onChange={onChange} />;
    case 'first-time':
      return <FirstTime />;
    case 'text-contains':
      return <TextField condition={condition} onChange={onChange} />;
  }
}

function KindField({ condition, onChange }: Of<'kind'>) {
  const { t } = useWords();
  return (
    <Several
      label={t('condition.kind')}
      choices={ALERT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      chosen={condition.kinds}
      onChoose={(kinds) => onChange({ type: 'kind', kinds: [...kinds] })}
    />
  );
}

const DONATION_TYPES = ['CHAT', 'VIDEO', 'CHEERING'] as const;

function DonationTypeField({ condition, onChange }: Of<'donation-type'>) {
  const words = useWords();
  const types = [...new Set([...DONATION_TYPES, ...condition.types])];
  return (
    <Several
      label={words.t('condition.donation-type')}
      choices={types.map((value) => ({ value, label: donationTypeName(value, words) }))}
      chosen={condition.types}
      onChoose={(chosen) => onChange({ type: 'donation-type', types: [...chosen] })}
    />
  );
}

interface SeveralProps<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: readonly T[]) => void;
}

/**
 * Multiple choice; the last one cannot be removed, because an empty condition would match nothing.
 */
function Several<T extends string>({ label, choices, chosen, onChoose }: SeveralProps<T>) {
  const toggle = (value: T, on: boolean) => {
    const next = choices
      .map((choice) => choice.value)
      .filter((each) => (each === value ? on : chosen.includes(each)));
    if (next.length > 0) onChoose(next);
  };
  return (
    <fieldset className="picks">
      <legend>{label}</legend>
      {choices.map(({ value, label: name }) => (
        <Check
          key={value}
          label={name}
          checked={chosen.includes(value)}
          onChange={(on) => toggle(value, on)}
        />
      ))}
    </fieldset>
  );
}

const RANGE_MOST = 1_000_000_000;

function RangeField({ condition, onChange }: Of<'amount' | 'months'>) {
  const { t } = useWords();
  const { type, from, to } = condition;
  const faulty = from !== null && to !== null && from > to;
  const shared = { min: 0, max: RANGE_MOST, placeholder: t('condition.no-limit') };
  const note = type === 'amount' ? t('condition.amount-note') : null;
  return (
    <fieldset className="range">
      <legend>{t(`condition.${type}`)}</legend>
      <OpenNumberField
        {...shared}
        label={t('condition.from')}
        value={from}
        faulty={faulty}
        onChange={(next) => onChange({ type, from: next, to })}
      />
      <OpenNumberField
        {...shared}
        label={t('condition.to')}
        value={to}
        faulty={faulty}
        onChange={(next) => onChange({ type, from, to: next })}
      />
      {faulty || note ? (
        <p
          className="entry-note range-note"
          data-fault={faulty}
          role={faulty ? 'alert' : undefined}
        >
          {faulty ? t('condition.range-fault') : note}
        </p>
      ) : null}
    </fieldset>
  );
}

const TIERS_MOST = 9;

function TierField({ condition, onChange }: Of<'tier'>) {
  const { t } = useWords();
  return (
    <DraftField
      label={t('condition.tier')}
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
}

/** Returns null if the text is not a list of tiers. */
function tiersOf(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^\d{1,2}$/.test(part))) return null;
  const tiers = [...new Set(parts.map(Number))];
  return tiers.length > TIERS_MOST ? null : tiers;
}

function TextField({ condition, onChange }: Of<'text-contains'>) {
  const { t } = useWords();
  return (
    <DraftField
      label={t('condition.text-contains')}
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

function FirstTime() {
  const { t } = useWords();
  return (
    <div className="entry">
      <span className="condition-name">{t('condition.first-time')}</span>
      <p className="entry-note">{t('condition.first-time-text')}</p>
    </div>
  );
}

interface DraftFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly note: string;
  /** Shown while the input is invalid. */
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
