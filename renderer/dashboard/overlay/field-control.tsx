import { assertNever } from '../../../shared/events.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Check, ChoiceList } from '../../ui/choice-list.tsx';
import { EntriesField, LineField, MomentField, NumberField } from '../../ui/fields.tsx';
import { Slider } from '../../ui/slider.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useWords } from '../context.ts';
import { wordAt } from './editor-context.ts';
import { type Field, type Unit, valueAt } from './widget-fields.ts';

interface FieldControlProps<F extends Field = Field> {
  readonly field: F;
  readonly settings: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The control of one setting. A value of another type than it should be counts as empty. */
export function FieldControl({ field, settings, onChange }: FieldControlProps) {
  const words = useWords();
  const { t } = words;
  const label = wordAt(`field.${field.name}`, words);
  const value = valueAt(settings, field.name);
  switch (field.control) {
    case 'switch':
      return <Switch label={label} on={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <ChoiceList
          label={label}
          choices={field.choices.map((choice) => ({
            value: choice,
            label: wordAt(`choice.${field.name}-${choice}`, words),
          }))}
          chosen={String(value)}
          onChoose={onChange}
        />
      );
    case 'several':
      return <Several field={field} settings={settings} onChange={onChange} />;
    case 'slider':
      return (
        <Slider
          label={label}
          value={numberOr(value, field.min)}
          min={field.min}
          max={field.max}
          step={field.step}
          valueText={amountText(numberOr(value, field.min), field.unit, words)}
          onChange={(next) => onChange(Math.round(next * 100) / 100)}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          value={numberOr(value, field.min)}
          min={field.min}
          max={field.max}
          unit={t('field.beams-unit')}
          onChange={(typed) => onChange(Math.round(typed))}
        />
      );
    case 'seconds':
      return <Seconds field={field} settings={settings} onChange={onChange} />;
    case 'moment':
      return (
        <MomentField
          label={label}
          value={typeof value === 'number' ? value : null}
          note={wordAt(`field.${field.name}-note`, words)}
          onChange={onChange}
        />
      );
    case 'text':
      return (
        <LineField label={label} value={String(value ?? '')} max={field.max} onChange={onChange} />
      );
    case 'lines':
      return (
        <EntriesField
          label={label}
          value={textsOf(value)}
          max={field.max}
          most={field.most}
          note={wordAt(`field.${field.name}-note`, words)}
          onChange={onChange}
        />
      );
    default:
      return assertNever(field);
  }
}

type Of<C extends Field['control']> = Extract<Field, { control: C }>;

function Several({ field, settings, onChange }: FieldControlProps<Of<'several'>>) {
  const words = useWords();
  const chosen = textsOf(valueAt(settings, field.name));
  return (
    <fieldset className="picks">
      <legend>{wordAt(`field.${field.name}`, words)}</legend>
      {field.choices.map((choice) => (
        <Check
          key={choice}
          label={wordAt(`${field.words}.${choice}`, words)}
          checked={chosen.includes(choice)}
          onChange={(on) =>
            onChange(field.choices.filter((each) => (each === choice ? on : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}

/** A time that can also be left out. */
function Seconds({ field, settings, onChange }: FieldControlProps<Of<'seconds'>>) {
  const words = useWords();
  const value = valueAt(settings, field.name);
  return (
    <div className="seconds">
      <Switch
        label={wordAt(`field.${field.name}`, words)}
        text={wordAt(`field.${field.name}-note`, words)}
        on={typeof value === 'number'}
        onChange={(on) => onChange(on ? field.usual : null)}
      />
      {typeof value === 'number' ? (
        <NumberField
          label={wordAt(`field.${field.name}-after`, words)}
          value={value}
          min={field.min}
          max={field.max}
          unit={words.t('field.seconds')}
          onChange={(typed) => onChange(Math.round(typed))}
        />
      ) : null}
    </div>
  );
}

function amountText(value: number, unit: Unit, { t }: Words): string {
  switch (unit) {
    case 'count':
      return t('field.count', { value });
    case 'px':
      return t('field.px', { value });
    case 'times':
      return t('field.times', { value });
    default:
      return assertNever(unit);
  }
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
