import { Cable, MonitorPlay, ScanEye, SlidersHorizontal, WandSparkles } from 'lucide-react';
import { useState } from 'react';
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
  const isSetUp = useIsSetUp(obs);
  // By its key it is the same card in either place, with what was chosen in it.
  const setUp = (
    <Card
      key="set-up"
      id="obs-set-up"
      icon={WandSparkles}
      title={t('obs.setup-title')}
      aside={isSetUp ? null : <ConnectedBadge />}
      className={isSetUp ? '' : 'card-call'}
    >
      <SetUpObs obs={obs} />
    </Card>
  );
  return (
    <>
      {isSetUp ? null : setUp}
      <Card
        icon={SlidersHorizontal}
        title={t('obs.strip-title')}
        aside={isSetUp ? <ConnectedBadge /> : null}
      >
        <ObsStrip obs={obs} isMain={isSetUp} />
      </Card>
      <GoLiveCard obs={obs} />
      <Card icon={ScanEye} title={t('obs.proof-title')} aside={<ObsBadge />}>
        <ObsProof obs={obs} />
        <ObsHeard obs={obs} />
      </Card>
      <HealObs obs={obs} />
      <ObsLoadCard obs={obs} />
      {isSetUp ? setUp : null}
      <StreamKeyCard obs={obs} />
      <Card icon={Cable} title={t('obs.connect-title')} aside={<Version obs={obs} />}>
        <Disconnect />
      </Card>
    </>
  );
}

/** Whether a source in OBS has the overlay; null: OBS is being looked at. */
function hasOverlay({ proof }: ObsState): boolean | null {
  switch (proof.state) {
    case 'unknown':
    case 'looking':
      return null;
    case 'found':
      return proof.findings.every(({ code }) => code !== 'no-source');
    case 'unclear':
    case 'proved':
      return true;
  }
}

/** While OBS is looked at again, it is as it was; nothing can be set up on another computer. */
function useIsSetUp(obs: ObsState): boolean {
  const seen = hasOverlay(obs);
  const [last, setLast] = useState(seen);
  if (seen !== null && seen !== last) setLast(seen);
  // Healing begins with the first set-up.
  return obs.elsewhere || (seen ?? last ?? (obs.undoable !== null || obs.heal.on));
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
