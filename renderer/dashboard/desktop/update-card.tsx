import { Download, RefreshCw, Rocket } from 'lucide-react';
import { useState } from 'react';
import type { DesktopState, UpdateState } from '../../../shared/desktop.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { UpdateWords } from './update-words.tsx';
import { useShowName } from './use-show-name.ts';

/** Which version this is, whether there is a newer one, and what to do about it. */
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

/** In the middle of a show it asks first, by the channel's name. */
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
