import { Ear, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { closestLanguage, LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import { chooseVoice, pageSpeech, type SpeechEngine } from '../../speech/speaker.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { useWords } from '../context.ts';
import { type SpeechFieldsProps, VoiceSliders } from './voice-sliders.tsx';

/** The voices of pages, and a sample of them on this one. */
export function PageVoice({ speech, change }: SpeechFieldsProps) {
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
      <VoiceSliders rate={rate} volume={volume} change={change} />
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
