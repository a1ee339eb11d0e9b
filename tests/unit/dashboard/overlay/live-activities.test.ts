import { describe, expect, it } from 'vitest';
import {
  COUNTERS,
  countersState,
  countersView,
  noCounters,
} from '../../../../electron/features/counters/counters.ts';
import {
  MISSIONS,
  missionsOf,
  missionsView,
  newMissions,
} from '../../../../electron/features/missions/missions.ts';
import {
  newPlayers,
  PLAYERS,
  type PlayersEntry,
} from '../../../../electron/features/players/players.ts';
import { playersDesk, playersView } from '../../../../electron/features/players/players-view.ts';
import { liveShows } from '../../../../renderer/dashboard/overlay/live-activities.ts';
import { sampleShows } from '../../../../renderer/dashboard/overlay/sample-activities.ts';
import { NO_SHOWS } from '../../../../shared/overlay/show-views.ts';

const NOTHING = {
  vote: null,
  draw: null,
  players: null,
  counters: null,
  subathon: null,
  missions: null,
  wheel: null,
};
const CONFIG = { title: '내전', size: 2, team: 1, priority: 'none', once: false } as const;

describe('the preview of what runs', () => {
  it('shows nothing where nothing runs', () => {
    expect(liveShows(NOTHING)).toEqual(NO_SHOWS);
  });

  it('shows votes, draws and clocks as viewers see them, and no draw that was taken off', () => {
    const { vote, draw, subathon, wheel } = sampleShows('en', 0);
    const known = {
      ...NOTHING,
      vote: { vote, last: null },
      subathon: { clock: subathon, last: null },
    };
    expect(liveShows({ ...known, draw: { draw, last: null } })).toMatchObject({
      vote,
      draw,
      subathon,
    });
    const turned = { config: null, spins: [], before: null, missed: 0 };
    const withWheel = (shown: typeof wheel) =>
      liveShows({ ...known, draw: null, wheel: { wheel: shown, ...turned } }).wheel;
    expect(withWheel(wheel)).toEqual(wheel);
    expect(withWheel(wheel && { ...wheel, endedAt: 1 })).toBeNull();
    const off = draw && { ...draw, cleared: true };
    expect(liveShows({ ...known, draw: { draw: off, last: null } }).draw).toBeNull();
  });

  it('shows the queue of players as viewers see it', () => {
    let players = newPlayers({ ...CONFIG, announce: false }, 0, null);
    const join = (who: string): PlayersEntry => ({
      type: 'join',
      who,
      name: who,
      word: 'w',
      subscriber: false,
    });
    for (const entry of [
      join('a'),
      join('b'),
      { type: 'call', count: 1, more: false },
      join('c'),
    ] as const) {
      players = PLAYERS.fold(players, entry).state;
      const desk = playersDesk(1, players);
      const shown = liveShows({ ...NOTHING, players: { desk, last: null } }).players;
      expect(shown).toMatchObject({ ...playersView(1, players) });
    }
  });

  it('shows counters and missions as viewers see them', () => {
    let counters = noCounters();
    let missions = newMissions({ open: false, leastBeams: 1, prefix: '', announce: false });
    const shown = () =>
      liveShows({
        ...NOTHING,
        counters: countersState(counters),
        missions: { board: { ...missions, missions: missionsOf(missions) }, last: null },
      });
    expect(shown()).toEqual(NO_SHOWS);
    for (const name of ['deaths', 'wins']) {
      const config = { name, words: [], target: null };
      counters = COUNTERS.fold(counters, { type: 'create', config }).state;
    }
    counters = COUNTERS.fold(counters, { type: 'show', counter: 1, shown: false }).state;
    for (const id of [1, 2, 3]) {
      const proposal = { at: 0, who: null, name: null, beams: 5, text: `mission ${id}` };
      missions = MISSIONS.fold(missions, { type: 'propose', id, ...proposal }).state;
    }
    missions = MISSIONS.fold(missions, { type: 'move', id: 1, to: 'waiting', endsAt: null }).state;
    missions = MISSIONS.fold(missions, { type: 'move', id: 3, to: 'running', endsAt: 5 }).state;
    expect(shown().missions).toEqual(missionsView(missions));
    expect(shown().counters).toMatchObject({ ...countersView(counters) });
  });
});
