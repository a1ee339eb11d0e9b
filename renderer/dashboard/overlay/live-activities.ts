import type { MissionsState } from '../../../shared/contract/missions.ts';
import { PLAYERS_NEXT_MOST, type PlayersState } from '../../../shared/contract/players.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import type { DashboardState } from '../../stores/dashboard-store.ts';

type Known = Pick<DashboardState, keyof ShowViews>;

/** Activities as viewers see them, from what the dashboard knows of them. */
export function liveShows(known: Known): ShowViews {
  const { vote, draw, players, counters, subathon, missions, wheel } = known;
  const counted = counters?.counters.filter(({ shown }) => shown) ?? [];
  return {
    vote: vote?.vote ?? null,
    draw: draw?.draw && !draw.draw.cleared ? draw.draw : null,
    players: playersOf(players?.desk ?? null),
    counters: counted.length > 0 ? { counters: counted } : null,
    subathon: subathon?.clock ?? null,
    missions: missionsOf(missions?.board ?? null),
    wheel: wheel?.wheel?.endedAt === null ? wheel.wheel : null,
  };
}

function playersOf(desk: PlayersState['desk']): ShowViews['players'] {
  if (!desk) return null;
  const { id, title, open, size, team, now, queue } = desk;
  const next = queue.slice(0, PLAYERS_NEXT_MOST);
  return { id, title, open: open && queue.length < size, team, now, next, waiting: queue.length };
}

function missionsOf(board: MissionsState['board']): ShowViews['missions'] {
  if (!board) return null;
  const { config, counts, missions: all } = board;
  const { leastBeams, prefix, open } = config;
  const of = (wanted: 'running' | 'waiting') => all.filter(({ status }) => status === wanted);
  const missions = [...of('running'), ...of('waiting')];
  return open || missions.length > 0 ? { leastBeams, prefix, open, missions, counts } : null;
}
