import type { Page } from '@playwright/test';

/** Voices that write down what they are to say, in place of those of the machine; none: no voices. */
export async function giveVoices(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript((voiceNames) => {
    const heard: string[] = [];
    const voices = voiceNames.map((name) => ({
      name,
      lang: 'ko-KR',
      localService: true,
      default: true,
      voiceURI: name,
    }));
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: ({ text }: { readonly text: string }) => heard.push(text),
      cancel: () => heard.push('-'),
    });
    class Utterance {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.defineProperty(window, 'speechSynthesis', { value: speech });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    Object.defineProperty(window, 'heard', { value: heard });
  }, names);
}

/** What the page's voices have said, and `-` where one was broken off. */
export const heardOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { readonly heard: string[] }).heard);
