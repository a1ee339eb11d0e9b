import type { ProblemCode } from '../../../shared/locales/index.ts';
import type { TextValues } from '../../../shared/locales/text.ts';
import type { CoreVoice, SpeechProviderId } from '../../../shared/overlay/voices.ts';
import { StagelightError } from '../../base/errors.ts';

export interface SpeechRequest {
  /** Plain text (`plainText`): without controls, and not too long. */
  readonly text: string;
  readonly language: 'ko' | 'en';
  /** One of the provider's voices. */
  readonly voice: string;
  /** 1: usual. */
  readonly rate: number;
  readonly pitch: number;
}

/** Something that turns text into a sound file. */
export interface SpeechProvider {
  readonly id: SpeechProviderId;
  /** Voices it has now; none if it is not installed or set up. */
  voices(signal: AbortSignal): Promise<readonly CoreVoice[]>;
  /** The content of a sound file, not checked yet. Throws a `SpeechError`. */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<Buffer>;
}

export type SpeechErrorCode = Extract<ProblemCode, `speech-${string}`>;

/** Why a text was not spoken. Never carries the text or a key. */
export class SpeechError extends StagelightError {
  constructor(code: SpeechErrorCode, values?: TextValues, options?: ErrorOptions) {
    super({ code, values }, options);
  }
}

/** The text is at fault, not its voice, which reads the next one as ever. */
export class TextRefusedError extends SpeechError {}

/** More than any alert says; providers get no longer text. */
const MOST_CHARS = 1_000;

/** What a program or service may take for a command: controls, and marks of phonemes and commands. */
const UNSPEAKABLE = /[\p{Cc}\p{Cf}\p{Cs}[\]{}<>|\\^`]+/gu;

/** Text that is nothing but words: espeak-ng and `say` take `[[…]]` for commands. */
export function plainText(text: string): string {
  return text.slice(0, MOST_CHARS).toWellFormed().replace(UNSPEAKABLE, ' ').trim();
}

/** The value that the share of 1 stands for, within limits. */
export function within(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
