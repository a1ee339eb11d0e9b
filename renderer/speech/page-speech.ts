import type { SpeechEngine } from './speaker.ts';

const GESTURES = ['pointerdown', 'keydown'] as const;

/** The browser's own speech; null: it has none. */
export function pageSpeech(page: Window): SpeechEngine | null {
  // Some browsers that are built into programs leave it out.
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
