import { Download, RefreshCw, Rocket } from 'lucide-react';
import { useState } from 'react';
import type { DesktopState, UpdateState } from '../../../shared/desktop.ts';
import type { ConnectionState } from '../../../shared/status.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemCallout } from '../problems.tsx';

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
  const { t } = useWords();
  const dashboard = useDashboard();
  switch (update.kind) {
    case 'off':
    case 'idle':
    case 'failed':
    case 'checking':
      return (
        <div className="card-row">
          <ActionButton
            action="update.check"
            icon={RefreshCw}
            busy={update.kind === 'checking'}
            onPress={() => void dashboard.desktop('update.check', {})}
          >
            {t('update.check')}
          </ActionButton>
        </div>
      );
    case 'available':
      return (
        <div className="card-row">
          <ActionButton
            action="update.download"
            variant="primary"
            icon={Download}
            onPress={() => void dashboard.desktop('update.download', {})}
          >
            {t('update.download')}
          </ActionButton>
        </div>
      );
    case 'downloading':
      return null;
    case 'ready':
      return <InstallButton />;
  }
}

function InstallButton() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const showName = useShowName();
  const [asking, setAsking] = useState(false);
  const install = () => {
    setAsking(false);
    void dashboard.desktop('update.install', {});
  };
  return (
    <div className="card-row">
      <ActionButton
        action="update.install"
        variant="primary"
        icon={Rocket}
        onPress={() => (showName === null ? install() : setAsking(true))}
      >
        {t('update.install')}
      </ActionButton>
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

function UpdateWords({ update }: { readonly update: UpdateState }) {
  const { t, moment } = useWords();
  const now = useNow(MINUTE);
  switch (update.kind) {
    case 'off':
      return <UpdateText title={t('update.off')} />;
    case 'idle':
      return update.checkedAt === null ? (
        <UpdateText title={t('update.unchecked')} />
      ) : (
        <UpdateText
          title={t('update.idle')}
          note={t('update.checked-at', { time: moment(update.checkedAt, now) })}
        />
      );
    case 'checking':
      return <UpdateText title={t('update.checking')} />;
    case 'downloading':
      return <Downloading {...update} />;
    case 'failed':
      return <ProblemCallout problem={update.problem} />;
    case 'available':
    case 'ready': {
      const title = t(`update.${update.kind}`, { version: update.version });
      return <UpdateText title={title} note={t(`update.${update.kind}-text`)} />;
    }
  }
}

function UpdateText({ title, note }: { readonly title: string; readonly note?: string }) {
  return (
    <div role="status">
      <p className="update-title">{title}</p>
      {note ? <p className="card-note">{note}</p> : null}
    </div>
  );
}

function Downloading(update: Extract<UpdateState, { kind: 'downloading' }>) {
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
