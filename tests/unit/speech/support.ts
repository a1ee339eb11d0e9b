import { join } from 'node:path';
import type { SpeechProvider, SpeechRequest } from '../../../electron/features/speech/provider.ts';
import type { Program } from '../../../electron/features/speech/run-program.ts';
import type { CoreVoice, SpeechProviderId } from '../../../shared/overlay/voices.ts';

/** `tests/fixtures/odd-speaker.ts` in one of its modes. */
export function oddSpeaker(mode: string): Program {
  const script = join(import.meta.dirname, '../../fixtures/odd-speaker.ts');
  return { file: process.execPath, leading: ['--no-warnings', script, mode] };
}

export const request = (changes: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: '안녕하세요',
  language: 'ko',
  voice: 'ko',
  rate: 1,
  pitch: 1,
  ...changes,
});

export const voice = (provider: SpeechProviderId, name: string, lang: string): CoreVoice => ({
  provider,
  name,
  lang,
});

/** A provider whose answers the test gives. */
export class FakeProvider implements SpeechProvider {
  readonly id: SpeechProviderId;
  readonly asked: SpeechRequest[] = [];
  has: readonly CoreVoice[];
  answer: (request: SpeechRequest) => Promise<Buffer>;

  constructor(
    id: SpeechProviderId,
    has: readonly CoreVoice[],
    answer: (request: SpeechRequest) => Promise<Buffer>,
  ) {
    this.id = id;
    this.has = has;
    this.answer = answer;
  }

  async voices(): Promise<readonly CoreVoice[]> {
    return this.has;
  }

  speak(asked: SpeechRequest, _signal: AbortSignal): Promise<Buffer> {
    this.asked.push(asked);
    return this.answer(asked);
  }
}
