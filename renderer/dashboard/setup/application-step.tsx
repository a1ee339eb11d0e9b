import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { actionOf, selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { VaultQuestion } from '../desktop/vault-card.tsx';
import { ConnectFields, SubmitConnect, useConnectFormElement } from './connect-form.tsx';
import { ShortAddress } from './short-address.tsx';
import { StepFrame } from './step-frame.tsx';

/** The streamer's own application: where to make it, and its keys. */
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
