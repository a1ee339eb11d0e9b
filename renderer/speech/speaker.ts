import type { Language } from '../../shared/locales/index.ts';
import type { SpokenAlert } from '../../shared/overlay/reading.ts';
import { speaks, spokenLanguage } from '../../shared/overlay/voices.ts';
import type { Stop } from '../bridge/page-host.ts';

/** The used part of the page's speech. */
export interface SpeechEngine {
  voices(): readonly SpeechSynthesisVoice[];
  utterance(text: string): SpeechSynthesisUtterance;
  speak(utterance: SpeechSynthesisUtterance): void;
  /** Also stops speech of other pages with the same origin. */
  cancel(): void;
  onVoices(changed: () => void): Stop;
  onGesture(happened: () => void): Stop;
}

export type Speech = Pick<SpokenAlert, 'text' | 'voice' | 'rate' | 'volume'>;

const LANGUAGE_TAGS = { ko: 'ko-KR', en: 'en-US' } as const;

/**
 * Speaks one text at a time with the page's voices. Voices may load late (browsers search on first
 * use) or never (OBS on most systems), and a browser may refuse to speak before the user interacts.
 */
export class Speaker {
  readonly #engine: SpeechEngine | null;
  readonly #changed: () => void;
  readonly #stops: Stop[] = [];
  #opened = false;
  #refused = false;
  #ready = false;
  /** Referenced here because browsers drop the end event of an unreferenced utterance. */
  #saying: SpeechSynthesisUtterance | null = null;

  /** `engine` null: the browser has no speech. `changed`: called when `ready` changes. */
  constructor(engine: SpeechEngine | null, changed: () => void) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /** Whether speech would be audible now, as far as known. False before `open`. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Starts looking for voices. Calling it twice is harmless. */
  open(): void {
    if (this.#opened || !this.#engine) return;
    this.#opened = true;
    this.#stops.push(this.#engine.onVoices(() => this.#look()));
    this.#look();
  }

  /** Speaks a text, replacing the current one. */
  say({ text, voice, rate, volume }: Speech): void {
    this.hush();
    if (!this.#engine || !this.#ready) return;
    const language = spokenLanguage(text);
    const utterance = this.#engine.utterance(text);
    utterance.lang = LANGUAGE_TAGS[language];
    utterance.voice = chooseVoice(this.#engine.voices(), language, voice);
    utterance.rate = rate;
    utterance.volume = volume;
    utterance.onend = () => this.#over(utterance);
    utterance.onerror = ({ error }) => {
      if (this.#over(utterance) && error === 'not-allowed') this.#onRefused();
    };
    this.#saying = utterance;
    this.#engine.speak(utterance);
  }

  /** Stops the current text; without one it does nothing, because others may be speaking. */
  hush(): void {
    const saying = this.#saying;
    if (!saying) return;
    this.#saying = null;
    saying.onend = null;
    saying.onerror = null;
    this.#engine?.cancel();
  }

  close(): void {
    this.hush();
    for (const stop of this.#stops.splice(0)) stop();
    this.#opened = false;
    this.#ready = false;
  }

  /** Whether it was the current text. */
  #over(utterance: SpeechSynthesisUtterance): boolean {
    if (this.#saying !== utterance) return false;
    this.#saying = null;
    return true;
  }

  #onRefused(): void {
    if (!this.#engine) return;
    this.#refused = true;
    const stop = this.#engine.onGesture(() => {
      stop();
      this.#refused = false;
      this.#look();
    });
    this.#stops.push(stop);
    this.#look();
  }

  #look(): void {
    const ready = !this.#refused && (this.#engine?.voices().length ?? 0) > 0;
    if (ready === this.#ready) return;
    this.#ready = ready;
    this.#changed();
  }
}

type VoiceTraits = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'>;

/**
 * The chosen voice, else the language's first, local ones before remote ones; null: none. English
 * voices skip Hangul, so a Korean text uses a Korean voice even if another was chosen.
 */
export function chooseVoice<V extends VoiceTraits>(
  voices: readonly V[],
  language: Language,
  named: string | null,
): V | null {
  const fitting = voices.filter((voice) => speaks(voice, language));
  const first = fitting.find(({ localService }) => localService) ?? fitting[0];
  const wanted = named === null ? undefined : voices.find(({ name }) => name === named);
  if (wanted && (language !== 'ko' || speaks(wanted, language) || !first)) return wanted;
  return first ?? voices.find((voice) => voice.default) ?? voices[0] ?? null;
}

const GESTURES = ['pointerdown', 'keydown'] as const;

/** The browser's own speech; null if it has none. */
export function pageSpeech(page: Window): SpeechEngine | null {
  // Some embedded browsers lack it.
  const speech: SpeechSynthesis | undefined = Reflect.get(page, 'speechSynthesis');
  if (!speech || !('SpeechSynthesisUtterance' in page)) return null;
  return {
    voices: () => speech.getVoices(),
    utterance: (text) => new SpeechSynthesisUtterance(text),
    speak: (utterance) => speech.speak(utterance),
    cancel: () => speech.cancel(),
    onVoices: (changed) => {
      speech.addEventListener('voiceschanged', changed);
      return () => speech.removeEventListener('voiceschanged', changed);
    },
    onGesture: (happened) => {
      for (const name of GESTURES) page.addEventListener(name, happened);
      return () => {
        for (const name of GESTURES) page.removeEventListener(name, happened);
      };
    },
  };
}
