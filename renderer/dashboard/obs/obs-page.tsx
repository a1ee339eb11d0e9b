import { Cable, Circle, MonitorPlay, Radio, ScanEye, WandSparkles } from 'lucide-react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { selectObs, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { OverlayAddress, OverlayPages } from '../overlay/overlay-card.tsx';
import { ConnectObs, Disconnect } from './connect-obs.tsx';
import { ObsProof } from './obs-proof.tsx';
import { ObsBadge } from './obs-sign.tsx';
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
      <Card icon={Cable} title={t('obs.connect-title')} aside={<ConnectedBadge />}>
        <Facts obs={obs} />
        <Disconnect />
      </Card>
      <Card icon={ScanEye} title={t('obs.proof-title')} aside={<ObsBadge />}>
        <ObsProof obs={obs} />
      </Card>
      <Card id="obs-set-up" icon={WandSparkles} title={t('obs.setup-title')}>
        <SetUpObs obs={obs} />
      </Card>
      <StreamKeyCard obs={obs} />
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

function Facts({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const { link, programScene, streaming, recording } = obs;
  return (
    <dl className="obs-facts">
      <div>
        <dt>{t('obs.scene')}</dt>
        <dd className="clamp">{programScene ?? t('obs.no-scene')}</dd>
      </div>
      <div>
        <dt>{t('obs.stream')}</dt>
        <dd>
          <Running on={streaming} icon={Radio} />
        </dd>
      </div>
      <div>
        <dt>{t('obs.record')}</dt>
        <dd>
          <Running on={recording} icon={Circle} />
        </dd>
      </div>
      <div>
        <dt>{t('obs.version')}</dt>
        <dd>{link.state === 'connected' ? link.version : null}</dd>
      </div>
    </dl>
  );
}

function Running({ on, icon }: { readonly on: boolean; readonly icon: typeof Radio }) {
  const { t } = useWords();
  return (
    <Badge tone={on ? 'live' : 'neutral'} icon={icon}>
      {t(on ? 'obs.running' : 'obs.stopped')}
    </Badge>
  );
}
