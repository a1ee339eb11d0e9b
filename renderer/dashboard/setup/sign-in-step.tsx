import {
  ArrowRight,
  CircleX,
  ExternalLink,
  KeyRound,
  LoaderCircle,
  LogIn,
  TriangleAlert,
} from 'lucide-react';
import { assertNever } from '../../../shared/events.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import type { AppStatus, Notice } from '../../../shared/status.ts';
import { isWebAddress } from '../../bridge/addresses.ts';
import { selectDesktop, selectSignInUrl, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ActionButton, CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { PermissionsCard } from '../connection/permissions-page.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { Awaited, ShortAddress, StepFrame, type StepProps, useGo } from './step-frame.tsx';
import { type SignInStage, signInStage } from './steps.ts';

export function SignInStep({ desktop: { setup } }: StepProps) {
  const { t } = useWords();
  const go = useGo();
  const status = useSelect(selectStatus);
  const offered = useSelect(selectSignInUrl);
  const url = offered !== null && isWebAddress(offered) ? offered : null;
  const stage = signInStage(setup, status, url);
  return (
    <StepFrame
      title={t('login.title')}
      text={t('login.text')}
      before="application"
      onwards={
        stage === 'signed-in' ? (
          <Button variant="primary" icon={ArrowRight} onPress={() => go('overlay')}>
            {t('setup.next')}
          </Button>
        ) : null
      }
    >
      <Stage stage={stage} url={url} />
    </StepFrame>
  );
}

function Stage({ stage, url }: { readonly stage: SignInStage; readonly url: string | null }) {
  const { t } = useWords();
  switch (stage) {
    case 'no-application':
      return <NoApplication />;
    case 'preparing':
      return <Awaited title={t('login.preparing')} />;
    case 'signed-out':
    case 'waiting':
      return (
        <>
          <SignInProblems />
          {url === null ? <Start /> : <Waiting url={url} />}
          <SignInHelp />
        </>
      );
    case 'signed-in':
      return <SignedIn />;
    default:
      return assertNever(stage);
  }
}

function NoApplication() {
  const { t } = useWords();
  const go = useGo();
  return (
    <Callout
      tone="warn"
      icon={KeyRound}
      title={t('login.no-application')}
      text={t('login.no-application-text')}
    >
      <div className="card-row callout-row">
        <Button onPress={() => go('application')}>{t('login.to-application')}</Button>
      </div>
    </Callout>
  );
}

function Start() {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <div className="panel panel-center">
      <CoreButton
        action="sign-in"
        variant="primary"
        icon={LogIn}
        onPress={() => void dashboard.startSignIn()}
      >
        {t('login.start')}
      </CoreButton>
      <ActionProblem action="sign-in" />
    </div>
  );
}

function Waiting({ url }: { readonly url: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <div className="panel">
      <p className="panel-title" role="status">
        <LoaderCircle size={16} aria-hidden className="card-icon spinning" />
        {t('login.waiting')}
      </p>
      <p className="card-text">{t('login.waiting-text')}</p>
      <div className="card-row">
        <ActionButton
          action="app.open#sign-in"
          variant="primary"
          icon={ExternalLink}
          onPress={() => void dashboard.desktop('app.open', { address: url }, 'sign-in')}
        >
          {t('login.again')}
        </ActionButton>
      </div>
      <ActionProblem action="app.open#sign-in" />
      <AddressField
        label={t('login.address')}
        address={url}
        wanted={false}
        copyLabel={t('login.address-copy')}
      />
    </div>
  );
}

function SignedIn() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const channel = status?.account?.channelName ?? null;
  // Without permission to read the account, its name stays unknown.
  const isNameless = status?.account !== null || !status.scopes.granted.includes('READ:USER');
  const title =
    channel !== null
      ? t('login.channel', { channel })
      : t(isNameless ? 'login.channel-unnamed' : 'login.done');
  return (
    <>
      <Callout
        tone="live"
        role="status"
        title={title}
        text={channel === null && !isNameless ? t('login.done-text') : undefined}
      />
      <PermissionsCard />
    </>
  );
}

/** The platform shows these errors only in the browser; the app cannot detect them. */
function SignInHelp() {
  const { t } = useWords();
  const go = useGo();
  const redirectUri = useSelect(selectDesktop)?.setup.connect.redirectUri;
  return (
    <Fold className="fold" title={t('login.help')}>
      <ul className="hints">
        <li>{t('login.help-id')}</li>
        <li>{t('login.help-redirect')}</li>
      </ul>
      {redirectUri ? (
        <ShortAddress
          label={t('connect.redirectUri')}
          address={redirectUri}
          copyLabel={t('application.redirect-copy')}
        />
      ) : null}
      <div className="card-row">
        <Button onPress={() => go('application')}>{t('login.fix')}</Button>
      </div>
    </Fold>
  );
}

/** The most problems shown, so the next step stays visible. */
const SHOWN = 2;

/** Recent sign-in problems, root cause first. */
function SignInProblems() {
  const { t, pick } = useWords();
  const status = useSelect(selectStatus);
  const problems = status ? problemsOf(status) : [];
  return problems.map(({ id, level, problem }) => (
    <Callout
      key={id}
      tone={level === 'error' ? 'error' : 'warn'}
      icon={level === 'error' ? CircleX : TriangleAlert}
      iconName={t('login.problem-name')}
      role="alert"
      title={pick(whatOf(problem))}
      text={pick(cureOf(problem))}
    />
  ));
}

function problemsOf({ notices, connection }: AppStatus): readonly Notice[] {
  const isReason = ({ problem }: Notice) => problem.code === connection.reason;
  const urgent = notices.filter(({ level }) => level !== 'info');
  return [...urgent.filter(isReason), ...urgent.filter((n) => !isReason(n))].slice(0, SHOWN);
}
