import { Circle, type LucideIcon, Pause, Play, Radio, Square, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { CommandArgs } from '../../../shared/contract/index.ts';
import type { ObsState, ObsStream } from '../../../shared/contract/obs.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import { Callout } from '../../ui/callout.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { GoLiveWarning } from './go-live.tsx';
import { isDropping, RecordBadge, StreamBadge } from './obs-air.tsx';
import { ObsScenes } from './obs-scenes.tsx';

interface StripProps {
  readonly obs: ObsState;
  /** Going live is the page's main button; before OBS is set up, another one is. */
  readonly isMain: boolean;
}

/** What OBS sends and records, with the buttons to start and stop it, and the scenes. */
export function ObsStrip({ obs, isMain }: StripProps) {
  return (
    <>
      <Facts obs={obs} />
      <StreamTrouble stream={obs.strip.stream} />
      <OutputButtons obs={obs} isMain={isMain} />
      <ObsScenes obs={obs} />
    </>
  );
}

function Facts({ obs: { strip, programScene } }: { readonly obs: ObsState }) {
  const { t, number } = useWords();
  const { stream, record, dropped, fps } = strip;
  return (
    <dl className="obs-facts">
      <div>
        <dt>{t('obs.stream')}</dt>
        <dd>
          <StreamBadge stream={stream} />
        </dd>
      </div>
      <div>
        <dt>{t('obs.record')}</dt>
        <dd>
          <RecordBadge record={record} />
        </dd>
      </div>
      <div>
        <dt>{t('obs.scene')}</dt>
        <dd className="clamp">{programScene ?? t('obs.no-scene')}</dd>
      </div>
      <div>
        <dt>{t('obs.strip-dropped')}</dt>
        <dd className={isDropping(strip) ? 'tone-warn obs-bad' : undefined}>
          {dropped === null ? '–' : t('obs.strip-percent', { percent: number(dropped) })}
        </dd>
      </div>
      <div>
        <dt>{t('obs.strip-fps')}</dt>
        <dd>{fps === null ? '–' : number(fps)}</dd>
      </div>
    </dl>
  );
}

function StreamTrouble({ stream }: { readonly stream: ObsStream }) {
  const { t } = useWords();
  if (stream.state === 'reconnecting') {
    return (
      <Callout
        tone="warn"
        icon={Unplug}
        role="alert"
        title={t('obs.strip-reconnecting')}
        text={t('obs.strip-reconnecting-text')}
      />
    );
  }
  if (stream.state !== 'off' || stream.failure === null) return null;
  return (
    <Callout
      tone="error"
      role="alert"
      title={t(`obs.strip-${stream.failure}`)}
      text={t(`obs.strip-${stream.failure}-text`)}
    />
  );
}

type Question = 'go-live' | 'end' | 'record' | 'record-stop';

/** What each question does once it is answered, and how it looks. */
const QUESTIONS: Readonly<
  Record<
    Question,
    {
      readonly icon: LucideIcon;
      readonly action: 'obs.stream' | 'obs.record';
      readonly isHarmless?: boolean;
    }
  >
> = {
  'go-live': { icon: Radio, action: 'obs.stream', isHarmless: true },
  end: { icon: Square, action: 'obs.stream' },
  record: { icon: Circle, action: 'obs.record', isHarmless: true },
  'record-stop': { icon: Square, action: 'obs.record' },
};

function OutputButtons({ obs, isMain }: StripProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asked, setAsked] = useState<Question | null>(null);
  const { stream, record } = obs.strip;
  const isStreamOff = stream.state === 'off';
  const isRecordOff = record.state === 'off';
  const isPaused = record.state === 'paused';
  const press = (question: Question, disabled: boolean) => (
    <CoreButton
      icon={QUESTIONS[question].icon}
      variant={question === 'go-live' && isMain ? 'primary' : 'plain'}
      disabled={disabled}
      onPress={() => setAsked(question)}
    >
      {t(`obs.strip-${question}`)}
    </CoreButton>
  );
  const pause = (to: CommandArgs<'obs.record'>['to'], icon: LucideIcon, label: PageKey) => (
    <CoreButton
      action="obs.record#pause"
      icon={icon}
      onPress={() => void dashboard.ask('obs.record', { to }, 'pause')}
    >
      {t(label)}
    </CoreButton>
  );
  return (
    <>
      <div className="card-row">
        {press(isStreamOff ? 'go-live' : 'end', stream.state === 'stopping')}
        {press(isRecordOff ? 'record' : 'record-stop', record.state === 'stopping')}
        {record.state === 'running' ? pause('pause', Pause, 'obs.strip-pause') : null}
        {isPaused ? pause('resume', Play, 'obs.strip-resume') : null}
      </div>
      <ActionProblem action="obs.record#pause" />
      {asked === null ? null : (
        <OutputDialog obs={obs} question={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface OutputDialogProps {
  readonly obs: ObsState;
  readonly question: Question;
  readonly onClose: () => void;
}

/** Asks before viewers or the recording notice it. The harmless button has the focus. */
function OutputDialog({ obs, question, onClose }: OutputDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { icon, action, isHarmless = false } = QUESTIONS[question];
  const confirm = async () => {
    if ((await answer(dashboard, question)) !== null) onClose();
  };
  return (
    <ActionDialog
      action={`${action}#${question}`}
      title={t(`obs.strip-${question}-ask`)}
      text={t(`obs.strip-${question}-text`, { scene: obs.programScene ?? t('obs.no-scene') })}
      icon={icon}
      harmless={isHarmless}
      confirm={t(`obs.strip-${question}`)}
      cancel={t('obs.strip-cancel')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {question === 'go-live' ? <GoLiveWarning onLeave={onClose} /> : null}
    </ActionDialog>
  );
}

function answer({ ask }: ReturnType<typeof useDashboard>, question: Question) {
  switch (question) {
    case 'go-live':
      return ask('obs.stream', { on: true }, question);
    case 'end':
      return ask('obs.stream', { on: false }, question);
    case 'record':
      return ask('obs.record', { to: 'start' }, question);
    case 'record-stop':
      return ask('obs.record', { to: 'stop' }, question);
  }
}
