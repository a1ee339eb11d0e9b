import { ArrowRight, ExternalLink, Eye, EyeOff, LoaderCircle } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  CONNECT_FIELDS,
  type ConnectField,
  type ConnectForm,
  checkConnect,
  connectCure,
  type ReadAddress,
  tidyConnect,
} from '../../../shared/connect-check.ts';
import type { DesktopState } from '../../../shared/desktop.ts';
import { IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, usePending, useWords } from '../context.ts';
import { VaultQuestion } from '../desktop/vault-card.tsx';
import { ActionProblem } from '../problems.tsx';
import { type PastedKeys, pastedKeys } from './pasted-keys.ts';
import { CreatePicture, KeysPicture, RedirectPicture } from './portal-pictures.tsx';
import { ShortAddress, StepFrame, type StepProps } from './step-frame.tsx';

export function ApplicationStep({ desktop: { setup } }: StepProps) {
  const { t } = useWords();
  const form = useConnectForm(setup.connect);
  const typedUri = form.typed.redirectUri.trim();
  const isUsable = form.faults.redirectUri === undefined && typedUri !== '';
  return (
    <form className="step-form" noValidate onSubmit={form.submit}>
      <StepFrame
        title={t('application.title')}
        text={t('application.text')}
        before="welcome"
        onwards={<SubmitConnect />}
      >
        <VaultQuestion />
        <ol className="todo lined-rows">
          <Todo title={t('application.portal')} text={t('application.portal-text')}>
            <Portal address={setup.portalUrl} />
          </Todo>
          <Todo
            title={t('application.create')}
            text={t('application.create-text')}
            picture={<CreatePicture />}
          />
          <Todo
            title={t('application.redirect')}
            text={t('application.redirect-text')}
            picture={<RedirectPicture />}
          >
            <ShortAddress
              label={t('connect.redirectUri')}
              address={isUsable ? typedUri : setup.connect.redirectUri}
              copyLabel={t('application.redirect-copy')}
            />
          </Todo>
          <Todo
            title={t('application.keys')}
            text={t('application.keys-text')}
            picture={<KeysPicture />}
          >
            <ConnectFields form={form} hasSecret={setup.connect.hasSecret} />
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
  /** Where to find it in the portal. */
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
}

function Todo({ title, text, picture, children }: TodoProps) {
  return (
    <li>
      <div className="stack roomy todo-words">
        <h3>{title}</h3>
        <p className="todo-text">{text}</p>
        {children}
      </div>
      {picture ? <div className="todo-picture">{picture}</div> : null}
    </li>
  );
}

function Portal({ address }: { readonly address: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <>
      <div className="card-row">
        <ActionButton
          action="app.open#portal"
          icon={ExternalLink}
          onPress={() => void dashboard.desktop('app.open', { address }, 'portal')}
        >
          {t('application.portal-open')}
        </ActionButton>
        <span className="todo-address">{address.replace(/^https:\/\//, '')}</span>
      </div>
      <ActionProblem action="app.open#portal" />
    </>
  );
}

interface ConnectFieldsProps {
  readonly form: ReturnType<typeof useConnectForm>;
  readonly hasSecret: boolean;
}

function ConnectFields({ form: { typed, pasted, fieldOf }, hasSecret }: ConnectFieldsProps) {
  const { t } = useWords();
  const [revealed, setRevealed] = useState(false);
  return (
    <>
      <div className="stack roomy">
        <TextField {...fieldOf('clientId')} />
        <TextField
          {...fieldOf('clientSecret')}
          covered={!revealed}
          note={t('application.secret-note')}
          {...(hasSecret ? { placeholder: t('application.secret-kept') } : {})}
          aside={
            typed.clientSecret === '' ? null : (
              <IconButton
                icon={revealed ? EyeOff : Eye}
                label={t(revealed ? 'application.secret-hide' : 'application.secret-show')}
                onPress={() => setRevealed(!revealed)}
              />
            )
          }
        />
      </div>
      <div role="status">
        {pasted ? <Callout tone="live" title={t(`application.pasted-${pasted}`)} /> : null}
      </div>
      <Fold className="fold" title={t('application.advanced')}>
        <div className="stack roomy">
          <p className="card-note">{t('application.advanced-text')}</p>
          <TextField {...fieldOf('redirectUri')} />
          <TextField {...fieldOf('baseUrl')} />
          <TextField {...fieldOf('authUrl')} />
        </div>
      </Fold>
    </>
  );
}

/** Submits the form, like Enter in any field. */
function SubmitConnect() {
  const { t } = useWords();
  const busy = usePending('setup.connect');
  const Icon = busy ? LoaderCircle : ArrowRight;
  return (
    <button type="submit" className="button button-primary" aria-busy={busy}>
      <span>{t(busy ? 'application.connecting' : 'application.connect')}</span>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
    </button>
  );
}

const readAddress: ReadAddress = (text) => (URL.canParse(text) ? new URL(text) : null);

/**
 * The form's input. A fault shows when its field loses focus, or at once for a key, which is
 * pasted; missing fields show only on submit, which focuses the first invalid field or sends all.
 */
function useConnectForm({ hasSecret, ...connect }: DesktopState['setup']['connect']) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const inputs = useRef<Partial<Record<ConnectField, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState({ ...connect, clientSecret: '' });
  const [judged, setJudged] = useState<ReadonlySet<ConnectField>>(new Set());
  const [sent, setSent] = useState(false);
  const clientSecret = typed.clientSecret === '' && hasSecret ? null : typed.clientSecret;
  const form: ConnectForm = { ...typed, clientSecret };
  const faults = checkConnect(form, { hasSecret, readAddress });
  const judge = (name: ConnectField) => setJudged((before) => new Set([...before, name]));
  const pasted = usePastedKeys((keys) => setTyped((before) => ({ ...before, ...keys })));
  /** How to fix a field; null if valid or not shown yet. */
  const cureOf = (name: ConnectField) => {
    const fault = faults[name];
    const isShown = sent || (judged.has(name) && fault !== 'missing');
    return fault !== undefined && isShown ? pick(connectCure(name, fault)) : null;
  };
  return {
    typed,
    pasted,
    /** Faults of all input, shown or not. */
    faults,
    fieldOf: (name: ConnectField) => ({
      label: t(`connect.${name}`),
      value: typed[name],
      fault: cureOf(name),
      field: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      onChange: (value: string) => {
        setTyped((before) => ({ ...before, [name]: value }));
        if (name === 'clientId' || name === 'clientSecret') judge(name);
      },
      onLeave: () => judge(name),
    }),
    submit(event: FormEvent) {
      event.preventDefault();
      setSent(true);
      const wrong = CONNECT_FIELDS.find((name) => faults[name] !== undefined);
      if (wrong === undefined) {
        void dashboard.desktop('setup.connect', tidyConnect(form));
        return;
      }
      const input = inputs.current[wrong];
      const folded = input?.closest('details');
      // A field in closed details cannot be focused.
      if (folded) folded.open = true;
      input?.focus();
    },
  };
}

type Recognized = 'both' | 'clientId' | 'clientSecret';

/**
 * Keys in a text that is pasted anywhere on the page go to their fields. Says which were put there
 * last; null: none.
 */
function usePastedKeys(put: (keys: PastedKeys) => void): Recognized | null {
  const [recognized, setRecognized] = useState<Recognized | null>(null);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const keys = pastedKeys(event.clipboardData?.getData('text') ?? '');
    if (!keys || isOtherField(event.target)) return;
    event.preventDefault();
    put(keys);
    setRecognized(
      keys.clientSecret === undefined
        ? 'clientId'
        : keys.clientId === undefined
          ? 'clientSecret'
          : 'both',
    );
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  return recognized;
}

/** A field for something else: what is pasted there is meant for it. */
function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.fold input') !== null;
}
