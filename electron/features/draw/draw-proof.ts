import { FAIR_VERSION } from '../show/index.ts';
import type { Draw } from './draw-state.ts';

/** Line breaks and what steers terminals: each entrant is one line. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * All that is needed to draw again and get the same, for docs/check-draw.sh: how the lines are read
 * is said in docs/fairness.md. In English in every language, as programs read it.
 */
export function proofOf(id: number, draw: Draw): string {
  const { config, seed, commitment, entrants, drawn, beganAt, closedAt, endedAt } = draw;
  const lineOf = (place: number) => {
    const { seq = null, name = null } = entrants[place] ?? {};
    return `${place + 1} ${seq ?? '-'} ${oneLine(name ?? '-')}`;
  };
  const won = drawn.filter(({ state }) => state === 'won');
  const lines = [
    'stagelight: draw',
    'check: docs/fairness.md and docs/check-draw.sh of Stagelight',
    `algorithm: ${FAIR_VERSION}`,
    `draw: ${id}`,
    `title: ${oneLine(config.title)}`,
    `entry: ${config.entry.by}`,
    `began: ${timeText(beganAt)}`,
    `closed: ${timeText(closedAt)}`,
    `ended: ${timeText(endedAt)}`,
    `commitment: ${commitment}`,
    `seed: ${seed}`,
    `entrants: ${entrants.length}`,
    ...entrants.map((_, place) => `entrant: ${lineOf(place)}`),
    ...drawn.map(({ entrant }) => `drawn: ${lineOf(entrant)}`),
    ...won.map(({ entrant }) => `winner: ${lineOf(entrant)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(UNPRINTED, ' ').toWellFormed().trim();
}

function timeText(at: number | null): string {
  return at === null ? '-' : new Date(at).toISOString();
}
