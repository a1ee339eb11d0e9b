import { RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FieldValue, WidgetField, WidgetRow } from '../../../shared/contract/widgets.ts';
import { assertNever } from '../../../shared/events.ts';
import type { MediaKind } from '../../../shared/overlay/media.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, Slider, Switch } from '../../ui/choices.tsx';
import { Entry, LineField, NumberField, useEntry } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, usePage, useWords } from '../context.ts';
import { MediaPicker } from '../media/media-picker.tsx';
import { ActionProblem } from '../problems.tsx';

/** A widget loads anew with every change: typing is waited for. */
const TYPING_MS = 600;
const TEXT_MOST = 10_000;
const NO_DRAFT: Readonly<Record<string, FieldValue>> = {};

/** The package's own settings as a form. */
export function FieldsCard({ row }: { readonly row: WidgetRow }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { id, fields, values } = row;
  const { draft, change } = useDraft(id);
  const shown = fields.filter(({ type }) => type !== 'hidden');
  const groups = [...new Set(shown.map(({ group }) => group))];
  const control = (field: WidgetField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft[field.name] ?? values[field.name] ?? field.value}
      onChange={(value) => change(field.name, value)}
      onPress={() => void dashboard.ask('widgets.press', { id, field: field.name }, id)}
    />
  );
  return (
    <Card icon={SlidersHorizontal} title={t('widgets.fields')}>
      {shown.length === 0 ? <p className="card-text">{t('widgets.no-fields')}</p> : null}
      {groups.map((group) => {
        const own = shown.filter((field) => field.group === group).map(control);
        if (group === '')
          return (
            <div key="" className="stack roomy">
              {own}
            </div>
          );
        return (
          <Fold key={group} title={group}>
            <div className="stack roomy">{own}</div>
          </Fold>
        );
      })}
      <ActionProblem action={`widgets.set#${id}`} />
      <ActionProblem action={`widgets.press#${id}`} />
      {Object.keys(values).length > 0 ? (
        <div className="card-row">
          <CoreButton
            icon={RotateCcw}
            action={`widgets.reset#${id}`}
            onPress={() => void dashboard.ask('widgets.reset', { id }, id)}
          >
            {t('widgets.reset')}
          </CoreButton>
        </div>
      ) : null}
    </Card>
  );
}

/** What was typed and is not with the core yet. */
function useDraft(id: string) {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const [draft, setDraft] = useState(NO_DRAFT);
  useEffect(() => {
    if (draft === NO_DRAFT) return undefined;
    return clock.after(TYPING_MS, () => {
      void dashboard.ask('widgets.set', { id, values: { ...draft } }, id).then(() => {
        setDraft((now) => (now === draft ? NO_DRAFT : now));
      });
    });
  }, [draft, id, clock, dashboard]);
  const change = (name: string, value: FieldValue) =>
    setDraft((now) => ({ ...now, [name]: value }));
  return { draft, change };
}

interface FieldControlProps {
  readonly field: WidgetField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly onPress: () => void;
}

function FieldControl({ field, value, onChange, onPress }: FieldControlProps) {
  const { type, label, min, max, step, options } = field;
  const text = String(value);
  switch (type) {
    case 'text':
    case 'googleFont':
      return <LineField label={label} value={text} max={TEXT_MOST} onChange={onChange} />;
    case 'textarea':
      return <AreaField label={label} value={text} onChange={onChange} />;
    case 'number':
      return (
        <NumberField
          label={label}
          value={Number(value) || 0}
          min={min ?? Number.MIN_SAFE_INTEGER}
          max={max ?? Number.MAX_SAFE_INTEGER}
          step={step ?? 'any'}
          onChange={onChange}
        />
      );
    case 'slider':
      return (
        <Slider
          label={label}
          value={Number(value) || 0}
          min={min ?? 0}
          max={max ?? 100}
          step={step ?? 1}
          valueText={text}
          onChange={onChange}
        />
      );
    case 'colorpicker':
      return <ColorField label={label} value={text} onChange={onChange} />;
    case 'dropdown':
      return <SelectField label={label} choices={options} chosen={text} onChoose={onChange} />;
    case 'checkbox':
      return <Switch label={label} on={value === true} onChange={onChange} />;
    case 'image-input':
      return <MediaField field={field} value={value} onChange={onChange} kinds={IMAGE} />;
    case 'sound-input':
      return <MediaField field={field} value={value} onChange={onChange} kinds={SOUND} />;
    case 'video-input':
      return <MediaField field={field} value={value} onChange={onChange} kinds={VIDEO} />;
    case 'button':
      return (
        <div className="card-row">
          <Button onPress={onPress}>{label}</Button>
        </div>
      );
    case 'hidden':
      return null;
    default:
      return assertNever(type);
  }
}

interface TextControlProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function AreaField({ label, value, onChange }: TextControlProps) {
  const control = useEntry(null);
  return (
    <Entry id={control.id} label={label}>
      <textarea
        {...control}
        className="entry-field entry-area"
        rows={4}
        maxLength={TEXT_MOST}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Entry>
  );
}

const IMAGE: readonly MediaKind[] = ['image'];
const SOUND: readonly MediaKind[] = ['sound'];
const VIDEO: readonly MediaKind[] = ['video'];

/** What a browser's picker can show of a colour: without its transparency; black for a name or a function. */
export function swatchOf(value: string): string {
  const [, short] = /^#([0-9a-f]{3,4})$/i.exec(value) ?? [];
  if (short !== undefined) return `#${short.slice(0, 3).replace(/./g, '$&$&')}`;
  const [, long] = /^(#[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(value) ?? [];
  if (long !== undefined) return long;
  const [, ...parts] = /^rgba?\((\d+)[,\s]+(\d+)[,\s]+(\d+)\b/i.exec(value) ?? [];
  if (parts.length === 0) return '#000000';
  const hex = (part: string) => Math.min(255, Number(part)).toString(16).padStart(2, '0');
  return `#${parts.map(hex).join('')}`;
}

/** Its letters, since such colours may be any that a style sheet takes, and a picker for plain ones. */
function ColorField({ label, value, onChange }: TextControlProps) {
  const control = useEntry(null);
  return (
    <Entry id={control.id} label={label}>
      <span className="line">
        <input
          type="color"
          aria-label={label}
          value={swatchOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <input
          {...control}
          type="text"
          className="entry-field"
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </span>
    </Entry>
  );
}

interface MediaFieldProps {
  readonly field: WidgetField;
  readonly value: FieldValue;
  readonly kinds: readonly MediaKind[];
  readonly onChange: (value: FieldValue) => void;
}

function MediaField({ field, value, kinds, onChange }: MediaFieldProps) {
  const { t } = useWords();
  const own = String(Array.isArray(field.value) ? (field.value[0] ?? '') : field.value);
  const chosen = String(Array.isArray(value) ? (value[0] ?? '') : value);
  const fixed = [
    ...(own === '' ? [] : [{ value: own, label: t('widgets.media-own') }]),
    { value: '', label: t('widgets.media-none') },
  ];
  return (
    <MediaPicker
      label={field.label}
      kinds={kinds}
      fixed={fixed}
      chosen={chosen}
      onChoose={(next) => onChange(field.multiple ? (next === '' ? [] : [next]) : next)}
    />
  );
}
