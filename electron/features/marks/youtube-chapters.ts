import type { MarkKind } from '../../../shared/contract/marks.ts';
import { type ExportMark, type ExportSheet, oneLine } from './export-sheet.ts';
import { TooFewChaptersError } from './marks-errors.ts';

/** YouTube ignores the whole list otherwise. */
const LEAST_APART_MS = 10_000;
const LEAST_CHAPTERS = 3;
const MOST_CHAPTERS = 100;
const LONGEST = 70;

/** What the streamer chose goes first where there is no room for all. A saved replay is no chapter. */
const RANKS: Readonly<Record<MarkKind, number>> = {
  hand: 0,
  'vote-end': 1,
  'show-draw': 1,
  'subathon-end': 1,
  'chat-peak': 2,
  draw: 3,
  alert: 4,
  replay: 5,
};

/**
 * Lines for a video's description, by YouTube's rules: the first at 0:00, at least three, ascending,
 * each at least ten seconds long. Throws where so few are left.
 */
export function chaptersOf({ recording, marks, say }: ExportSheet): string {
  const chosen = chosenOf(marks, recording.duration);
  if (chosen.length + 1 < LEAST_CHAPTERS) throw new TooFewChaptersError();
  const lines = chosen.map(({ position, label }) => `${clockTime(position)} ${titleOf(label)}`);
  return `${[`0:00 ${say('marks.chapter-begin')}`, ...lines].join('\n')}\n`;
}

function chosenOf(marks: readonly ExportMark[], duration: number): readonly ExportMark[] {
  const ranked = marks
    .filter(({ kind }) => kind !== 'replay')
    .toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind] || beamsOf(b) - beamsOf(a));
  const chosen: ExportMark[] = [];
  for (const mark of ranked) {
    if (chosen.length + 1 >= MOST_CHAPTERS) break;
    const others = [0, ...chosen.map(({ position }) => wholeSecond(position))];
    const at = wholeSecond(mark.position);
    const isApart = others.every((other) => Math.abs(other - at) >= LEAST_APART_MS);
    if (isApart && duration - at >= LEAST_APART_MS) chosen.push(mark);
  }
  return chosen.toSorted((a, b) => a.position - b.position);
}

function beamsOf({ event }: ExportMark): number {
  return event?.kind === 'DONATION' ? (event.data.payAmount ?? 0) : 0;
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}

/** `3:07`, and `1:02:45` from an hour on. */
function clockTime(ms: number): string {
  const all = Math.floor(ms / 1_000);
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** YouTube refuses angle brackets, and a name such as "12:34" would be a chapter of its own. */
function titleOf(label: string): string {
  const harmless = label
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/(\d)[:：](?=\d)/g, '$1∶');
  return oneLine(harmless, LONGEST);
}
