import { SlidersHorizontal } from 'lucide-react';
import { assertNever } from '../../../shared/events.ts';
import { CANVAS } from '../../../shared/overlay/names.ts';
import type { Widget } from '../../../shared/overlay/widgets.ts';
import { selectWidgets } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceList, SelectField, Slider, Switch } from '../../ui/choices.tsx';
import { EntriesField, LineField, MomentField, NumberField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useSelect, useWords } from '../context.ts';
import { useEditor, widgetName, wordAt } from './editor-context.ts';
import { LEAST_SIDE, withBox, withSettings, withShown } from './layout-edit.ts';
import { percent } from './stage.tsx';
import { type Field, valueAt, WIDGET_FIELDS, withValue } from './widget-fields.ts';
import { WidgetScenesFields } from './widget-scenes.tsx';

export function WidgetCard() {
  const words = useWords();
  const { state, chosen } = useEditor();
  const { t } = words;
  return (
    <Card
      icon={SlidersHorizontal}
      title={chosen ? widgetName(chosen, state.layout, words) : t('widget.none')}
      className="widget-card"
    >
      {chosen ? (
        <Chosen key={chosen.id} widget={chosen} />
      ) : (
        <p className="card-text">{t('widget.choose')}</p>
      )}
    </Card>
  );
}

/** Settings that are always open; the first of each widget's list are asked for most. */
const USUAL_FIELDS = 5;

function Chosen({ widget }: { readonly widget: Widget }) {
  const { t } = useWords();
  const { changeLayout } = useEditor();
  const { id, kind, settings } = widget;
  const fields = WIDGET_FIELDS[kind];
  const [usual, more] = [fields.slice(0, USUAL_FIELDS), fields.slice(USUAL_FIELDS)];
  const control = (field: Field) => (
    <FieldControl
      key={field.name}
      field={field}
      value={valueAt(settings, field.name)}
      onChange={(value) => {
        const next = withValue(settings, field.name, value);
        const tag = `field:${id}:${field.name}`;
        changeLayout((layout) => withSettings(layout, id, next), { tag });
      }}
    />
  );
  return (
    <>
      <p className="card-note">{t(`widget.${kind}-text`)}</p>
      <Switch
        label={t('widget.shown')}
        on={widget.shown}
        onChange={(shown) => changeLayout((layout) => withShown(layout, id, shown))}
      />
      {usual.map(control)}
      {more.length > 0 ? (
        <Fold title={t('widget.more')}>
          <div className="stack roomy">{more.map(control)}</div>
        </Fold>
      ) : null}
      <Fold title={t('scenes.title')} open={widget.scenes !== undefined}>
        <WidgetScenesFields widget={widget} />
      </Fold>
      <Fold title={t('widget.place')}>
        <Place widget={widget} />
      </Fold>
    </>
  );
}

const SIDES = [
  { side: 'x', least: 0, pixels: CANVAS.width },
  { side: 'y', least: 0, pixels: CANVAS.height },
  { side: 'width', least: LEAST_SIDE, pixels: CANVAS.width },
  { side: 'height', least: LEAST_SIDE, pixels: CANVAS.height },
] as const;

/** The box as numbers: for the keyboard, and for screens too small for the stage. */
function Place({ widget }: { readonly widget: Widget }) {
  const { t, number } = useWords();
  const { changeLayout } = useEditor();
  const { id, box } = widget;
  return (
    <fieldset className="place">
      <legend className="only-heard">{t('widget.place')}</legend>
      {SIDES.map(({ side, least, pixels }) => (
        <NumberField
          key={side}
          label={t(`widget.${side}`)}
          value={percent(box[side])}
          min={least * 100}
          max={100}
          step={0.1}
          unit="%"
          note={t('widget.pixels', { value: number(Math.round(box[side] * pixels)) })}
          onChange={(typed) =>
            changeLayout((layout) => withBox(layout, id, { ...box, [side]: typed / 100 }), {
              tag: `place:${id}:${side}`,
            })
          }
        />
      ))}
    </fieldset>
  );
}

interface FieldControlProps {
  readonly field: Field;
  /** A value of the wrong type counts as empty. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function FieldControl({ field, value, onChange }: FieldControlProps) {
  const words = useWords();
  const { t } = words;
  const label = wordAt(`field.${field.name}`, words);
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
      return (
        <CheckList
          label={label}
          choices={field.choices.map((choice) => ({
            value: choice,
            label: wordAt(`${field.words}.${choice}`, words),
          }))}
          chosen={textsOf(value)}
          onChoose={onChange}
        />
      );
    case 'slider':
      return (
        <Slider
          label={label}
          value={numberOr(value, field.min)}
          min={field.min}
          max={field.max}
          step={field.step}
          valueText={t(`field.${field.unit}`, { value: numberOr(value, field.min) })}
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
      return (
        <div className="stack">
          <Switch
            label={label}
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
              unit={t('field.seconds')}
              onChange={(typed) => onChange(Math.round(typed))}
            />
          ) : null}
        </div>
      );
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
    case 'package':
      return <PackageChoice label={label} value={value} onChange={onChange} />;
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

interface PackageChoiceProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: string | null) => void;
}

function PackageChoice({ label, value, onChange }: PackageChoiceProps) {
  const { t } = useWords();
  const packages = useSelect(selectWidgets)?.packages ?? [];
  const choices = packages.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={label}
      choices={[{ value: '', label: t('field.package-none') }, ...choices]}
      chosen={choices.some((choice) => choice.value === value) ? String(value) : ''}
      onChoose={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
