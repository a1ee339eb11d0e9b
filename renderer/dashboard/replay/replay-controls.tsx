import { CircleX, History, LoaderCircle, Pause, Play, RefreshCw, RotateCcw } from 'lucide-react';
import { useStore } from 'zustand';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useWords } from '../context.ts';
import { REPLAY_SPEEDS, type ReplayPhase, type ReplayPlayer } from './replay-player.ts';
import { TimeBar } from './time-bar.tsx';

interface ReplayControlsProps {
  readonly player: ReplayPlayer;
}

/** What plays the last broadcast into the preview: play, time, speed. */
export function ReplayControls({ player }: ReplayControlsProps) {
  const { t } = useWords();
  const phase = useStore(player.store, (state) => state.phase);
  const hasOutline = useStore(player.store, (state) => state.outline !== null);
  return (
    <section className="replay" aria-label={t('replay.label')}>
      <Problem player={player} />
      {phase === 'loading' ? <Waiting /> : null}
      {phase === 'empty' ? <Nothing player={player} /> : null}
      {hasOutline ? (
        <>
          <div className="replay-line">
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

function Waiting() {
  const { t } = useWords();
  return (
    <p className="card-note replay-waiting" role="status">
      <LoaderCircle size={16} aria-hidden className="spinning" />
      {t('replay.loading')}
    </p>
  );
}

function Nothing({ player }: ReplayControlsProps) {
  const { t } = useWords();
  return (
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
  );
}

function Problem({ player }: ReplayControlsProps) {
  const { t, pick } = useWords();
  const problem = useStore(player.store, (state) => state.problem);
  const hasOutline = useStore(player.store, (state) => state.outline !== null);
  if (!problem) return null;
  // With a broadcast on the bar its own button tries again.
  const retry = hasOutline ? null : (
    <Button icon={RefreshCw} onPress={() => player.play()}>
      {t('replay.retry')}
    </Button>
  );
  return (
    <Callout
      tone="error"
      icon={CircleX}
      role="alert"
      title={pick(whatOf(problem))}
      text={pick(cureOf(problem))}
      aside={retry}
    />
  );
}
