import { useQueryClient } from '@tanstack/react-query';
import { Ear, RefreshCw, RotateCcw, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { ALERT_KINDS, type OwnVoice } from '../../../shared/overlay/alert-rules.ts';
import { mediaPath } from '../../../shared/overlay/media.ts';
import { LEVELS } from '../../../shared/overlay/names.ts';
import {
  type CoreVoice,
  parseVoiceRef,
  type VoiceSettings,
  voiceRef,
  withOwnVoice,
} from '../../../shared/overlay/voices.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { type Choice, SelectField } from '../../ui/choices.tsx';
import { LineField } from '../../ui/fields.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, usePending, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';
import { HostedService } from './hosted-service.tsx';
import { type SpeechFieldsProps, VoiceSliders } from './voice-sliders.tsx';

export const SPEECH_SCOPE = 'speech';

type Found = CommandResult<'speech.voices'>;

/** The core's voices: for all alerts, and for some of them other ones. */
export function CoreVoices({ speech, change }: SpeechFieldsProps) {
  const { t } = useWords();
  const client = useQueryClient();
  const { value, problem, isLoading } = useReading(SPEECH_SCOPE, 'speech.voices', {});
  const [scope, setScope] = useState<Scope>('all');
  const own = ownOf(speech, scope);
  const settings = withOwnVoice(speech, own);
  const set = (fields: OwnVoice) => change(changed(speech, scope, { ...own, ...fields }));
  const lookAgain = () => void client.invalidateQueries({ queryKey: [SPEECH_SCOPE] });
  return (
    <>
      <ProblemNote problem={problem} />
      {value && value.voices.length === 0 ? (
        <Callout tone="warn" title={t('speech.none-found')} text={t('speech.none-found-text')}>
          <div className="answers">
            <Button icon={RefreshCw} busy={isLoading} onPress={lookAgain}>
              {t('speech.look-again')}
            </Button>
          </div>
        </Callout>
      ) : null}
      <ScopeField speech={speech} scope={scope} onChoose={setScope} />
      <VoiceField found={value} voice={settings.voice} onChoose={(voice) => set({ voice })} />
      <VoiceSliders
        rate={settings.rate}
        pitch={settings.pitch}
        volume={settings.volume}
        change={set}
      />
      <div className="card-row">
        <SampleButton settings={settings} disabled={value?.voices.length === 0} />
        {scope !== 'all' && own ? (
          <Button icon={RotateCcw} onPress={() => change(changed(speech, scope, undefined))}>
            {t('speech.scope-reset')}
          </Button>
        ) : null}
        <span className="card-note">{t('speech.try-text')}</span>
      </div>
      <ActionProblem action="speech.try" />
      <HostedService connected={value?.hosted ?? null} onChanged={lookAgain} />
    </>
  );
}

const SCOPES = ['all', ...LEVELS, ...ALERT_KINDS] as const;
type Scope = (typeof SCOPES)[number];
type Speech = SpeechFieldsProps['speech'];

const levelOf = (scope: Scope) => LEVELS.find((level) => level === scope);
const kindOf = (scope: Scope) => ALERT_KINDS.find((kind) => kind === scope);

function ownOf({ byLevel, byKind }: Speech, scope: Scope): OwnVoice | undefined {
  const [level, kind] = [levelOf(scope), kindOf(scope)];
  if (level) return byLevel[level];
  return kind && byKind[kind];
}

/** `own` undefined: as usual again. */
function changed(speech: Speech, scope: Scope, own: OwnVoice | undefined): Partial<Speech> {
  const [level, kind] = [levelOf(scope), kindOf(scope)];
  const { byLevel, byKind } = speech;
  if (level) return { byLevel: withOwn(byLevel, level, own) };
  if (kind) return { byKind: withOwn(byKind, kind, own) };
  return withOwnVoice(speech, own);
}

function withOwn<K extends string>(
  before: Partial<Record<K, OwnVoice>>,
  key: K,
  own: OwnVoice | undefined,
): Partial<Record<K, OwnVoice>> {
  const after = { ...before };
  if (own) after[key] = own;
  else delete after[key];
  return after;
}

interface ScopeFieldProps {
  readonly speech: Speech;
  readonly scope: Scope;
  readonly onChoose: (scope: Scope) => void;
}

function ScopeField({ speech, scope, onChoose }: ScopeFieldProps) {
  const { t } = useWords();
  const nameOf = (each: Scope): string => {
    const [level, kind] = [levelOf(each), kindOf(each)];
    if (level) return t('speech.scope-level', { level: t(`level.${level}`) });
    return t(kind ? `kind.${kind}` : 'speech.scope-all');
  };
  return (
    <SelectField
      label={t('speech.scope')}
      note={t('speech.scope-note')}
      choices={SCOPES.map((value) => {
        const name = nameOf(value);
        const label = ownOf(speech, value) ? t('speech.scope-own', { name }) : name;
        return { value, label };
      })}
      chosen={scope}
      onChoose={onChoose}
    />
  );
}

/** The voices that were found, each with its language and where it is from. */
export function listedVoices(found: Found | null, t: Words['t']): Choice<string>[] {
  const { voices = [], hosted = null } = found ?? {};
  const labelOf = ({ provider, name, lang }: CoreVoice): string => {
    const service = hosted && provider === 'hosted' ? t(`speech.service-${hosted.service}`) : '';
    const others = [service, lang === name ? provider : lang].filter((part) => part !== '');
    return [name, ...others].join(' · ');
  };
  return voices.map((each) => ({ value: voiceRef(each), label: labelOf(each) }));
}

/** Stands for a voice of the service that is not listed, until it is named. */
const OTHER = voiceRef({ provider: 'hosted', name: '' });

interface VoiceFieldProps {
  readonly found: Found | null;
  readonly voice: string | null;
  readonly onChoose: (voice: string | null) => void;
}

function VoiceField({ found, voice, onChoose }: VoiceFieldProps) {
  const { t } = useWords();
  const chosen = parseVoiceRef(voice);
  const listed = listedVoices(found, t);
  const isListed = chosen === null || listed.some(({ value }) => value === voiceRef(chosen));
  const isOther = !isListed && chosen.provider === 'hosted';
  const hosted = found?.hosted ?? null;
  return (
    <>
      <SelectField
        label={t('speech.voice')}
        choices={[
          { value: '', label: t('speech.voice-any') },
          ...listed,
          ...(isListed || isOther
            ? []
            : [{ value: voiceRef(chosen), label: t('speech.voice-gone', { name: chosen.name }) }]),
          ...(hosted || isOther ? [{ value: OTHER, label: t('speech.voice-other') }] : []),
        ]}
        chosen={isOther ? OTHER : chosen ? voiceRef(chosen) : ''}
        onChoose={(ref) => onChoose(ref || null)}
      />
      {isOther ? (
        <LineField
          label={t('speech.voice-name')}
          note={t('speech.voice-name-note')}
          value={chosen.name}
          max={150}
          onChange={(name) => onChoose(voiceRef({ provider: 'hosted', name: name.trim() }))}
        />
      ) : null}
    </>
  );
}

interface SampleButtonProps {
  readonly settings: VoiceSettings;
  readonly disabled: boolean;
}

/** Has a sample made and plays it on this page; stops when the page closes. */
export function SampleButton({ settings, disabled }: SampleButtonProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const isMaking = usePending('speech.try');
  const audio = useRef<HTMLAudioElement | null>(null);
  const isOpen = useRef(false);
  const [playing, setPlaying] = useState(false);
  const stop = useCallback(() => {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  }, []);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      stop();
    };
  }, [stop]);
  const play = async () => {
    const { voice, rate, pitch, volume } = settings;
    const made = await dashboard.ask('speech.try', {
      text: t('speech.sample'),
      voice,
      rate,
      pitch,
    });
    // The page may have been left while it was made.
    if (!made || !isOpen.current) return;
    const sound = new Audio(mediaPath(made.clip));
    sound.volume = volume;
    sound.onended = stop;
    audio.current = sound;
    setPlaying(true);
    await sound.play().catch(stop);
  };
  return (
    <ActionButton
      icon={playing ? Square : Ear}
      busy={isMaking}
      disabled={disabled}
      onPress={() => (playing ? stop() : void play())}
    >
      {t(playing ? 'speech.stop' : 'speech.try')}
    </ActionButton>
  );
}
