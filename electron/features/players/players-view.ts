import {
  PLAYERS_NEXT_MOST,
  type PlayerRow,
  type PlayersDesk,
  type PlayersView,
  type PlayerView,
} from '../../../shared/contract/players.ts';
import type { Player, Players } from './players.ts';

const viewOf = ({ id, name, word }: Player): PlayerView => ({ id, name, word });

/** As viewers see it; null: it is over. */
export function playersView(id: number, players: Players): PlayersView | null {
  const { config, open, now, queue, endedAt } = players;
  if (endedAt !== null) return null;
  return {
    id,
    title: config.title,
    open: open && queue.length < config.size,
    team: config.team,
    now: now.map(viewOf),
    next: queue.slice(0, PLAYERS_NEXT_MOST).map(viewOf),
    waiting: queue.length,
  };
}

/** As the streamer sees it; null: it is over. */
export function playersDesk(id: number, players: Players): PlayersDesk | null {
  const { config, open, now, queue, turns, notes, endedAt } = players;
  if (endedAt !== null) return null;
  const row = (player: Player): PlayerRow => {
    const { subscriber, first, who } = player;
    return { ...viewOf(player), note: notes.get(who) ?? '', subscriber, first };
  };
  return { ...config, id, open, now: now.map(row), queue: queue.map(row), played: turns };
}
