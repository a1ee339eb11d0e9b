import { AudioLines, Ear, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { closestLanguage, LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { chooseVoice, pageSpeech, type SpeechEngine } from '../../speech/speaker.ts';
import { selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceList, SelectField, Slider, Switch } from '../../ui/choices.tsx';
import { EntriesField, NumberField } from '../../ui/fields.tsx';
import { useSelect, useWords } from '../context.ts';
import { type GroupSetting, useOverlayGroup } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';

/** Limits of the core's schema. */
const RATE = { min: 0.5, max: 2 } as const;
const LETTERS = { min: 10, max: 500 } as const;
const MOST_BEAMS = 1_000_000_000;
const WORDS = { max: 100, most: 200 } as const;

interface SpeechFieldsProps {
  readonly speech: SpeechSettings;
  readonly change: GroupSetting<'speech'>[1];
}

export function SpeechCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const { t } = useWords();
  const [speech, change] = useOverlayGroup('speech', overlay);
  return (
    <Card icon={AudioLines} title={t('speech.title')}>
      <Switch
        label={t('speech.on')}
        text={t('speech.on-text')}
        on={speech.on}
        onChange={(on) => change({ on })}
      />
      {speech.on ? (
        <>
          <Place speech={speech} change={change} />
          <Voice speech={speech} change={change} />
          <Limits speech={speech} change={change} />
        </>
      ) : null}
      <ActionProblem action="overlay.set#speech" />
    </Card>
  );
}

/** Offers the app only if this core runs inside it. */
function Place({ speech, change }: SpeechFieldsProps) {
  const { t } = useWords();
  const inApp = useSelect(selectDesktop) !== null;
  const { from } = speech;
  if (!inApp && from === 'page') {
    return <p className="card-note">{t('speech.from-page-only')}</p>;
  }
  const note =
    from === 'app' && !inApp ? 'speech.from-app-none' : (`speech.from-${from}-note` as const);
  return (
    <div className="stack">
      <ChoiceList
        label={t('speech.from')}
        choices={(['page', 'app'] as const).map((value) => ({
          value,
          label: t(`speech.from-${value}`),
        }))}
        chosen={from}
        onChoose={(chosen) => change({ from: chosen })}
      />
      <p className="entry-note">{t(note)}</p>
    </div>
  );
}

function Voice({ speech, change }: SpeechFieldsProps) {
  const { t, language } = useWords();
  const [engine] = useState(() => pageSpeech(window));
  const voices = useVoices(engine);
  const sample = useSampleVoice(engine);
  const { voice, rate, volume } = speech;
  const speaking = sample.state === 'speaking';
  // A configured voice that is missing here stays visible.
  const isHere = voice === null || voices.some(({ name }) => name === voice);
  return (
    <>
      <SelectField
        label={t('speech.voice')}
        note={t(voices.length === 0 ? 'speech.voice-none' : 'speech.voice-note')}
        choices={[
          { value: '', label: t('speech.voice-any') },
          ...(isHere ? [] : [{ value: voice, label: t('speech.voice-gone', { name: voice }) }]),
          ...voices.map(({ name, lang }) => ({ value: name, label: `${name} · ${lang}` })),
        ]}
        chosen={voice ?? ''}
        onChoose={(name) => change({ voice: name || null })}
      />
      <Slider
        label={t('speech.rate')}
        value={rate}
        {...RATE}
        step={0.1}
        valueText={t('speech.times', { value: rate })}
        onChange={(value) => change({ rate: Math.round(value * 10) / 10 })}
      />
      <Slider
        label={t('speech.volume')}
        value={Math.round(volume * 100)}
        min={0}
        max={100}
        step={5}
        valueText={t('speech.percent', { value: Math.round(volume * 100) })}
        onChange={(value) => change({ volume: value / 100 })}
      />
      <div className="card-row">
        <Button
          icon={speaking ? Square : Ear}
          disabled={voices.length === 0}
          onPress={() => {
            const text = t('speech.sample');
            if (speaking) sample.stop();
            else sample.say({ text, language, voice, rate, volume });
          }}
        >
          {t(speaking ? 'speech.stop' : 'speech.try')}
        </Button>
        <span className="card-note" role="status">
          {t(sample.state === 'failed' ? 'speech.failed' : 'speech.try-text')}
        </span>
      </div>
    </>
  );
}

function Limits({ speech, change }: SpeechFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <NumberField
        label={t('speech.minimumBeams')}
        note={t('speech.minimumBeams-note')}
        value={speech.minimumBeams}
        min={0}
        max={MOST_BEAMS}
        unit={t('field.beams-unit')}
        onChange={(value) => change({ minimumBeams: Math.round(value) })}
      />
      <NumberField
        label={t('speech.longest')}
        note={t('speech.longest-note')}
        value={speech.longest}
        {...LETTERS}
        unit={t('speech.letters')}
        onChange={(value) => change({ longest: Math.round(value) })}
      />
      <EntriesField
        label={t('speech.blockedWords')}
        note={t('speech.blockedWords-note')}
        value={speech.blockedWords}
        {...WORDS}
        onChange={(words) => change({ blockedWords: [...words] })}
      />
    </>
  );
}

type VoiceName = Pick<SpeechSynthesisVoice, 'name' | 'lang'>;

/** This page's voices, supported languages first; each name once. */
function useVoices(engine: SpeechEngine | null): readonly VoiceName[] {
  const [voices, setVoices] = useState<readonly VoiceName[]>(() => sorted(engine));
  useEffect(() => {
    setVoices(sorted(engine));
    return engine?.onVoices(() => setVoices(sorted(engine)));
  }, [engine]);
  return voices;
}

function sorted(engine: SpeechEngine | null): readonly VoiceName[] {
  const byName = new Map(engine?.voices().map(({ name, lang }) => [name, { name, lang }]));
  return [...byName.values()].sort((one, other) => rank(one) - rank(other));
}

function rank({ lang }: VoiceName): number {
  const language = closestLanguage(lang);
  return language === null ? LANGUAGES.length : LANGUAGES.indexOf(language);
}

type Sample = Pick<SpeechSettings, 'voice' | 'rate' | 'volume'> & {
  readonly text: string;
  readonly language: Language;
};

/** Speaks a sample on this page; stops when the page closes. */
function useSampleVoice(engine: SpeechEngine | null) {
  const [state, setState] = useState<'silent' | 'speaking' | 'failed'>('silent');
  const saying = useRef<SpeechSynthesisUtterance | null>(null);
  const stop = useCallback(() => {
    if (!saying.current) return;
    saying.current = null;
    engine?.cancel();
    setState('silent');
  }, [engine]);
  useEffect(() => stop, [stop]);
  const say = ({ text, language, voice, rate, volume }: Sample) => {
    if (!engine) return;
    stop();
    const utterance = engine.utterance(text);
    utterance.lang = language;
    utterance.voice = chooseVoice(engine.voices(), language, voice);
    utterance.rate = rate;
    utterance.volume = volume;
    const end = (next: 'silent' | 'failed') => {
      if (saying.current !== utterance) return;
      saying.current = null;
      setState(next);
    };
    utterance.onend = () => end('silent');
    utterance.onerror = () => end('failed');
    saying.current = utterance;
    setState('speaking');
    engine.speak(utterance);
  };
  return { state, say, stop };
}
