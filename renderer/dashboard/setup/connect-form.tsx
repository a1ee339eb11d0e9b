import { ArrowRight, ChevronRight, Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { ConnectField } from '../../../shared/connect-check.ts';
import type { DesktopState } from '../../../shared/desktop.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { TextField } from './text-field.tsx';
import { type ConnectFormState, useConnectForm } from './use-connect-form.ts';

export interface ConnectFormElement {
  readonly form: ConnectFormState;
  readonly advancedOpen: boolean;
  openAdvanced(open: boolean): void;
  /** The fields by name, to put the focus on the wrong one. */
  readonly fields: RefObject<Partial<Record<ConnectField, HTMLInputElement | null>>>;
  onSubmit(event: FormEvent): void;
}

/** The form and what happens when it is sent: the first wrong field is shown, or all is asked for. */
export function useConnectFormElement(
  connect: DesktopState['setup']['connect'],
): ConnectFormElement {
  const dashboard = useDashboard();
  const form = useConnectForm(connect);
  const fields = useRef<Partial<Record<ConnectField, HTMLInputElement | null>>>({});
  const [advancedOpen, openAdvanced] = useState(false);
  return {
    form,
    fields,
    advancedOpen,
    openAdvanced,
    onSubmit(event) {
      event.preventDefault();
      const result = form.submit();
      if ('form' in result) {
        void dashboard.desktop('setup.connect', result.form);
        return;
      }
      const field = fields.current[result.wrong];
      const folded = field?.closest('details');
      // A field in a closed fold takes no focus, and React opens the fold only later.
      if (folded) folded.open = true;
      field?.focus();
    },
  };
}

interface ConnectFieldsProps {
  readonly element: ConnectFormElement;
  readonly hasSecret: boolean;
}

export function ConnectFields({ element, hasSecret }: ConnectFieldsProps) {
  const { t } = useWords();
  const field = useFieldOf(element);
  const [revealed, setRevealed] = useState(false);
  const secret = element.form.typed.clientSecret;
  return (
    <>
      <div className="fields">
        <TextField {...field('clientId')} />
        <TextField
          {...field('clientSecret')}
          covered={!revealed}
          note={t('application.secret-note')}
          {...(hasSecret ? { placeholder: t('application.secret-kept') } : {})}
          aside={
            secret === '' ? null : (
              <IconButton
                icon={revealed ? EyeOff : Eye}
                label={t(revealed ? 'application.secret-hide' : 'application.secret-show')}
                onPress={() => setRevealed(!revealed)}
              />
            )
          }
        />
      </div>
      <details
        className="how fold"
        open={element.advancedOpen}
        onToggle={(event) => element.openAdvanced(event.currentTarget.open)}
      >
        <summary>
          <ChevronRight size={14} aria-hidden />
          {t('application.advanced')}
        </summary>
        <div className="fields">
          <p className="card-note">{t('application.advanced-text')}</p>
          <TextField {...field('redirectUri')} />
          <TextField {...field('baseUrl')} />
          <TextField {...field('authUrl')} />
        </div>
      </details>
    </>
  );
}

function useFieldOf({ form, fields }: ConnectFormElement) {
  const { t } = useWords();
  return (name: ConnectField) => ({
    label: t(`connect.${name}`),
    value: form.typed[name],
    fault: form.cureOf(name),
    field: (input: HTMLInputElement | null) => {
      fields.current[name] = input;
    },
    onChange: (value: string) => form.type(name, value),
    onLeave: () => form.leave(name),
  });
}

/** Sends the form, as the Enter key does in any of its fields. */
export function SubmitConnect() {
  const { t } = useWords();
  const busy = useSelect(actionOf('setup.connect')).phase === 'pending';
  const Icon = busy ? LoaderCircle : ArrowRight;
  return (
    <button type="submit" className="button button-primary" aria-busy={busy}>
      <span>{t(busy ? 'application.connecting' : 'application.connect')}</span>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
    </button>
  );
}
