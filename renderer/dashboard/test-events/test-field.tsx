import { useId } from 'react';
import { TEST_TEXT_MOST } from '../../../shared/test-play.ts';
import { isWord } from '../../i18n/dashboard.ts';
import { Entry, LineField } from '../../ui/fields.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../context.ts';
import { AddressField } from './address-field.tsx';
import { FIELD_NUMBER_MOST, type TestField, type TestRow, type TestValue } from './test-fields.ts';
import { TestRows } from './test-rows.tsx';

interface FieldOfProps {
  readonly field: TestField;
  readonly value: TestValue;
  readonly onChange: (value: TestValue) => void;
}

/** One field of the form, by what can be written into it. */
export function FieldOf({ field, value, onChange }: FieldOfProps) {
  const { t } = useWords();
  const label = t(`test-field.${field.name}`);
  const text = typeof value === 'string' ? value : '';
  switch (field.control) {
    case 'line':
      return <LineField label={label} value={text} max={TEST_TEXT_MOST} onChange={onChange} />;
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
    case 'address':
      return (
        <AddressField
          label={label}
          value={text}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      );
    case 'rows':
      return <TestRows label={label} field={field} rows={rowsOf(value)} onChange={onChange} />;
    case 'choice':
      return <ChoiceOf field={field} label={label} value={text} onChange={onChange} />;
    case 'number':
      return (
        <OpenNumberField
          label={label}
          value={typeof value === 'number' ? value : null}
          min={field.min}
          max={FIELD_NUMBER_MOST}
          step={field.whole ? 1 : 'any'}
          placeholder={field.optional ? t('test-form.unknown') : ''}
          {...(!field.optional && value === null
            ? { note: t('test-form.fault'), faulty: true }
            : {})}
          onChange={onChange}
        />
      );
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

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextArea({ label, value, onChange }: TextAreaProps) {
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
