import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Undo2, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import {
  OBS_AUDIO,
  OBS_SOURCES,
  type ObsChange,
  type ObsState,
  type ObsWish,
} from '../../../shared/contract/obs.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { Callout } from '../../ui/callout.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, usePage, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';

/** As many as one set-up takes. */
const MOST_SCENES = 50;
const MINUTE = 60_000;
const AUDIO_PREFERENCE = 'obs-audio';
const SOURCES_PREFERENCE = 'obs-sources';

/** Sets OBS up where that can work: a browser source on another computer would stay empty. */
export function SetUpObs({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  if (!obs.elsewhere) return <SetUpHere obs={obs} />;
  return (
    <>
      <Callout tone="warn" title={t('obs.elsewhere')} text={t('obs.elsewhere-text')} />
      <Undo undoable={obs.undoable} />
    </>
  );
}

/** Chooses scenes and sound, shows what would change in OBS, does it, and takes it back. */
function SetUpHere({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const { host } = usePage();
  /** null: the scene on air, whichever it is. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [audio, setAudio] = useState<ObsWish['audio']>(
    () => OBS_AUDIO.find((one) => one === host.readPreference(AUDIO_PREFERENCE)) ?? 'obs',
  );
  const [sources, setSources] = useState(
    () => OBS_SOURCES.find((one) => one === host.readPreference(SOURCES_PREFERENCE)) ?? 'one',
  );
  const scenes = chosen?.filter((scene) => obs.scenes.includes(scene)) ?? null;
  const wish: ObsWish = {
    scenes: [...(scenes ?? [])],
    audio,
    ...(sources === 'groups' && { sources }),
  };
  const fault = faultOf(scenes);
  return (
    <>
      <p className="card-text">{t('obs.setup-text')}</p>
      <SceneChoice obs={obs} scenes={scenes} onChoose={setChosen} />
      <ChoiceList
        label={t('obs.audio')}
        choices={OBS_AUDIO.map((value) => ({ value, label: t(`obs.audio-${value}`) }))}
        chosen={audio}
        onChoose={(value) => {
          host.writePreference(AUDIO_PREFERENCE, value);
          setAudio(value);
        }}
      />
      <p className="card-note">{t(`obs.audio-${audio}-text`)}</p>
      <ChoiceList
        label={t('obs.split')}
        choices={OBS_SOURCES.map((value) => ({ value, label: t(`obs.split-${value}`) }))}
        chosen={sources}
        onChoose={(value) => {
          host.writePreference(SOURCES_PREFERENCE, value);
          setSources(value);
        }}
      />
      <p className="card-note">{t(`obs.split-${sources}-text`)}</p>
      {fault ? (
        <p className="entry-note" data-warning="true" role="status">
          {t(fault, { max: MOST_SCENES })}
        </p>
      ) : (
        <Plan obs={obs} wish={wish} />
      )}
      <Undo undoable={obs.undoable} />
    </>
  );
}

function faultOf(scenes: readonly string[] | null) {
  if (scenes === null) return null;
  if (scenes.length === 0) return 'obs.scenes-none' as const;
  return scenes.length > MOST_SCENES ? ('obs.scenes-many' as const) : null;
}

interface SceneChoiceProps {
  readonly obs: ObsState;
  readonly scenes: readonly string[] | null;
  readonly onChoose: (scenes: readonly string[]) => void;
}

function SceneChoice({ obs, scenes, onChoose }: SceneChoiceProps) {
  const { t } = useWords();
  const onAir = obs.programScene;
  return (
    <div className="scrolls obs-scenes">
      <CheckList
        label={t('obs.scenes')}
        choices={obs.scenes.map((scene) => ({
          value: scene,
          label: scene === onAir ? t('obs.scene-on-air', { scene }) : scene,
        }))}
        chosen={scenes ?? (onAir === null ? [] : [onAir])}
        onChoose={onChoose}
      />
    </div>
  );
}

/** What makes another plan of the same wish. */
function reasonOf({ programScene, proof, undoable }: ObsState): string {
  const found = proof.state === 'found' ? proof.findings.map(({ code }) => code) : [];
  return [programScene, undoable?.at, ...found].join(' ');
}

function Plan({ obs, wish }: { readonly obs: ObsState; readonly wish: ObsWish }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const client = useQueryClient();
  const scope = `obs ${reasonOf(obs)}`;
  const { value, problem, isLoading } = useReading(scope, 'obs.plan', wish);
  const setUp = async () => {
    await dashboard.ask('obs.set-up', wish);
    void client.invalidateQueries({ queryKey: [scope] });
  };
  const isRight = value?.changes.length === 0 && problem === null;
  return (
    <>
      <div className="stack" aria-busy={isLoading}>
        {value === null && isLoading ? (
          <p className="card-note" role="status">
            {t('obs.plan-loading')}
          </p>
        ) : null}
        {isRight ? (
          <p className="obs-right tone-live" role="status">
            <CircleCheck size={16} aria-hidden />
            {t('obs.plan-none')}
          </p>
        ) : null}
        {value && value.changes.length > 0 ? (
          <>
            <h3>{t('obs.plan')}</h3>
            <ul className="obs-changes">
              {value.changes.map((change) => (
                <li key={JSON.stringify(change)}>{pick(changeText(change))}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <ProblemNote problem={problem} />
      {isRight ? null : (
        <div className="card-row">
          <CoreButton
            action="obs.set-up"
            variant="primary"
            icon={WandSparkles}
            disabled={value === null}
            onPress={() => void setUp()}
          >
            {t('obs.set-up')}
          </CoreButton>
        </div>
      )}
      <ActionProblem action="obs.set-up" />
    </>
  );
}

/** Longer names are cut: a plan is a list of lines. */
const LONGEST_NAME = 60;

function short(name: string): string {
  const characters = [...name];
  return characters.length > LONGEST_NAME
    ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
    : name;
}

function changeText(change: ObsChange): Text {
  const input = short(change.input);
  const key = `obs.change-${change.kind}` as const;
  switch (change.kind) {
    case 'settings':
      return {
        key,
        values: { input, fields: change.fields.map((field) => ({ key: `obs.field-${field}` })) },
      };
    case 'unmute':
      return { key, values: { input } };
    default:
      return { key, values: { input, scene: short(change.scene) } };
  }
}

function Undo({ undoable }: Pick<ObsState, 'undoable'>) {
  const { t, moment } = useWords();
  const dashboard = useDashboard();
  const now = useNow(MINUTE);
  if (undoable === null) return <ActionProblem action="obs.undo" />;
  return (
    <div className="apart stack">
      <div className="ends">
        <div className="obs-done">
          <p>{t('obs.done-title', { time: moment(undoable.at, now) })}</p>
          <p className="card-note">{t('obs.done-text', { scenes: undoable.scenes.map(short) })}</p>
        </div>
        <CoreButton
          action="obs.undo"
          icon={Undo2}
          onPress={() => void dashboard.ask('obs.undo', {})}
        >
          {t('obs.undo')}
        </CoreButton>
      </div>
      <ActionProblem action="obs.undo" />
    </div>
  );
}
