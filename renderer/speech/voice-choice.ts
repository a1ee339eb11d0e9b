import type { Language } from '../../shared/locales/index.ts';

/** What is to be known of a voice of the system to choose it. */
export type VoiceTraits = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'>;

/** From so many of its letters being Hangul on, a text is read by a Korean voice: that one reads English words, too. */
const KOREAN_SHARE = 0.2;

const LETTER = /\p{L}/gu;
const HANGUL = /\p{Script=Hangul}/gu;

/** In which of our languages a text is read, by the share of Hangul among its letters. */
export function spokenLanguage(text: string): 'ko' | 'en' {
  const letters = text.match(LETTER)?.length ?? 0;
  const hangul = text.match(HANGUL)?.length ?? 0;
  return letters > 0 && hangul / letters >= KOREAN_SHARE ? 'ko' : 'en';
}

/**
 * The voice for a text: the one that the streamer named, else the first of the language, those of
 * this computer before those that send the text elsewhere. An English voice is silent at Hangul, so
 * a Korean text goes to a Korean voice also where another one was named.
 *
 * @returns null when there are no voices.
 */
export function chooseVoice<V extends VoiceTraits>(
  voices: readonly V[],
  language: Language,
  named: string | null,
): V | null {
  const fitting = voices.filter((voice) => speaks(voice, language));
  const first = fitting.find(({ localService }) => localService) ?? fitting[0];
  const wanted = named === null ? undefined : voices.find(({ name }) => name === named);
  if (wanted && (language !== 'ko' || speaks(wanted, language) || !first)) {
    return wanted;
  }
  return first ?? voices.find((voice) => voice.default) ?? voices[0] ?? null;
}

/** Systems write `ko-KR`, `ko_KR` or `ko`. */
function speaks({ lang }: VoiceTraits, language: Language): boolean {
  return lang.toLowerCase().split(/[-_]/)[0] === language.split('-')[0];
}
