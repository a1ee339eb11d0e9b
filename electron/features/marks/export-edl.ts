import { type ExportSheet, oneLine } from './export-sheet.ts';
import { frameAt, framesInHour, isDropFrame, timecode } from './timecode.ts';

/** CMX 3600 lines have 80 characters at most. */
const LINE = 80;
/** Names of tapes have eight characters; `AX` is what is on no tape. */
const REEL = 'AX'.padEnd(8);

/**
 * A CMX 3600 list with an event of one frame for each mark. Its source times are those of the file;
 * its record times begin at 01:00:00:00, as timelines do. Editors read marks from the comments:
 * `LOC` (Avid, Premiere) and the bars of DaVinci Resolve. Event lines are ASCII; comments are UTF-8,
 * which all of today's editors read.
 */
export function edlOf({ recording, marks, title }: ExportSheet): string {
  const isDrop = isDropFrame(recording);
  const hour = framesInHour(recording);
  const head = [
    `TITLE: ${ascii(title).slice(0, 70)}`,
    `FCM: ${isDrop ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
  ];
  let before = -1;
  const events = marks.map(({ position, clip, label }, at) => {
    // Two events of the same frame would be one marker.
    const frame = Math.max(before + 1, frameAt(position, recording));
    before = frame;
    const source = Math.max(0, frame - frameAt(clip.begins, recording));
    const times = [source, source + 1, hour + frame, hour + frame + 1];
    const [sourceIn, sourceOut, recordIn, recordOut] = times.map((one) => timecode(one, recording));
    const number = String(at + 1).padStart(3, '0');
    // A bar or a star in a name would be read as a field.
    const name = label.replaceAll('|', '/').replaceAll('*', '·');
    const bars = `|C:ResolveColorBlue |M:|D:1`.length + 1;
    return [
      `${number}  ${REEL} V     C        ${sourceIn} ${sourceOut} ${recordIn} ${recordOut}`,
      comment(`* FROM CLIP NAME: ${clip.name}`),
      comment(`* LOC: ${recordIn} BLUE    ${name}`),
      ` |C:ResolveColorBlue |M:${oneLine(name, LINE - bars - 2)} |D:1`,
    ].join('\r\n');
  });
  return `${[...head, ...events].join('\r\n')}\r\n`;
}

function comment(text: string): string {
  return oneLine(text, LINE);
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
