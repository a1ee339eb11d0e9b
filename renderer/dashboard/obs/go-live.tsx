import { CircleCheck, ClipboardCheck, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { selectObs, selectStatus, selectStream } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { STATE_STYLES } from '../maintenance/preflight-card.tsx';
import { type GoLivePoint, goLivePoints, wrongPoints } from './go-live-points.ts';
import { Fix } from './obs-proof.tsx';

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
  return (
    <li className={`obs-point tone-${tone}`} data-point={id} data-state={state}>
      <Icon size={16} role="img" aria-label={t(`preflight.state-${state}`)} />
      <div className="obs-point-words">
        <p>{t(`obs.strip-point-${id}`)}</p>
        {isWrong ? <p className="card-note">{t(reasonOf(point))}</p> : null}
      </div>
      {isWrong ? <PointFix point={point} /> : null}
    </li>
  );
}

function reasonOf(point: GoLivePoint) {
  if ('finding' in point && point.finding) return `obs.found-${point.finding.code}` as const;
  return `obs.strip-point-${point.id}-wrong` as const;
}

function PointFix({ point }: { readonly point: GoLivePoint }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  switch (point.id) {
    case 'overlay':
    case 'sound':
      return point.finding ? <Fix finding={point.finding} from="go-live" /> : null;
    case 'platform':
      return (
        <Button onPress={() => dashboard.show('settings', 'connection')}>
          {t('preflight.fix-open-connection')}
        </Button>
      );
    case 'title':
      return (
        <Button onPress={() => dashboard.show('stream')}>{t('preflight.fix-open-stream')}</Button>
      );
    // Only in OBS itself, or by the operating system.
    case 'key':
    case 'disk':
      return null;
  }
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
