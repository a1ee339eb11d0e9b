import { type PropsWithChildren, type ReactNode, useEffect } from 'react';
import {
  selectAddressGone,
  selectDesktop,
  selectStatus,
  selectView,
  type View,
} from '../stores/dashboard-store.ts';
import { Waiting } from '../ui/empty.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { SignInCard } from './account/account.tsx';
import { OwnerCode } from './account/owner-code.tsx';
import { AlertProblems } from './alerts/alert-controls.tsx';
import { type DashboardPage, PageProvider, usePage, useSelect, useWords } from './context.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { VaultQuestion } from './desktop/vault-card.tsx';
import { LivePage } from './live/live-page.tsx';
import { PartedPage } from './parted-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { CoreUnreachable } from './problems.tsx';
import { FirstRun } from './setup/first-run.tsx';
import { SetupReminder } from './setup/setup-reminder.tsx';
import { isSetupNeeded } from './setup/steps.ts';
import { ThemeProvider } from './status-bar/preferences.tsx';
import { StatusBar } from './status-bar/status-bar.tsx';
import { StreamPage } from './stream/stream-page.tsx';
import { ViewTabs } from './view-tabs.tsx';

const PAGES: Readonly<Record<View, () => ReactNode>> = {
  live: LivePage,
  alerts: () => <PartedPage view="alerts" />,
  overlay: () => <PartedPage view="overlay" />,
  show: () => <PartedPage view="show" />,
  stream: StreamPage,
  viewers: PeoplePage,
  history: () => <PartedPage view="history" />,
  settings: () => <PartedPage view="settings" />,
};

export function App({ page }: { readonly page: DashboardPage }) {
  useEffect(() => keepFocus(document.body), []);
  return (
    <PageProvider value={page}>
      <WithCrashBoundary>
        <ThemeProvider>
          <StatusBar />
          <main className="page">
            <Page />
          </main>
          <OwnerCode />
        </ThemeProvider>
      </WithCrashBoundary>
    </PageProvider>
  );
}

function WithCrashBoundary({ children }: PropsWithChildren) {
  const { t } = useWords();
  return (
    <CrashBoundary
      title={t('app.crashed')}
      text={t('app.crashed-hint')}
      reloadLabel={t('app.reload')}
      onReload={usePage().host.reload}
    >
      {children}
    </CrashBoundary>
  );
}

function Page() {
  const desktop = useSelect(selectDesktop);
  const step = desktop?.setup.step ?? 'done';
  return desktop && step !== 'done' ? <FirstRun desktop={desktop} step={step} /> : <MainView />;
}

function MainView() {
  const { t } = useWords();
  const known = useSelect(selectStatus) !== null;
  const gone = useSelect(selectAddressGone);
  const view = useSelect(selectView);
  const CurrentView = PAGES[view];
  const setup = useSelect(selectDesktop)?.setup;
  if (!known) {
    // Nothing will come any more: there is nothing to wait for.
    if (gone) return <CoreUnreachable />;
    return <Waiting title={t('app.waiting')} />;
  }
  return (
    <>
      <div className="page-top flow">
        <CoreUnreachable />
        {setup && isSetupNeeded(setup) ? null : <SignInCard />}
        <SetupReminder />
        <AlertProblems />
        {view === 'live' ? <VaultQuestion /> : null}
      </div>
      <ViewTabs />
      <CurrentView />
    </>
  );
}
