import { Check, Circle, CircleDashed, CircleHelp, RotateCcw, Users } from 'lucide-react';
import { useEffect } from 'react';
import type { OnAir } from '../../../shared/contract/live.ts';
import {
  actionOf,
  selectLive,
  selectReachable,
  selectStream,
} from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { ActionDialog } from '../action-button.tsx';
import { useDashboard, useNow, usePage, useSelect, useWords } from '../context.ts';
import { GoLiveWarning } from '../obs/go-live.tsx';

/** Whether the channel is on air, and for how long. */
export function AirState() {
  const { t, dateTime, duration } = useWords();
  const onAir = useSelect(selectLive)?.onAir ?? null;
  const now = useNow(5_000);
  const { icon: Icon, tone, word } = signOf(onAir);
  const openedAt = onAir?.openedAt ?? null;
  const time = openedAt === null ? '' : dateTime(openedAt);
  return (
    <div
      className={`air tone-${tone}`}
      data-air={onAir?.isLive}
      title={t(`${word}-hint`, { time })}
    >
      <Icon size={12} aria-hidden fill={onAir?.isLive ? 'currentColor' : 'none'} />
      <span className={wordClassOf(onAir)} role="status">
        {t(word)}
      </span>
      {openedAt === null ? null : (
        <>
          <span className="air-clock" aria-hidden>
            {clockOf(now - openedAt)}
          </span>
          <span className="only-heard">{duration(now - openedAt)}</span>
        </>
      )}
    </div>
  );
}

function signOf(onAir: OnAir | null) {
  if (!onAir) return { icon: CircleHelp, tone: 'neutral', word: 'live.air-unknown' } as const;
  return onAir.isLive
    ? ({ icon: Circle, tone: 'live', word: 'live.on-air' } as const)
    : ({ icon: CircleDashed, tone: 'neutral', word: 'live.off-air' } as const);
}

/** On air, in a dock, the dot and the time say it. */
function wordClassOf(onAir: OnAir | null): string {
  if (!onAir) return 'heard-when-tight';
  return onAir.isLive ? 'heard-in-dock' : '';
}

const MINUTE = 60_000;

/** Hours and minutes: 1:02. */
function clockOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** How many watch; nothing off air and while it is unknown. */
export function ViewerCount() {
  const { t, number } = useWords();
  useCounting();
  const isLive = useSelect(selectLive)?.onAir?.isLive === true;
  const count = useSelect(selectStream)?.live?.value.viewers ?? null;
  if (!isLive || count === null) return null;
  return (
    <div className="strip-fact strip-viewers" title={t('strip.viewers', { count })}>
      <Users size={16} aria-hidden />
      <span className="heard-when-tight">{t('strip.viewers', { count })}</span>
      <span className="strip-short" aria-hidden>
        {number(count)}
      </span>
    </div>
  );
}

/** The core counts at most once a minute, however many pages ask. */
const COUNT_MS = 20_000;

/** Tells the core that the number of viewers is shown, while there is one. */
function useCounting(): void {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const reachable = useSelect(selectReachable);
  const isLive = useSelect(selectLive)?.onAir?.isLive === true;
  useEffect(() => {
    if (!reachable || !isLive) return undefined;
    // The result arrives through the feed.
    const count = () => void dashboard.read('stream.look', { only: 'live' }).catch(() => undefined);
    count();
    return clock.every(COUNT_MS, count);
  }, [dashboard, clock, reachable, isLive]);
}

/** Opens the question whether to begin a new broadcast. */
export function BeginBroadcast({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf('broadcast.begin'));
  const isDone = phase === 'done';
  return (
    <>
      <IconButton icon={isDone ? Check : RotateCcw} label={t('broadcast.begin')} onPress={onOpen} />
      <span className="only-heard" role="status">
        {isDone ? t('broadcast.begun') : null}
      </span>
    </>
  );
}

/** Asks before this broadcast's totals begin anew. */
export function BroadcastDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const begin = async () => {
    if ((await dashboard.beginBroadcast()) !== null) onClose();
  };
  return (
    <ActionDialog
      action="broadcast.begin"
      title={t('broadcast.ask')}
      text={t('broadcast.ask-text')}
      confirm={t('broadcast.begin')}
      cancel={t('broadcast.cancel')}
      onConfirm={() => void begin()}
      onClose={onClose}
    >
      <GoLiveWarning onLeave={onClose} />
    </ActionDialog>
  );
}
