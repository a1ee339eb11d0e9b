import type { Language } from '../../../shared/locales/index.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { toIsoTime } from '../../base/clock.ts';
import { coreTexts } from '../../base/errors.ts';
import { markText } from './mark-text.ts';
import { fileNameOf } from './marker.ts';
import type { RecordingFile, StoredMark, StoredRecording } from './marks-repository.ts';

/** A file of a recording, with where it begins and ends on it in milliseconds. */
export interface Clip extends RecordingFile {
  readonly name: string;
  readonly ends: number;
}

/** A mark as an editor gets it. `label` is what viewers wrote: each format makes it harmless. */
export interface ExportMark extends StoredMark {
  readonly position: number;
  readonly label: string;
  readonly clip: Clip;
}

export interface ExportSheet {
  readonly recording: StoredRecording;
  readonly clips: readonly Clip[];
  readonly marks: readonly ExportMark[];
  readonly title: string;
  readonly say: (key: Text['key'], values?: Text['values']) => string;
}

/** All that a format needs of a recording, with its texts in one language. */
export function sheetOf(
  recording: StoredRecording,
  stored: readonly StoredMark[],
  language: Language,
): ExportSheet {
  const say = coreTexts(language);
  const last = Math.max(0, ...stored.map(({ position }) => position ?? 0));
  const clips = clipsOf(recording, last);
  const marks = stored.flatMap((mark) => {
    const { position } = mark;
    const clip = clips.findLast(({ begins }) => begins <= (position ?? -1));
    if (position === null || !clip) return [];
    const { key, values } = markText(mark);
    return [{ ...mark, position, clip, label: say(key, values) }];
  });
  const day = toIsoTime(recording.beganAt).slice(0, 10);
  return { recording, clips, marks, title: `Stagelight ${day} ${recording.id}`, say };
}

/** Files in their order, without gaps; one without a name where OBS told none. */
export function clipsOf(
  { files, duration }: Pick<StoredRecording, 'files' | 'duration'>,
  last: number,
): readonly Clip[] {
  const end = Math.max(duration, last + 1_000);
  const known = files.length > 0 ? files : [{ begins: 0, path: 'recording' }];
  return known.map(({ begins, path }, at) => ({
    begins: at === 0 ? 0 : begins,
    path,
    name: fileNameOf(path),
    ends: known[at + 1]?.begins ?? end,
  }));
}

/** One line without control signs, cut between characters. `most`: of characters. */
export function oneLine(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
