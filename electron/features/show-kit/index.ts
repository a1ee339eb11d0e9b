import type { DisposableStore } from '../../base/disposables.ts';
import { startChatCommands } from '../chat-commands/index.ts';
import { type CountersFeature, startCounters } from '../counters/index.ts';
import { startDraw } from '../draw/index.ts';
import { startMissions } from '../missions/index.ts';
import { type PlayersFeature, startPlayers } from '../players/index.ts';
import { type ShowFeature, type ShowServices, startShow } from '../show/index.ts';
import { startSubathon } from '../subathon/index.ts';
import { startVote, type VoteFeature } from '../vote/index.ts';
import { startWheel, type WheelFeature } from '../wheel/index.ts';

type ShowKitServices = ShowServices &
  Omit<Parameters<typeof startChatCommands>[0], 'show'> &
  Omit<Parameters<typeof startDraw>[0], 'show'>;

/**
 * Starts the show kit with all its activities, which go on where they were. `activities`: those
 * that viewers see, by the names of their views. Throws a `LedgerError`.
 */
export function startShowKit(services: ShowKitServices, owned: DisposableStore) {
  const show = startShow(services, owned);
  const parts = { ...services, show };
  const activities = {
    vote: startVote(parts, owned),
    draw: startDraw(parts, owned),
    players: startPlayers(parts, owned),
    counters: startCounters(parts, owned),
    subathon: startSubathon(parts, owned),
    missions: startMissions(parts, owned),
    wheel: startWheel(parts, owned),
  };
  return {
    show,
    activities,
    chatCommands: startChatCommands(parts, owned),
    hands: handsOf(show, activities),
  };
}

/** For hotkeys. Each throws where there is nothing to do it to. */
export interface ShowHands {
  toggleQuiet(): Promise<void>;
  endVote(): Promise<void>;
  callPlayers(): void;
  countUp(): void;
  undoCount(): void;
  spinWheel(): void;
}

interface Played {
  readonly vote: Pick<VoteFeature, 'commands'>;
  readonly players: Pick<PlayersFeature, 'hands'>;
  readonly counters: Pick<CountersFeature, 'hands'>;
  readonly wheel: Pick<WheelFeature, 'hands'>;
}

function handsOf(
  { commands, feeds }: Pick<ShowFeature, 'commands' | 'feeds'>,
  { vote, players, counters, wheel }: Played,
): ShowHands {
  return {
    toggleQuiet: () => commands['show.set-quiet']({ quiet: !feeds.show.read().quiet }),
    endVote: () => vote.commands['vote.end']({}),
    callPlayers: () => players.hands.call(),
    countUp: () => counters.hands.add(1, 1),
    undoCount: () => counters.hands.undo(),
    spinWheel: () => wheel.hands.spin(),
  };
}
