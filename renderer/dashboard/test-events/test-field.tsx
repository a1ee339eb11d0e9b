import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { TEST_ADDRESS_MOST, TEST_NUMBER_MOST, TEST_TEXT_MOST } from '../../../shared/test-play.ts';
import { isImageAddress } from '../../bridge/addresses.ts';
import { isWord } from '../../i18n/dashboard.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { Entry, LineField } from '../../ui/fields.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { useWords } from '../context.ts';
import { wordAt } from '../overlay/editor-context.ts';
import {
  newRow,
  type TestCell,
  type TestField,
  type TestRow,
  type TestValue,
} from './test-fields.ts';

interface FieldOfProps {
  readonly field: TestField;
  readonly value: TestValue;
  readonly onChange: (value: TestValue) => void;
}

export function FieldOf({ field, value, onChange }: FieldOfProps) {
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
      <div className="test-row-list stack" hidden={rows.length === 0}>
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
