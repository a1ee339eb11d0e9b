import {
  History,
  LoaderCircle,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ReplayOutline } from '../../../shared/contract/replay.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SelectField, Switch } from '../../ui/choices.tsx';
import { useNow, usePage, useWords } from '../context.ts';
import { ProblemCallout } from '../problems.tsx';
import { REPLAY_SPEEDS, type ReplayPhase, ReplayPlayer } from './replay-player.ts';
import { ReplayShow } from './replay-show.ts';

interface ReplayControlsProps {
  readonly player: ReplayPlayer;
}

export function ReplayControls({ player }: ReplayControlsProps) {
  const { t } = useWords();
  const phase = useStore(player.store, (state) => state.phase);
  const problem = useStore(player.store, (state) => state.problem);
  const hasOutline = useStore(player.store, (state) => state.outline !== null);
  // With a broadcast loaded, the play button retries.
  const retry = hasOutline ? null : (
    <Button icon={RefreshCw} onPress={() => player.play()}>
      {t('replay.retry')}
    </Button>
  );
  return (
    <section className="stack roomy" aria-label={t('replay.label')}>
      {problem ? <ProblemCallout problem={problem} aside={retry} /> : null}
      {phase === 'loading' ? (
        <p className="card-note card-row" role="status">
          <LoaderCircle size={16} aria-hidden className="spinning" />
          {t('replay.loading')}
        </p>
      ) : null}
      {phase === 'empty' ? (
        <Callout
          tone="neutral"
          icon={History}
          role="status"
          title={t('replay.empty')}
          text={t('replay.empty-text')}
          aside={
            <Button icon={RefreshCw} onPress={() => void player.open()}>
              {t('replay.look-again')}
            </Button>
          }
        />
      ) : null}
      {hasOutline ? (
        <>
          <div className="beside">
            <PlayButton player={player} phase={phase} />
            <TimeBar player={player} />
          </div>
          <Choices player={player} />
        </>
      ) : null}
    </section>
  );
}

function PlayButton({ player, phase }: ReplayControlsProps & { readonly phase: ReplayPhase }) {
  const { t } = useWords();
  if (phase === 'playing') {
    return <IconButton icon={Pause} label={t('replay.pause')} onPress={() => player.pause()} />;
  }
  const [icon, label] =
    phase === 'ended'
      ? ([RotateCcw, t('replay.again')] as const)
      : ([Play, phase === 'failed' ? t('replay.retry') : t('replay.play')] as const);
  return <IconButton icon={icon} label={label} onPress={() => player.play()} />;
}

function Choices({ player }: ReplayControlsProps) {
  const { t } = useWords();
  const speed = useStore(player.store, (state) => state.speed);
  const skips = useStore(player.store, (state) => state.skipsSilence);
  return (
    <div className="replay-choices">
      <SelectField
        label={t('replay.speed')}
        choices={REPLAY_SPEEDS.map((each) => ({
          value: String(each),
          label: t('replay.speed-of', { speed: each }),
        }))}
        chosen={String(speed)}
        onChoose={(chosen) => {
          const found = REPLAY_SPEEDS.find((each) => String(each) === chosen);
          if (found) player.setSpeed(found);
        }}
      />
      <Switch
        label={t('replay.skip-silence')}
        text={t('replay.skip-silence-text')}
        on={skips}
        onChange={(on) => player.setSkipsSilence(on)}
      />
    </div>
  );
}

/** Jumps start this long before a donation, to show the context, milliseconds. */
const BEFORE_MS = 2_000;
/** Within this time after a donation, "previous" means the one before it, milliseconds. */
const NEAR_MS = 1_000;
const MINUTE_MS = 60_000;

function TimeBar({ player }: ReplayControlsProps) {
  const words = useWords();
  const { t } = words;
  const now = useNow(MINUTE_MS);
  const outline = useStore(player.store, (state) => state.outline);
  const at = useStore(player.store, (state) => state.at);
  if (!outline) return null;
  const { beganAt, firstAt, lastAt } = outline;
  const [position, total] = [clockText(at - beganAt), clockText(lastAt - beganAt)];
  const starts = donationStarts(outline);
  const previous = starts.filter((start) => start < at - NEAR_MS).at(-1);
  const next = starts.find((start) => start > at);
  const go = (start: number | undefined) => {
    if (start !== undefined) player.seek(start);
  };
  return (
    <div className="replay-bar">
      <div className="replay-track">
        <Marks outline={outline} />
        <input
          type="range"
          aria-label={t('replay.bar')}
          aria-valuetext={t('replay.position', { position, total })}
          min={firstAt}
          max={Math.max(lastAt, firstAt + 1)}
          step={100}
          value={at}
          onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className="replay-times card-note card-row">
        <span className="replay-time">
          {position} / {total}
        </span>
        <span className="replay-began">
          {t('replay.began', { when: words.moment(beganAt, now) })}
        </span>
        <span className="replay-jumps">
          <IconButton
            icon={SkipBack}
            label={t('replay.previous-donation')}
            disabled={previous === undefined}
            onPress={() => go(previous)}
          />
          <IconButton
            icon={SkipForward}
            label={t('replay.next-donation')}
            disabled={next === undefined}
            onPress={() => go(next)}
          />
        </span>
      </div>
    </div>
  );
}

/** Jump targets: a moment before each donation, in order. */
function donationStarts({ marks, firstAt }: ReplayOutline): number[] {
  return marks
    .filter(({ kind }) => kind === 'DONATION')
    .map(({ at }) => Math.max(firstAt, at - BEFORE_MS));
}

/** At most one mark per kind and section of the broadcast. */
const Marks = memo(function Marks({ outline }: { readonly outline: ReplayOutline }) {
  const { firstAt, lastAt, marks } = outline;
  const length = Math.max(1, lastAt - firstAt);
  return (
    <div className="replay-marks" aria-hidden>
      {marks.map(({ at, kind }) => (
        <span
          key={`${kind}${at}`}
          data-kind={kind}
          style={{ left: `${((at - firstAt) / length) * 100}%` }}
        />
      ))}
    </div>
  );
});

const SECOND_MS = 1_000;

/** A broadcast time: 04:09, or 1:04:09 from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const short = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${short}` : short;
}

/** Opens the last broadcast while `active`; null otherwise. Everything stops when inactive. */
export function useReplay(active: boolean) {
  const { dashboard, host } = usePage();
  const replay = useMemo(() => {
    if (!active) return null;
    const { clock } = host;
    const { store, replay: source } = dashboard;
    const show = new ReplayShow({
      clock,
      settings: () => store.getState().overlay ?? DEFAULT_OVERLAY,
      language: () => store.getState().language,
    });
    return { show, player: new ReplayPlayer({ source, stage: show, clock }) };
  }, [active, dashboard, host]);
  useEffect(() => {
    void replay?.player.open();
    return () => replay?.player.close();
  }, [replay]);
  return replay;
}
