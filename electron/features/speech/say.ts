import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CoreVoice } from '../../../shared/overlay/voices.ts';
import type { Clock } from '../../base/clock.ts';
import { SpeechError, type SpeechProvider, within } from './provider.ts';
import { type Program, runProgram } from './run-program.ts';

interface SayParts {
  readonly clock: Clock;
  readonly program?: Program;
}

const PROGRAM = { file: '/usr/bin/say', leading: [] } as const;
const WORDS_A_MINUTE = 175;
const MOST_BYTES = 5_000_000;
/** `Yuna                ko_KR    # 안녕하세요`: names have blanks, never several in a row. */
const ROW = /^(?<name>\S+(?: \S+)*)\s+(?<lang>[a-z]{2,3}_[A-Z\d]+)\s+#/;

/** The voices of macOS. It cannot write to a pipe, so each sound passes through a private folder. */
export function sayVoices({ clock, program = PROGRAM }: SayParts): SpeechProvider {
  return {
    id: 'say',
    async voices(signal) {
      const args = ['-v', '?'];
      const list = await runProgram({ program, args, input: '', signal, clock });
      return parseSayVoices(list.toString('utf8'));
    },
    async speak({ text, voice, rate }, signal) {
      // Only its owner may enter it.
      const folder = await mkdtemp(join(tmpdir(), 'stagelight-voice-'));
      try {
        const sound = join(folder, 'voice.wav');
        const args = [
          ...['-v', voice],
          ...['-r', String(within(WORDS_A_MINUTE * rate, 80, 450))],
          ...['-o', sound, '--file-format=WAVE', '--data-format=LEI16@22050'],
          // The text from standard input.
          ...['-f', '-'],
        ];
        await runProgram({ program, args, input: text, signal, clock });
        return await wholeFile(sound);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function wholeFile(path: string): Promise<Buffer> {
  const file = await open(path).catch((cause: unknown) => {
    throw new SpeechError('speech-no-sound', undefined, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new SpeechError('speech-no-sound');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Korean and English ones. */
export function parseSayVoices(list: string): readonly CoreVoice[] {
  return list.split('\n').flatMap((line) => {
    const { name = '', lang = '' } = ROW.exec(line)?.groups ?? {};
    if (!/^(?:ko|en)_/.test(lang) || name.startsWith('-')) return [];
    return [{ provider: 'say' as const, name, lang: lang.replace('_', '-') }];
  });
}
