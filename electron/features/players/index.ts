import {
  type PLAYERS_COMMANDS,
  PLAYERS_NOW_MOST,
  type PlayersState,
  type PlayersView,
} from '../../../shared/contract/players.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import type { ShowFeature } from '../show/index.ts';
import { isPlayersCommand, newPlayers, PLAYERS, type Player } from './players.ts';
import {
  NobodyWaitsError,
  NoPlayersQueueError,
  PlayerGoneError,
  PlayersRunningError,
  TooManyPlayersError,
} from './players-errors.ts';
import { playersDesk, playersView } from './players-view.ts';

export type WaitingPlayer = Pick<Player, 'who' | 'name' | 'subscriber'>;

export interface PlayersFeature extends Feature<typeof PLAYERS_COMMANDS, 'players'> {
  /** As viewers see it; the same object until it changes. null: none. */
  readonly view: () => PlayersView | null;
  readonly onChange: Subscribe<void>;
  /** Who waits, the next one first; null: no queue runs. */
  readonly waiting: () => readonly WaitingPlayer[] | null;
  /** Whether it answers to `!name`, open or not. */
  readonly takes: (name: string) => boolean;
  /** For hotkeys. `call`: the next ones; throws where nobody waits. */
  readonly hands: { call(): void };
}

type PlayersServices = Pick<Services, 'clock'> & { readonly show: Pick<ShowFeature, 'run'> };

interface Views {
  readonly state: PlayersState;
  readonly view: PlayersView | null;
}

/** Starts the queue of viewers who want to play along. */
export function startPlayers(
  { show, clock }: PlayersServices,
  owned: DisposableStore,
): PlayersFeature {
  const runner = show.run(PLAYERS);
  let views: Views | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      views = null;
    }),
  );
  const read = (): Views => {
    const { id, state: players } = runner;
    views ??=
      players === null || id === null
        ? { state: { desk: null, last: null }, view: null }
        : {
            state: { desk: playersDesk(id, players), last: players.config },
            view: playersView(id, players),
          };
    return views;
  };
  const running = () => {
    if (runner.state === null || runner.isOver) throw new NoPlayersQueueError();
    return runner.state;
  };
  const find = (players: readonly Player[], id: number): void => {
    if (!players.some((player) => player.id === id)) throw new PlayerGoneError();
  };
  const checkRoom = (playing: number): void => {
    if (playing >= PLAYERS_NOW_MOST) throw new TooManyPlayersError(PLAYERS_NOW_MOST);
  };
  const call = (count: number, more: boolean): void => {
    const { queue, now } = running();
    if (queue.length === 0) throw new NobodyWaitsError();
    if (more) checkRoom(now.length);
    runner.put({ type: 'call', count, more });
  };
  return {
    view: () => read().view,
    onChange: runner.onChange,
    takes: isPlayersCommand,
    waiting: () => (runner.isOver ? null : (runner.state?.queue ?? null)),
    hands: { call: () => call(running().config.team, false) },
    commands: {
      'players.begin': async (config) => {
        if (!runner.isOver) throw new PlayersRunningError();
        runner.begin(newPlayers(config, clock.now(), runner.state));
        runner.put({ type: 'open', open: true });
      },
      'players.end': async () => {
        running();
        runner.put({ type: 'end', at: clock.now() });
      },
      'players.open': async ({ open }) => {
        if (running().open !== open) runner.put({ type: 'open', open });
      },
      'players.call': async ({ count, more }) => call(count, more),
      'players.pick': async ({ player }) => {
        const { queue, now } = running();
        find(queue, player);
        checkRoom(now.length);
        runner.put({ type: 'pick', player });
      },
      'players.done': async () => {
        if (running().now.length > 0) runner.put({ type: 'done' });
      },
      'players.absent': async ({ player, to }) => {
        find(running().now, player);
        runner.put({ type: 'absent', player, to });
      },
      'players.move': async ({ player, to }) => {
        find(running().queue, player);
        runner.put({ type: 'move', player, to });
      },
      'players.remove': async ({ player }) => {
        find(running().queue, player);
        runner.put({ type: 'remove', player });
      },
      'players.note': async ({ player, note }) => {
        const { queue, now } = running();
        find([...queue, ...now], player);
        runner.put({ type: 'note', player, note });
      },
    },
    feeds: { players: { read: () => read().state, onChange: runner.onChange } },
  };
}
