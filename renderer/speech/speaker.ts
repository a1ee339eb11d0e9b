import type { Stop } from '../bridge/page-timers.ts';
import { chooseVoice, spokenLanguage } from './voice-choice.ts';

/** The page's speech, as far as it is used here. */
export interface SpeechEngine {
  voices(): readonly SpeechSynthesisVoice[];
  utterance(text: string): SpeechSynthesisUtterance;
  speak(utterance: SpeechSynthesisUtterance): void;
  /** Also cuts off what other pages of the same address are saying. */
  cancel(): void;
  /** Calls back when there are other voices than before. */
  onVoices(changed: () => void): Stop;
  /** Calls back when somebody clicks or types on the page. */
  onGesture(happened: () => void): Stop;
}

/** What is to be said, and how. */
export interface Speech {
  readonly text: string;
  /** Of a voice, as the system names it; null: the first of the language. */
  readonly voice: string | null;
  /** 1: usual speed. */
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
}

const LANGUAGE_TAGS = { ko: 'ko-KR', en: 'en-US' } as const;

/**
 * Says one text at a time with the voices that the page has. Voices may come late (browsers look for
 * them when they are first asked for) or never (OBS on most systems), and a browser may refuse to
 * speak before somebody has touched the page.
 */
export class Speaker {
  readonly #engine: SpeechEngine | null;
  readonly #changed: () => void;
  readonly #stops: Stop[] = [];
  #opened = false;
  #refused = false;
  #ready = false;
  /** Kept here also because browsers lose the end of one that nobody holds. */
  #saying: SpeechSynthesisUtterance | null = null;

  /**
   * @param engine null: the browser has no speech at all.
   * @param changed told when `ready` has changed.
   */
  constructor(engine: SpeechEngine | null, changed: () => void) {
    this.#engine = engine;
    this.#changed = changed;
  }

  /** Whether something said now would be heard, as far as can be known. False before `open`. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Looks for voices from now on. Twice is harmless. */
  open(): void {
    if (this.#opened || !this.#engine) return;
    this.#opened = true;
    this.#stops.push(this.#engine.onVoices(() => this.#look()));
    this.#look();
  }

  /** Says a text instead of what is being said. */
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

  /** Breaks off what is being said; without that nothing is touched: others may be speaking. */
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

  /** Whether it was the one that is being said. */
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
