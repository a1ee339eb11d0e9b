import { type ReactNode, useId } from 'react';
import type { ChannelIdsFault } from '../../../shared/contract/people.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Entry, type EntryProps } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

interface ChannelIdFormProps extends Required<EntryProps> {
  readonly value: string;
  readonly several?: boolean;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form for channel ids. Enter submits. */
export function ChannelIdForm(props: ChannelIdFormProps) {
  const { label, note, faulty, value, several = false, onChange, onSubmit, children } = props;
  const { t } = useWords();
  const id = useId();
  const Field = several ? 'textarea' : 'input';
  const look = several
    ? { className: 'entry-field entry-area', rows: 2 }
    : { className: 'entry-field', type: 'text' };
  return (
    <form
      className="people-form stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Entry id={id} label={label} note={note} faulty={faulty}>
        <Field
          {...look}
          id={id}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={t('people.id-example')}
          aria-invalid={faulty}
          aria-describedby={`${id}note`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!several || event.key !== 'Enter') return;
            if (event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSubmit();
          }}
        />
      </Entry>
      {children}
    </form>
  );
}

export function faultText(fault: ChannelIdsFault, t: Words['t']): string {
  switch (fault.kind) {
    case 'none':
      return t('people.fault-none');
    case 'too-many':
      return t('people.fault-too-many', { count: fault.count, most: fault.most });
    case 'address':
    case 'handle':
    case 'dots':
    case 'too-long':
      return t(`people.fault-${fault.kind}`, { id: [...fault.id].slice(0, 40).join('') });
  }
}
