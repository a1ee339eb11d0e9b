import { Circle, Pause, Radio, TrendingDown, Unplug } from 'lucide-react';
import type { ObsRecording, ObsStream, ObsStrip } from '../../../shared/contract/obs.ts';
import { selectObs } from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Hours, minutes, and seconds: 1:02:03. */
export function timecode(ms: number): string {
  const whole = Math.max(0, ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = two(Math.floor((whole % HOUR) / MINUTE));
  return `${Math.floor(whole / HOUR)}:${minutes}:${two(Math.floor((whole % MINUTE) / SECOND))}`;
}

/** Counts on between what the core says. */
function Running({ since }: { readonly since: number }) {
  return <Timecode ms={useNow(SECOND) - since} />;
}

function Timecode({ ms }: { readonly ms: number }) {
  const { duration } = useWords();
  return (
    <>
      <span className="obs-clock" aria-hidden>
        {timecode(ms)}
      </span>
      <span className="only-heard">{duration(ms)}</span>
    </>
  );
}

const STREAM_TONES: Readonly<Record<ObsStream['state'], Tone>> = {
  off: 'neutral',
  starting: 'accent',
  live: 'live',
  reconnecting: 'warn',
  stopping: 'neutral',
};

interface StreamBadgeProps {
  readonly stream: ObsStream;
  /** While all is well, the time alone says it. */
  readonly short?: boolean;
}

/** What the stream does, and for how long. */
export function StreamBadge({ stream, short = false }: StreamBadgeProps) {
  const { t } = useWords();
  return (
    <Badge
      tone={STREAM_TONES[stream.state]}
      icon={stream.state === 'reconnecting' ? Unplug : Radio}
    >
      <span className={short && stream.state === 'live' ? 'only-heard' : undefined} role="status">
        {t(`obs.strip-stream-${stream.state}`)}
      </span>
      {'since' in stream ? <Running since={stream.since} /> : null}
    </Badge>
  );
}

const RECORD_TONES: Readonly<Record<ObsRecording['state'], Tone>> = {
  off: 'neutral',
  starting: 'accent',
  running: 'error',
  paused: 'warn',
  stopping: 'neutral',
};

interface RecordBadgeProps {
  readonly record: ObsRecording;
  /** While all is well, the time alone says it. */
  readonly short?: boolean;
}

/** What the recording does, and its timecode. */
export function RecordBadge({ record, short = false }: RecordBadgeProps) {
  const { t } = useWords();
  return (
    <Badge tone={RECORD_TONES[record.state]} icon={record.state === 'paused' ? Pause : Circle}>
      <span
        className={short && record.state === 'running' ? 'only-heard' : undefined}
        role="status"
      >
        {t(`obs.strip-record-${record.state}`)}
      </span>
      {record.state === 'running' ? <Running since={record.since} /> : null}
      {record.state === 'paused' ? <Timecode ms={record.duration} /> : null}
    </Badge>
  );
}

/** Viewers notice more than this, percent. */
const DROPPED_MANY = 1;

export function isDropping({ dropped }: Pick<ObsStrip, 'dropped'>): boolean {
  return dropped !== null && dropped >= DROPPED_MANY;
}

/** Beside the title of the broadcast, while OBS sends or records: what it does; opens its page. */
export function ObsAir() {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const obs = useSelect(selectObs);
  if (obs?.link.state !== 'connected') return null;
  const { stream, record, dropped } = obs.strip;
  const isFailed = stream.state === 'off' && stream.failure !== null;
  if (stream.state === 'off' && record.state === 'off' && !isFailed) return null;
  return (
    <button
      type="button"
      className="obs-air"
      title={t('obs.strip-open')}
      onClick={() => dashboard.show('settings', 'obs')}
    >
      <span className="only-heard">OBS</span>
      {isFailed ? (
        <Badge tone="error" icon={Unplug}>
          {t('obs.strip-failed')}
        </Badge>
      ) : null}
      {stream.state === 'off' ? null : <StreamBadge stream={stream} short />}
      {record.state === 'off' ? null : <RecordBadge record={record} short />}
      {isDropping(obs.strip) ? (
        <Badge tone="warn" icon={TrendingDown}>
          {t('obs.strip-dropping', { percent: number(dropped ?? 0) })}
        </Badge>
      ) : null}
    </button>
  );
}
