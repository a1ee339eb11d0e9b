import { Check, FlaskConical, Play, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import { TEST_ADDRESS_MOST, TEST_NUMBER_MOST, TEST_TEXT_MOST } from '../../../shared/test-play.ts';
import { isImageAddress } from '../../bridge/addresses.ts';
import { isWord } from '../../i18n/dashboard.ts';
import { actionOf, selectOverlay } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceList, SelectField } from '../../ui/choices.tsx';
import { Entry, LineField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { AlertPreview } from '../alerts/alert-preview.tsx';
import { previewOf } from '../alerts/rule-test.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { wordAt } from '../overlay/editor-context.ts';
import { ActionProblem } from '../problems.tsx';
import {
  HOSTILE_NAMES,
  hostileDraft,
  hostileExample,
  newRow,
  playOf,
  sampleDraft,
  TEST_FIELDS,
  type TestCell,
  type TestDraft,
  type TestField,
  type TestRow,
  type TestValue,
} from './test-fields.ts';

export function TestFormCard(): ReactNode {
  const { t, language } = useWords();
  const [kind, setKind] = useState<EventKind>('DONATION');
  const [written, setWritten] = useState<TestDraft | null>(null);
  const sample = useMemo(() => sampleDraft(kind, language), [kind, language]);
  const draft = written ?? sample;
  const fieldsOf = (fits: (field: TestField) => boolean) =>
    TEST_FIELDS[kind].filter(fits).map((field) => (
      <FormField
        // Keyed by kind, so half-typed numbers do not move to another kind.
        key={`${kind}${field.name}`}
        field={field}
        value={draft[field.name] ?? null}
        onChange={(value) => setWritten({ ...draft, [field.name]: value })}
      />
    ));
  return (
    <Card icon={FlaskConical} title={t('test-form.title')} className="test-form">
      <ChoiceList
        label={t('test-form.kind')}
        choices={EVENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        chosen={kind}
        onChoose={(chosen) => {
          setKind(chosen);
          setWritten(null);
        }}
      />
      <div className="fit">{fieldsOf((field) => field.control !== 'rows')}</div>
      <FormPreview kind={kind} draft={draft} />
      <PlayRow kind={kind} draft={draft} />
      <Fold title={t('test-form.advanced')}>
        <div className="stack roomy">
          <StressChips kind={kind} onFill={setWritten} />
          {fieldsOf((field) => field.control === 'rows')}
        </div>
      </Fold>
    </Card>
  );
}

interface StressChipsProps {
  readonly kind: EventKind;
  /** null: the sample. */
  readonly onFill: (draft: TestDraft | null) => void;
}

/** What hostile viewers write, to see that an overlay stands it. */
function StressChips({ kind, onFill }: StressChipsProps) {
  const { t, language } = useWords();
  return (
    <fieldset className="chips" aria-label={t('test-form.fill')}>
      <button type="button" className="chip" onClick={() => onFill(null)}>
        {t('test-form.sample')}
      </button>
      {HOSTILE_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          className="chip"
          onClick={() => onFill(hostileDraft(kind, hostileExample(name), language))}
        >
          {t(`hostile.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The alert's preview, using the first variant of the rule that takes it. */
function FormPreview({ kind, draft }: PlayRowProps) {
  const { language } = useWords();
  const rules = useSelect(selectOverlay)?.rules;
  const shown = useMemo(() => {
    const play = playOf(kind, draft);
    return play && previewOf(play, rules ?? [], language);
  }, [kind, draft, rules, language]);
  return shown ? <AlertPreview {...shown} /> : null;
}

interface PlayRowProps {
  readonly kind: EventKind;
  readonly draft: TestDraft;
}

function PlayRow({ kind, draft }: PlayRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const action = useSelect(actionOf(`test:${kind}`));
  const [asked, setAsked] = useState<EventKind | null>(null);
  const play = playOf(kind, draft);
  const mine = asked === kind;
  const sent = mine && action.phase === 'done';
  return (
    <>
      <div className="rule-test card-row">
        <Button
          variant="primary"
          icon={sent ? Check : Play}
          busy={mine && action.phase === 'pending'}
          disabled={play === null}
          onPress={() => {
            if (!play) return;
            setAsked(kind);
            void dashboard.playTest(play);
          }}
        >
          {t(sent ? 'tests.sent' : 'test-form.play')}
        </Button>
        <p className="entry-note">{t('test-form.text')}</p>
      </div>
      {mine ? <ActionProblem action={`test:${kind}`} /> : null}
    </>
  );
}

interface FormFieldProps {
  readonly field: TestField;
  readonly value: TestValue;
  readonly onChange: (value: TestValue) => void;
}

function FormField({ field, value, onChange }: FormFieldProps) {
  const { t } = useWords();
  const label = t(`test-field.${field.name}`);
  const text = typeof value === 'string' ? value : '';
  switch (field.control) {
    case 'name-or-anonymous':
      return (
        <LineField
          label={label}
          value={text}
          max={TEST_TEXT_MOST}
          placeholder={t('test-form.anonymous')}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      );
    case 'text':
      return <TextArea label={label} value={text} onChange={onChange} />;
    case 'rows':
      return <TestRows label={label} field={field} rows={rowsOf(value)} onChange={onChange} />;
    case 'choice':
      return <ChoiceOf field={field} label={label} value={text} onChange={onChange} />;
    default:
      return <Cell cell={field} label={label} value={value} onChange={onChange} />;
  }
}

function rowsOf(value: TestValue): readonly TestRow[] {
  return typeof value === 'object' && value !== null ? value : [];
}

interface ChoiceOfProps {
  readonly field: Extract<TestField, { control: 'choice' }>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ChoiceOf({ field, label, value, onChange }: ChoiceOfProps) {
  const { t } = useWords();
  const nameOf = (choice: string) => {
    const key = [`events.donation-${choice}`, `test-role.${choice}`].find(isWord);
    return key === undefined ? choice : t(key);
  };
  return (
    <SelectField
      label={label}
      choices={field.choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
      chosen={value}
      onChoose={onChange}
    />
  );
}

function TextArea({ label, value, onChange }: Omit<ChoiceOfProps, 'field'>) {
  const id = useId();
  return (
    <div className="test-text">
      <Entry id={id} label={label}>
        <textarea
          id={id}
          className="entry-field entry-area"
          rows={3}
          value={value}
          maxLength={TEST_TEXT_MOST}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Entry>
    </div>
  );
}

/** The most rows rendered; further rows are sent too. */
const SHOWN_MOST = 8;

interface TestRowsProps {
  readonly label: string;
  readonly field: Extract<TestField, { control: 'rows' }>;
  readonly rows: readonly TestRow[];
  readonly onChange: (rows: readonly TestRow[]) => void;
}

function TestRows({ label, field, rows, onChange }: TestRowsProps) {
  const words = useWords();
  const { t } = words;
  const beyond = rows.length - SHOWN_MOST;
  return (
    <fieldset className="test-rows stack">
      <legend>{label}</legend>
      <div className="test-row-list stack scrolls" hidden={rows.length === 0}>
        {rows.slice(0, SHOWN_MOST).map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            key={index}
            field={field}
            row={row}
            name={t('test-rows.name', { what: label, count: index + 1 })}
            onChange={(next) => onChange(rows.map((each, at) => (at === index ? next : each)))}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </div>
      {beyond > 0 ? <p className="entry-note">{t('test-rows.more', { count: beyond })}</p> : null}
      <div className="card-row">
        <Button
          icon={Plus}
          disabled={rows.length >= field.most}
          label={t('test-rows.add', { what: label })}
          onPress={() => onChange([...rows, newRow(field.row)])}
        >
          {t('test-rows.add-short')}
        </Button>
        {rows.length > 1 ? (
          <Button
            icon={Trash2}
            variant="ghost"
            label={t('test-rows.clear', { what: label })}
            onPress={() => onChange([])}
          >
            {t('test-rows.clear-short')}
          </Button>
        ) : null}
      </div>
      {field.name === 'emojis' && rows.length > 0 ? (
        <p className="entry-note">{t('test-rows.emoji-note')}</p>
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  readonly field: TestRowsProps['field'];
  readonly row: TestRow;
  readonly name: string;
  readonly onChange: (row: TestRow) => void;
  readonly onRemove: () => void;
}

function Row({ field, row, name, onChange, onRemove }: RowProps) {
  const words = useWords();
  return (
    <fieldset className="test-row" aria-label={name}>
      <div className="test-cells">
        {Object.entries(field.row).map(([cell, shape]) => (
          <Cell
            key={cell}
            cell={shape}
            label={wordAt(`test-cell.${cell}`, words)}
            value={row[cell] ?? null}
            onChange={(value) => onChange({ ...row, [cell]: value })}
          />
        ))}
      </div>
      <IconButton icon={Trash2} label={words.t('test-rows.remove', { name })} onPress={onRemove} />
    </fieldset>
  );
}

interface CellProps {
  readonly cell: TestCell;
  readonly label: string;
  readonly value: TestValue;
  readonly onChange: (value: string | number | null) => void;
}

function Cell({ cell, label, value, onChange }: CellProps) {
  const { t } = useWords();
  const text = typeof value === 'string' ? value : '';
  switch (cell.control) {
    case 'line':
      return <LineField label={label} value={text} max={cell.most} onChange={onChange} />;
    case 'address': {
      // The app would remove it, as it does with the platform's.
      const refused = text !== '' && !isImageAddress(text);
      return (
        <LineField
          label={label}
          value={text}
          max={TEST_ADDRESS_MOST}
          placeholder="https://"
          {...(refused ? { note: t('test-form.address-refused') } : {})}
          onChange={(next) => onChange(cell.optional && next === '' ? null : next)}
        />
      );
    }
    case 'number':
      return (
        <OpenNumberField
          label={label}
          value={typeof value === 'number' ? value : null}
          min={cell.min}
          max={TEST_NUMBER_MOST}
          step={cell.whole ? 1 : 'any'}
          placeholder={cell.optional ? t('test-form.unknown') : ''}
          {...(!cell.optional && value === null
            ? { note: t('test-form.fault'), faulty: true }
            : {})}
          onChange={onChange}
        />
      );
  }
}
