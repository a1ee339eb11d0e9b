import type { DrawnView, DrawView } from '../../../shared/contract/draw.ts';
import { type Draw, isFull, phaseOf } from './draw-state.ts';

/** Names that pages show of the entrants. */
const NAMES_SHOWN = 20;

/** As pages and viewers see it: nothing in it tells who will be drawn. */
export function drawView(id: number, draw: Draw): DrawView {
  const { config, commitment, closesAt, closedAt, endedAt, cleared } = draw;
  const { title, entry, subscribersOnly, winners, answer, answerSeconds } = config;
  return {
    id,
    title,
    entry,
    subscribersOnly,
    winners,
    answer,
    answerSeconds,
    phase: phaseOf(draw),
    commitment,
    seed: endedAt === null ? null : draw.seed,
    closesAt: closedAt === null ? closesAt : null,
    entrantCount: draw.entrants.length,
    full: isFull(draw),
    names: namesOf(draw),
    drawn: drawnOf(draw),
    endedAt,
    cleared,
  };
}

/** The newest first; from everywhere once nobody else can enter. */
function namesOf(draw: Draw): readonly string[] {
  const { entrants, closedAt } = draw;
  const step = closedAt === null ? 1 : Math.max(1, entrants.length / NAMES_SHOWN);
  const count = Math.min(entrants.length, NAMES_SHOWN);
  const places = Array.from({ length: count }, (_, at) => Math.floor(at * step));
  return places.flatMap((back) => entrants[entrants.length - 1 - back]?.name ?? []);
}

function drawnOf({ drawn, entrants }: Draw): readonly DrawnView[] {
  return drawn.flatMap(({ entrant, state, until }) => {
    const name = entrants[entrant]?.name ?? '';
    return state === 'hidden' ? [] : [{ entrant: entrant + 1, name, state, until }];
  });
}
