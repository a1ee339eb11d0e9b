import { FAIR_VERSION } from '../show/index.ts';
import type { Wheel } from './wheel-state.ts';

/** Line breaks and what steers terminals: each section is one line. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * All that is needed to spin again and get the same, for docs/check-wheel.sh: how the lines are read
 * is said in docs/fairness.md. In English in every language, as programs read it.
 */
export function wheelProof(id: number, wheel: Wheel): string {
  const { config, seed, commitment, spins, beganAt, endedAt } = wheel;
  const lines = [
    'stagelight: wheel',
    'check: docs/fairness.md and docs/check-wheel.sh of Stagelight',
    `algorithm: ${FAIR_VERSION}`,
    `wheel: ${id}`,
    `title: ${oneLine(config.title)}`,
    `began: ${timeText(beganAt)}`,
    `ended: ${timeText(endedAt)}`,
    `commitment: ${commitment}`,
    `seed: ${seed}`,
    `sections: ${config.sections.length}`,
    ...config.sections.map(
      ({ name, weight }, place) => `section: ${place + 1} ${weight} ${oneLine(name)}`,
    ),
    `spins: ${spins.length}`,
    ...spins.map(
      ({ section, at, by }, place) =>
        `spin: ${place + 1} ${section + 1} ${timeText(at)} ${by} ${oneLine(config.sections[section]?.name ?? '-')}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(UNPRINTED, ' ').toWellFormed().trim();
}

function timeText(at: number | null): string {
  return at === null ? '-' : new Date(at).toISOString();
}
