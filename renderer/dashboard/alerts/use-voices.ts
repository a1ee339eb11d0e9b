import { useCallback, useEffect, useRef, useState } from 'react';
import { closestLanguage, LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import type { SpeechEngine } from '../../speech/speaker.ts';
import { chooseVoice } from '../../speech/voice-choice.ts';

/** A voice as it is chosen. */
export interface VoiceName {
  readonly name: string;
  /** As the system writes it, such as ko-KR. */
  readonly lang: string;
}

/** The voices of this page in the order of our languages, then the others; each name once. */
export function useVoices(engine: SpeechEngine | null): readonly VoiceName[] {
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

export interface Sample {
  readonly text: string;
  readonly language: Language;
  /** null: the first of the language. */
  readonly voice: string | null;
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
}

export interface SampleVoice {
  readonly state: 'silent' | 'speaking' | 'failed';
  readonly say: (sample: Sample) => void;
  readonly stop: () => void;
}

/** Says a sample on this page; it falls silent when the page goes. */
export function useSampleVoice(engine: SpeechEngine | null): SampleVoice {
  const [state, setState] = useState<SampleVoice['state']>('silent');
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
    const end = (next: SampleVoice['state']) => {
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
