import type { MarkFormat } from '../../../shared/contract/marks.ts';
import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { toIsoTime } from '../../base/clock.ts';
import { csvHead, csvLine } from '../../base/spreadsheet.ts';
import { edlOf } from './export-edl.ts';
import { fcpxmlOf } from './export-fcpxml.ts';
import { type ExportSheet, sheetOf } from './export-sheet.ts';
import { viewerName } from './mark-text.ts';
import type { StoredMark, StoredRecording } from './marks-repository.ts';
import { frameAt, timecode } from './timecode.ts';
import { chaptersOf } from './youtube-chapters.ts';

/** The marks of a recording as a file of one format. Throws if a format cannot hold them. */
export function exportMarks(
  recording: StoredRecording,
  marks: readonly StoredMark[],
  format: MarkFormat,
  language: Language,
): string {
  const sheet = sheetOf(recording, marks, language);
  switch (format) {
    case 'edl':
      return edlOf(sheet);
    case 'fcpxml':
      return fcpxmlOf(sheet);
    case 'csv':
      return csvOf(sheet);
    case 'youtube':
      return chaptersOf(sheet);
    default:
      return assertNever(format);
  }
}

const COLUMNS = [
  'timecode',
  'seconds',
  'frame',
  'kind',
  'label',
  'name',
  'beams',
  'text',
  'file',
  'file-timecode',
  'time',
] as const;

function csvOf({ recording, marks, say }: ExportSheet): string {
  const lines = marks.map((mark) => {
    const { position, clip, kind, event, label, setAt } = mark;
    const frame = frameAt(position, recording);
    const cells = {
      timecode: timecode(frame, recording),
      seconds: position / 1_000,
      frame,
      kind: say(`marks.kind-${kind}`),
      label,
      name: event && viewerName(event),
      beams: event?.kind === 'DONATION' ? event.data.payAmount : null,
      text: event && textOf(event),
      file: clip.name,
      'file-timecode': timecode(frame - frameAt(clip.begins, recording), recording),
      time: toIsoTime(setAt),
    };
    return csvLine(COLUMNS.map((column) => cells[column]));
  });
  return csvHead(COLUMNS.map((column) => say(`marks.csv-${column}`))) + lines.join('');
}

function textOf(event: ValuedEvent): string | null {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donationText;
    case 'SUBSCRIPTION':
      return event.data.subscriptionMessage;
    case 'GOODS_PURCHASE':
      return event.data.content;
    case 'DROPS':
      return null;
    default:
      return assertNever(event);
  }
}
