import { isOut, leftAt } from '../../shared/overlay/subathon-clock.ts';
import { clockText, type DeckState } from './deck-row.ts';

/** Single values of the app, for programs that put them into texts of the streamer's own. */
export interface DeckFact {
  /** Programs keep it: it never changes. Its name is `decks.fact.ID`. */
  readonly id: string;
  readonly read: (state: DeckState, now: number) => string | number | boolean;
}

/** The option in front; null: nobody has voted, or several are. */
function leaderOf({ activities }: DeckState) {
  const options = activities?.vote?.options ?? [];
  const best = Math.max(0, ...options.map(({ votes }) => votes));
  const first = options.filter(({ votes }) => votes === best);
  return best > 0 && first.length === 1 ? (first[0] ?? null) : null;
}

function percentOf(state: DeckState): number {
  const all = (state.activities?.vote?.options ?? []).reduce((sum, { votes }) => sum + votes, 0);
  return all === 0 ? 0 : Math.round(((leaderOf(state)?.votes ?? 0) / all) * 100);
}

function subathonText({ activities }: DeckState, now: number): string {
  const time = activities?.subathon?.time;
  if (!time) return '';
  return clockText(isOut(time, now) ? 0 : leftAt(time, now));
}

const playing = ({ alerts }: DeckState) => alerts?.list.find(({ stage }) => stage === 'playing');

/** A new one is one more row. */
export const DECK_FACTS: readonly DeckFact[] = [
  { id: 'connection', read: ({ connection }) => connection?.state ?? '' },
  { id: 'on_air', read: ({ stream }) => stream?.onAir ?? false },
  { id: 'stream_title', read: ({ stream }) => stream?.title ?? '' },
  { id: 'alerts_paused', read: ({ alerts }) => alerts?.paused ?? false },
  { id: 'alerts_waiting', read: ({ alerts }) => alerts?.waiting ?? 0 },
  { id: 'alerts_held', read: ({ alerts }) => alerts?.held ?? 0 },
  { id: 'alerts_missed', read: ({ alerts }) => alerts?.missed ?? 0 },
  { id: 'alerts_volume', read: ({ alerts }) => Math.round((alerts?.volume ?? 1) * 100) },
  { id: 'alert_name', read: (state) => playing(state)?.name ?? '' },
  { id: 'alert_amount', read: (state) => playing(state)?.amount ?? '' },
  { id: 'quiet', read: ({ activities }) => activities?.quiet ?? false },
  { id: 'vote_title', read: ({ activities }) => activities?.vote?.title ?? '' },
  { id: 'vote_leader', read: (state) => leaderOf(state)?.label ?? '' },
  { id: 'vote_percent', read: percentOf },
  { id: 'vote_voters', read: ({ activities }) => activities?.vote?.voterCount ?? 0 },
  { id: 'draw_entrants', read: ({ activities }) => activities?.draw?.entrantCount ?? 0 },
  { id: 'players_waiting', read: ({ activities }) => activities?.players?.waiting ?? 0 },
  { id: 'players_next', read: ({ activities }) => activities?.players?.next[0]?.name ?? '' },
  { id: 'wheel_result', read: ({ activities }) => activities?.wheel?.turn?.result?.name ?? '' },
  { id: 'subathon_clock', read: subathonText },
  { id: 'obs_scene', read: ({ obs }) => obs?.scene ?? '' },
  { id: 'obs_streaming', read: ({ obs }) => obs?.streaming ?? false },
  { id: 'obs_recording', read: ({ obs }) => obs?.recording ?? false },
];
