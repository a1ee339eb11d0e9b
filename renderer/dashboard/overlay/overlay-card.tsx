import {
  ChevronRight,
  CircleCheck,
  CircleSlash,
  ExternalLink,
  Eye,
  EyeOff,
  MonitorPlay,
} from 'lucide-react';
import { useState } from 'react';
import { selectDesktop, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { BeginBroadcast } from '../live/begin-broadcast.tsx';
import { maskedAddress } from './masked-address.ts';

const WIDTH = 1920;
const HEIGHT = 1080;

/** The address for OBS, covered until it is asked for, and what to do with it. */
export function OverlayCard() {
  const { t } = useWords();
  const { host } = usePage();
  const overlay = useSelect(selectStatus)?.overlay;
  const [revealed, setRevealed] = useState(false);
  const isInApp = useSelect(selectDesktop) !== null;
  const dashboard = useDashboard();
  if (!overlay) return null;
  // The app has a window for it; its address is for OBS and goes to no browser.
  const preview = () => {
    if (!isInApp) host.openAddress(overlay.url);
    else void dashboard.desktop('overlay-window.set', { shown: true, locked: false }, 'preview');
  };
  return (
    <Card
      icon={MonitorPlay}
      title={t('overlay.title')}
      aside={<ConnectedPages count={overlay.connectedPages} />}
    >
      <AddressField
        label={t('overlay.address')}
        address={overlay.url}
        masked={revealed ? null : maskedAddress(overlay.url)}
        onReveal={() => setRevealed(true)}
        wanted={overlay.connectedPages === 0}
        copyLabel={t('overlay.copy')}
      />
      <div className="card-row">
        <Button
          variant="ghost"
          icon={revealed ? EyeOff : Eye}
          onPress={() => setRevealed(!revealed)}
        >
          {revealed ? t('overlay.hide') : t('overlay.reveal')}
        </Button>
        <Button
          variant="ghost"
          icon={ExternalLink}
          title={t('overlay.preview-hint')}
          onPress={preview}
        >
          {t('overlay.preview')}
        </Button>
      </div>
      <p className="card-note">{t('overlay.secret')}</p>
      <BeginBroadcast />
      <HowTo open={overlay.connectedPages === 0} />
    </Card>
  );
}

function ConnectedPages({ count }: { readonly count: number }) {
  const { t } = useWords();
  return count === 0 ? (
    <Badge icon={CircleSlash}>{t('overlay.no-pages')}</Badge>
  ) : (
    <Badge tone="live" icon={CircleCheck}>
      {t('overlay.pages', { count })}
    </Badge>
  );
}

/** Open until a page is connected: who is set up needs it no more. */
function HowTo({ open }: { readonly open: boolean }) {
  const { t } = useWords();
  return (
    <details className="how" open={open}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {t('overlay.how')}
      </summary>
      <ol>
        <li>{t('overlay.step-1')}</li>
        <li>{t('overlay.step-2')}</li>
        <li>{t('overlay.step-3')}</li>
      </ol>
      <p className="how-size">
        <span>{t('overlay.size')}</span>
        <strong>{t('overlay.size-value', { width: WIDTH, height: HEIGHT })}</strong>
      </p>
    </details>
  );
}
