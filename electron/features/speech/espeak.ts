import type { CoreVoice } from '../../../shared/overlay/voices.ts';
import type { Clock } from '../../base/clock.ts';
import { type SpeechProvider, within } from './provider.ts';
import { type Program, runProgram } from './run-program.ts';

interface EspeakParts {
  readonly clock: Clock;
  /** Left out: the one in the system's path. `leading`: arguments before ours. */
  readonly program?: Program;
}

const PROGRAM = { file: 'espeak-ng', leading: [] } as const;
const WORDS_A_MINUTE = 165;
const MIDDLE_PITCH = 50;
/** A row of its list: priority, language, age and gender, name, file, others. */
const ROW = /^\s*\d+\s+(?<lang>[\w-]+)\s+\S+\s+\S+\s+(?<file>\S+)/;
/** Voices that it lists but other packages hold. */
const ELSEWHERE = /^mb\//;

/** The voices of espeak-ng, as Linux has them. */
export function espeakVoices({ clock, program = PROGRAM }: EspeakParts): SpeechProvider {
  return {
    id: 'espeak-ng',
    async voices(signal) {
      const lists = await Promise.all(
        ['ko', 'en'].map((language) =>
          runProgram({ program, args: [`--voices=${language}`], input: '', signal, clock }),
        ),
      );
      return lists.flatMap((list) => parseEspeakVoices(list.toString('utf8')));
    },
    async speak({ text, voice, rate, pitch }, signal) {
      const args = [
        ...['-v', voice],
        ...['-s', String(within(WORDS_A_MINUTE * rate, 80, 450))],
        ...['-p', String(within(MIDDLE_PITCH * pitch, 0, 99))],
        // UTF-8, from standard input; without `-m`, markup is text.
        ...['-b', '1', '--stdin', '--stdout'],
      ];
      return closedWav(await runProgram({ program, args, input: text, signal, clock }));
    },
  };
}

/** The voices of a list that can speak, each language once. */
export function parseEspeakVoices(list: string): readonly CoreVoice[] {
  const found = new Map<string, CoreVoice>();
  for (const line of list.split('\n')) {
    const { lang = '', file = '' } = ROW.exec(line)?.groups ?? {};
    if (!/^(?:ko|en)\b/.test(lang) || ELSEWHERE.test(file)) continue;
    found.set(lang, { provider: 'espeak-ng', name: lang, lang });
  }
  return [...found.values()];
}

const SIZE_AT = 4;
const DATA_AT = 36;

/** With the real sizes in its header: a program that writes to a pipe does not know them yet. */
export function closedWav(bytes: Buffer): Buffer {
  const isPlain = bytes.length > DATA_AT + 8 && bytes.toString('latin1', DATA_AT, 40) === 'data';
  if (!isPlain || bytes.toString('latin1', 0, 4) !== 'RIFF') return bytes;
  const closed = Buffer.from(bytes);
  closed.writeUInt32LE(bytes.length - 8, SIZE_AT);
  closed.writeUInt32LE(bytes.length - DATA_AT - 8, DATA_AT + 4);
  return closed;
}
