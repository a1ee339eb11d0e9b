import { CircleCheck, ClipboardCheck, FolderOpen, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import {
  selectMaintenance,
  selectObs,
  selectStatus,
  selectStream,
} from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card, goToCard } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { STATE_STYLES } from '../maintenance/preflight-card.tsx';
import { bytesText } from '../media/media-item.tsx';
import { ActionProblem } from '../problems.tsx';
import { type GoLivePoint, goLivePoints, wrongPoints } from './go-live-points.ts';
import { Fix } from './obs-proof.tsx';
import { STREAM_KEY_CARD } from './stream-key-card.tsx';

/** Before the stream starts: what is right, and one fix for what is not. */
export function GoLiveCard({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const stream = useSelect(selectStream);
  const points = useMemo(() => goLivePoints({ obs, status, stream }), [obs, status, stream]);
  if (obs.strip.stream.state !== 'off') return null;
  return (
    <Card
      id="obs-go-live"
      icon={ClipboardCheck}
      title={t('obs.strip-ready')}
      aside={<Verdict points={points} />}
    >
      <ul className="obs-points" aria-label={t('obs.strip-ready')}>
        {points.map((point) => (
          <Point key={point.id} point={point} />
        ))}
      </ul>
    </Card>
  );
}

function Verdict({ points }: { readonly points: readonly GoLivePoint[] }) {
  const { t } = useWords();
  const count = points.filter(({ state }) => state === 'fail' || state === 'warn').length;
  const isSeen = points.some(({ id, state }) => id === 'overlay' && state === 'ok');
  if (count === 0 && !isSeen) return null;
  return count === 0 ? (
    <Badge tone="live" icon={CircleCheck}>
      {t('obs.strip-ready-all')}
    </Badge>
  ) : (
    <Badge tone="warn" icon={TriangleAlert}>
      {t('obs.to-fix', { count })}
    </Badge>
  );
}

function Point({ point }: { readonly point: GoLivePoint }) {
  const { t } = useWords();
  const { id, state } = point;
  const { icon: Icon, tone } = STATE_STYLES[state];
  const isWrong = state === 'fail' || state === 'warn';
  // Whether alerts are heard, only one that sounds can tell.
  const isSilent = id === 'sound' && state === 'unknown';
  return (
    <li className={`obs-point tone-${tone}`} data-point={id} data-state={state}>
      <Icon size={16} role="img" aria-label={t(`preflight.state-${state}`)} />
      <div className="obs-point-words">
        <p>{t(`obs.strip-point-${id}`)}</p>
        {isWrong || isSilent ? (
          <p className="card-note">
            <Reason point={point} />
          </p>
        ) : null}
      </div>
      {isWrong ? <PointFix point={point} /> : null}
    </li>
  );
}

const MEGABYTE = 1_048_576;

function Reason({ point }: { readonly point: GoLivePoint }) {
  const words = useWords();
  const canOpen = useCanOpenRecordings();
  const freeDisk = useSelect(selectObs)?.strip.freeDisk ?? 0;
  const { t } = words;
  if ('finding' in point && point.finding) return t(`obs.found-${point.finding.code}`);
  if (point.state === 'unknown') return t('obs.heard-unknown');
  if (point.id !== 'disk') return t(`obs.strip-point-${point.id}-wrong`);
  const little = t('obs.strip-point-disk-wrong', { free: bytesText(freeDisk * MEGABYTE, words) });
  return canOpen ? little : `${little} ${t('obs.strip-point-disk-by-hand')}`;
}

/** Only an app beside OBS shows a folder to the streamer. */
function useCanOpenRecordings(): boolean {
  const canOpenFolder = useSelect(selectMaintenance)?.place?.canOpenFolder === true;
  return useSelect(selectObs)?.elsewhere === false && canOpenFolder;
}

function PointFix({ point }: { readonly point: GoLivePoint }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  switch (point.id) {
    case 'overlay':
    case 'sound':
      return point.finding ? <Fix finding={point.finding} from="go-live" /> : null;
    case 'key':
      return (
        <PlaceButton onPress={() => goToCard(STREAM_KEY_CARD)}>
          {t('obs.strip-point-key-fix')}
        </PlaceButton>
      );
    case 'disk':
      return <OpenRecordings />;
    case 'platform':
      return (
        <PlaceButton onPress={() => dashboard.show('settings', 'connection')}>
          {t('preflight.fix-open-connection')}
        </PlaceButton>
      );
    case 'title':
      return (
        <PlaceButton onPress={() => dashboard.show('stream')}>
          {t('preflight.fix-open-stream')}
        </PlaceButton>
      );
  }
}

interface PlaceButtonProps {
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Leads to where a point is put right. */
function PlaceButton({ onPress, children }: PlaceButtonProps) {
  return (
    <div className="finding-fix">
      <Button onPress={onPress}>{children}</Button>
    </div>
  );
}

function OpenRecordings() {
  const { t } = useWords();
  const dashboard = useDashboard();
  if (!useCanOpenRecordings()) return null;
  return (
    <div className="finding-fix">
      <CoreButton
        action="obs.open-recordings"
        icon={FolderOpen}
        onPress={() => void dashboard.ask('obs.open-recordings', {})}
      >
        {t('obs.strip-point-disk-fix')}
      </CoreButton>
      <ActionProblem action="obs.open-recordings" />
    </div>
  );
}

/** In questions before a broadcast: what is wrong, and where it is put right. */
export function GoLiveWarning({ onLeave }: { readonly onLeave: () => void }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const obs = useSelect(selectObs);
  const status = useSelect(selectStatus);
  const stream = useSelect(selectStream);
  if (obs?.link.state !== 'connected') return null;
  const wrong = wrongPoints({ obs, status, stream });
  if (wrong.length === 0) return null;
  const names = wrong.map(({ id }) => ({ key: `obs.strip-point-${id}` }) as const);
  const leave = () => {
    onLeave();
    dashboard.show('settings', 'obs');
  };
  return (
    <Callout
      tone="warn"
      title={t('obs.to-fix', { count: wrong.length })}
      text={pick({ key: 'obs.strip-wrong', values: { names } })}
    >
      <div className="card-row answers">
        <Button onPress={leave}>{t('obs.strip-look')}</Button>
      </div>
    </Callout>
  );
}
