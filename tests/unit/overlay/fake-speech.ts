import type { SpeechEngine } from '../../../renderer/speech/speaker.ts';

export function voiceOf(
  name: string,
  lang: string,
  over: Partial<SpeechSynthesisVoice> = {},
): SpeechSynthesisVoice {
  return { name, lang, localService: true, default: false, voiceURI: name, ...over };
}

export const YUNA = voiceOf('Yuna', 'ko-KR');
export const SAM = voiceOf('Sam', 'en-US');

/** A browser's speech that says nothing by itself: the test ends, refuses and adds voices. */
export class FakeSpeech implements SpeechEngine {
  /** Texts as they begin, and `-` where one was broken off. */
  readonly heard: string[] = [];
  readonly spoken: SpeechSynthesisUtterance[] = [];
  /** How many listeners there are, of all kinds. */
  listeners = 0;
  #voices: readonly SpeechSynthesisVoice[];
  #onVoices: (() => void) | null = null;
  #onGesture: (() => void) | null = null;

  constructor(voices: readonly SpeechSynthesisVoice[] = [YUNA, SAM]) {
    this.#voices = voices;
  }

  get last(): SpeechSynthesisUtterance | undefined {
    return this.spoken.at(-1);
  }

  voices = (): readonly SpeechSynthesisVoice[] => this.#voices;

  utterance = (text: string): SpeechSynthesisUtterance =>
    ({ text, lang: '', voice: null, rate: 1, volume: 1 }) as SpeechSynthesisUtterance;

  speak(utterance: SpeechSynthesisUtterance): void {
    this.spoken.push(utterance);
    this.heard.push(utterance.text);
  }

  cancel(): void {
    this.heard.push('-');
  }

  onVoices(changed: () => void): () => void {
    this.listeners += 1;
    this.#onVoices = changed;
    return () => {
      this.listeners -= 1;
    };
  }

  onGesture(happened: () => void): () => void {
    this.listeners += 1;
    this.#onGesture = happened;
    let stopped = false;
    return () => {
      if (!stopped) this.listeners -= 1;
      stopped = true;
    };
  }

  setVoices(voices: readonly SpeechSynthesisVoice[]): void {
    this.#voices = voices;
    this.#onVoices?.();
  }

  /** The browser lets the last text come to its end. */
  finish(utterance = this.last): void {
    utterance?.onend?.call(utterance, {} as SpeechSynthesisEvent);
  }

  /** The browser does not say the last text, for a reason. */
  fail(error: SpeechSynthesisErrorCode): void {
    this.last?.onerror?.call(this.last, { error } as SpeechSynthesisErrorEvent);
  }

  touch(): void {
    this.#onGesture?.();
  }
}
