import { Download, RefreshCw, Rocket } from 'lucide-react';
import { useState } from 'react';
import type { DesktopState, UpdateState } from '../../../shared/desktop.ts';
import type { ConnectionState } from '../../../shared/status.ts';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemCallout } from '../problems.tsx';

/** The app's version, available updates, and their installation. */
export function UpdateCard({ desktop }: { readonly desktop: DesktopState }) {
  const { t } = useWords();
  return (
    <Card
      icon={Rocket}
      title={t('update.title')}
      aside={<Badge>{t('update.version', { version: desktop.version })}</Badge>}
    >
      <UpdateWords update={desktop.update} />
      <UpdateButton update={desktop.update} />
      <ActionProblem action="update.check" />
      <ActionProblem action="update.download" />
      <ActionProblem action="update.install" />
    </Card>
  );
}

function UpdateButton({ update }: { readonly update: UpdateState }) {
  switch (update.kind) {
    case 'off':
    case 'idle':
    case 'failed':
    case 'checking':
      return <CheckButton checking={update.kind === 'checking'} />;
    case 'available':
      return <DownloadButton />;
    case 'downloading':
      return null;
    case 'ready':
      return <InstallButton />;
  }
}

function CheckButton({ checking }: { readonly checking: boolean }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('update.check'));
  return (
    <div className="card-row">
      <Button
        icon={RefreshCw}
        busy={checking || phase === 'pending'}
        onPress={() => void dashboard.desktop('update.check', {})}
      >
        {t('update.check')}
      </Button>
    </div>
  );
}

function DownloadButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('update.download'));
  return (
    <div className="card-row">
      <Button
        variant="primary"
        icon={Download}
        busy={phase === 'pending'}
        onPress={() => void dashboard.desktop('update.download', {})}
      >
        {t('update.download')}
      </Button>
    </div>
  );
}

/** Installs the update; during a broadcast it asks first. */
function InstallButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const showName = useShowName();
  const { phase } = useSelect(actionOf('update.install'));
  const [asking, setAsking] = useState(false);
  const install = () => {
    setAsking(false);
    void dashboard.desktop('update.install', {});
  };
  return (
    <div className="card-row">
      <Button
        variant="primary"
        icon={Rocket}
        busy={phase === 'pending'}
        onPress={() => (showName === null ? install() : setAsking(true))}
      >
        {t('update.install')}
      </Button>
      {asking ? (
        <AskDialog
          title={t('update.ask')}
          name={showName}
          text={t('update.ask-text')}
          confirm={t('update.install')}
          cancel={t('update.later')}
          icon={Rocket}
          onConfirm={install}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

const MINUTE = 60_000;

/** The state of the update in words. */
function UpdateWords({ update }: { readonly update: UpdateState }) {
  if (update.kind === 'downloading') return <Downloading update={update} />;
  if (update.kind !== 'failed') return <UpdateText update={update} />;
  return <ProblemCallout problem={update.problem} />;
}

type TextUpdate = Exclude<UpdateState, { kind: 'failed' | 'downloading' }>;

function UpdateText({ update }: { readonly update: TextUpdate }) {
  const words = useWords();
  const now = useNow(MINUTE);
  const { title, note } = textsOf(update, now, words);
  return (
    <div role="status">
      <p className="update-title">{title}</p>
      {note ? <p className="card-note">{note}</p> : null}
    </div>
  );
}

function textsOf(
  update: TextUpdate,
  now: number,
  { t, moment }: ReturnType<typeof useWords>,
): { readonly title: string; readonly note: string | null } {
  switch (update.kind) {
    case 'off':
      return { title: t('update.off'), note: null };
    case 'idle': {
      const { checkedAt } = update;
      if (checkedAt === null) return { title: t('update.unchecked'), note: null };
      const note = t('update.checked-at', { time: moment(checkedAt, now) });
      return { title: t('update.idle'), note };
    }
    case 'checking':
      return { title: t('update.checking'), note: null };
    case 'available':
      return {
        title: t('update.available', { version: update.version }),
        note: t('update.available-text'),
      };
    case 'ready':
      return {
        title: t('update.ready', { version: update.version }),
        note: t('update.ready-text'),
      };
  }
}

interface DownloadingProps {
  readonly update: Extract<UpdateState, { kind: 'downloading' }>;
}

function Downloading({ update }: DownloadingProps) {
  const { t } = useWords();
  const percent = Math.round(Math.min(100, Math.max(0, update.percent)));
  const title = t('update.downloading', { version: update.version });
  return (
    <div className="download">
      <span>{title}</span>
      <span className="slider-value">{t('overlay-window.percent', { value: percent })}</span>
      <progress value={percent} max={100} aria-label={title} />
    </div>
  );
}

const RUNNING: ReadonlySet<ConnectionState> = new Set(['connecting', 'live', 'reconnecting']);

/** The name of the broadcast that stopping the core would interrupt; null if none is running. */
export function useShowName(): string | null {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  if (!status || !RUNNING.has(status.connection.state)) return null;
  const { account, demo } = status;
  return account?.channelName ?? account?.channelId ?? t(demo ? 'app.demo' : 'state.no-channel');
}
