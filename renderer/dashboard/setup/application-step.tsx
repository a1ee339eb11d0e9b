import { ArrowRight, ChevronRight, ExternalLink, Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import {
  CONNECT_FIELDS,
  type ConnectFaults,
  type ConnectField,
  type ConnectForm,
  connectCure,
  tidyConnect,
} from '../../../shared/connect-check.ts';
import type { DesktopState } from '../../../shared/desktop.ts';
import { actionOf, selectDesktop } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { VaultQuestion } from '../desktop/vault-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { ShortAddress, StepFrame } from './step-frame.tsx';
import { faultsOf } from './steps.ts';

/** Registers the streamer's own application: where to create it, and its keys. */
export function ApplicationStep() {
  const setup = useSelect(selectDesktop)?.setup;
  return setup ? <Application setup={setup} /> : null;
}

function Application({ setup }: { readonly setup: DesktopState['setup'] }) {
  const { t } = useWords();
  const element = useConnectFormElement(setup.connect);
  const { form } = element;
  const redirectUri =
    form.faults.redirectUri === undefined && form.typed.redirectUri.trim() !== ''
      ? form.typed.redirectUri.trim()
      : setup.connect.redirectUri;
  return (
    <form className="step-form" noValidate onSubmit={element.onSubmit}>
      <StepFrame
        title={t('application.title')}
        text={t('application.text')}
        before="welcome"
        onwards={<SubmitConnect />}
      >
        <VaultQuestion />
        <ol className="todo">
          <Todo title={t('application.portal')} text={t('application.portal-text')}>
            <Portal address={setup.portalUrl} />
          </Todo>
          <Todo title={t('application.create')} text={t('application.create-text')} />
          <Todo title={t('application.redirect')} text={t('application.redirect-text')}>
            <ShortAddress
              label={t('connect.redirectUri')}
              address={redirectUri}
              copyLabel={t('application.redirect-copy')}
            />
          </Todo>
          <Todo title={t('application.keys')} text={t('application.keys-text')}>
            <ConnectFields element={element} hasSecret={setup.connect.hasSecret} />
          </Todo>
        </ol>
        <ActionProblem action="setup.connect" />
      </StepFrame>
    </form>
  );
}

interface TodoProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Todo({ title, text, children }: TodoProps) {
  return (
    <li>
      <h3>{title}</h3>
      <p className="todo-text">{text}</p>
      {children}
    </li>
  );
}

function Portal({ address }: { readonly address: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('app.open#portal'));
  return (
    <>
      <div className="card-row">
        <Button
          icon={ExternalLink}
          busy={phase === 'pending'}
          onPress={() => void dashboard.desktop('app.open', { address }, 'portal')}
        >
          {t('application.portal-open')}
        </Button>
        <span className="todo-address">{address.replace(/^https:\/\//, '')}</span>
      </div>
      <ActionProblem action="app.open#portal" />
    </>
  );
}

interface ConnectFormElement {
  readonly form: ConnectFormState;
  readonly advancedOpen: boolean;
  openAdvanced(open: boolean): void;
  /** The fields by name, to focus the invalid one. */
  readonly fields: RefObject<Partial<Record<ConnectField, HTMLInputElement | null>>>;
  onSubmit(event: FormEvent): void;
}

/** The form. On submit it shows the first invalid field, or sends everything. */
function useConnectFormElement(connect: DesktopState['setup']['connect']): ConnectFormElement {
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
      // A field in closed details cannot be focused, and React would open them later.
      if (folded) folded.open = true;
      field?.focus();
    },
  };
}

interface ConnectFieldsProps {
  readonly element: ConnectFormElement;
  readonly hasSecret: boolean;
}

function ConnectFields({ element, hasSecret }: ConnectFieldsProps) {
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

/** Submits the form, like Enter in any field. */
function SubmitConnect() {
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

type Typed = Readonly<Record<ConnectField, string>>;

interface ConnectFormState {
  readonly typed: Typed;
  /** Faults of all input, shown or not. */
  readonly faults: ConnectFaults;
  type(field: ConnectField, value: string): void;
  leave(field: ConnectField): void;
  /** How to fix a field; null if valid or not shown yet. */
  cureOf(field: ConnectField): string | null;
  /** Returns the form to send, or the first invalid field; from then on all faults show. */
  submit(): { readonly form: ConnectForm } | { readonly wrong: ConnectField };
}

type Connect = DesktopState['setup']['connect'];

/**
 * The form's input. A fault shows when its field loses focus, or at once for a key, which is
 * pasted; missing fields show only on submit.
 */
function useConnectForm({ hasSecret, ...connect }: Connect): ConnectFormState {
  const { pick } = useWords();
  const [typed, setTyped] = useState<Typed>({ ...connect, clientSecret: '' });
  const [judged, setJudged] = useState<ReadonlySet<ConnectField>>(new Set());
  const [sent, setSent] = useState(false);
  const clientSecret = typed.clientSecret === '' && hasSecret ? null : typed.clientSecret;
  const form: ConnectForm = { ...typed, clientSecret };
  const faults = faultsOf(form, hasSecret);
  const judge = (field: ConnectField) => setJudged((before) => new Set([...before, field]));
  return {
    typed,
    faults,
    type(field, value) {
      setTyped((before) => ({ ...before, [field]: value }));
      if (field === 'clientId' || field === 'clientSecret') judge(field);
    },
    leave: judge,
    cureOf(field) {
      const fault = faults[field];
      const isShown = sent || (judged.has(field) && fault !== 'missing');
      return fault !== undefined && isShown ? pick(connectCure(field, fault)) : null;
    },
    submit() {
      setSent(true);
      const wrong = CONNECT_FIELDS.find((field) => faults[field] !== undefined);
      return wrong === undefined ? { form: tidyConnect(form) } : { wrong };
    },
  };
}
