import { Cable, MonitorPlay, ScanEye, SlidersHorizontal, WandSparkles } from 'lucide-react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { selectObs, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { OverlayAddress, OverlayPages } from '../overlay/overlay-card.tsx';
import { ConnectObs, Disconnect } from './connect-obs.tsx';
import { GoLiveCard } from './go-live.tsx';
import { HealObs } from './heal-obs.tsx';
import { ObsHeard } from './obs-heard.tsx';
import { ObsLoadCard } from './obs-load.tsx';
import { ObsProof } from './obs-proof.tsx';
import { ObsBadge } from './obs-sign.tsx';
import { ObsStrip } from './obs-strip.tsx';
import { SetUpObs } from './set-up-obs.tsx';
import { StreamKeyCard } from './stream-key-card.tsx';

/** OBS: connected, set up, and whether viewers see the overlay; else the address to paste there. */
export function ObsPage() {
  const { t } = useWords();
  const obs = useSelect(selectObs);
  const reachable = useSelect(selectReachable);
  const isConnected = obs?.link.state === 'connected';
  return (
    <div className="obs-desk columns" data-stale={!reachable}>
      <div className="flow">
        {obs && isConnected ? <ConnectedCards obs={obs} /> : null}
        {obs && !isConnected ? (
          <Card icon={Cable} title={t('obs.connect-title')} className="card-call">
            <ConnectObs obs={obs} />
          </Card>
        ) : null}
      </div>
      <Card icon={MonitorPlay} title={t('overlay.title')} aside={<OverlayPages />}>
        <OverlayAddress wanted={obs === null} />
      </Card>
    </div>
  );
}

function ConnectedCards({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  return (
    <>
      <Card icon={SlidersHorizontal} title={t('obs.strip-title')} aside={<ConnectedBadge />}>
        <ObsStrip obs={obs} />
      </Card>
      <GoLiveCard obs={obs} />
      <Card icon={ScanEye} title={t('obs.proof-title')} aside={<ObsBadge />}>
        <ObsProof obs={obs} />
        <ObsHeard obs={obs} />
      </Card>
      <HealObs obs={obs} />
      <ObsLoadCard obs={obs} />
      <Card id="obs-set-up" icon={WandSparkles} title={t('obs.setup-title')}>
        <SetUpObs obs={obs} />
      </Card>
      <StreamKeyCard obs={obs} />
      <Card icon={Cable} title={t('obs.connect-title')} aside={<Version obs={obs} />}>
        <Disconnect />
      </Card>
    </>
  );
}

function ConnectedBadge() {
  const { t } = useWords();
  return (
    <Badge tone="live" icon={Cable}>
      {t('obs.connected')}
    </Badge>
  );
}

function Version({ obs: { link } }: { readonly obs: ObsState }) {
  return link.state === 'connected' ? <Badge>OBS {link.version}</Badge> : null;
}
