import type { DisposableStore } from '../../base/disposables.ts';
import { type ShowFacts, startChatCommands } from '../chat-commands/index.ts';
import { type CountersFeature, startCounters } from '../counters/index.ts';
import { type DrawFeature, startDraw } from '../draw/index.ts';
import { startMissions } from '../missions/index.ts';
import { type PlayersFeature, startPlayers } from '../players/index.ts';
import { type ShowFeature, type ShowServices, startShow, WordOwners } from '../show/index.ts';
import { type SubathonFeature, startSubathon } from '../subathon/index.ts';
import { startVote, type VoteFeature } from '../vote/index.ts';
import { startWheel, type WheelFeature } from '../wheel/index.ts';

export { ShowSounds } from './show-sounds.ts';

type ShowKitServices = ShowServices &
  Omit<Parameters<typeof startChatCommands>[0], 'show' | 'facts' | 'ownerOf'> &
  Omit<Parameters<typeof startDraw>[0], 'show' | 'waitingPlayers' | 'ownerOf'>;

/**
 * Starts the show kit with all its activities, which go on where they were. `activities`: those
 * that viewers see, by the names of their views. Throws a `LedgerError`.
 */
export function startShowKit(services: ShowKitServices, owned: DisposableStore) {
  const show = startShow(services, owned);
  const parts = { ...services, show };
  const owners = new WordOwners();
  const players = startPlayers(parts, owned);
  const vote = startVote(parts, owned);
  const counters = startCounters({ ...parts, ownerOf: owners.besides('counters') }, owned);
  const subathon = startSubathon(parts, owned);
  const activities = {
    vote,
    draw: startDraw(
      { ...parts, waitingPlayers: players.waiting, ownerOf: owners.besides('draw') },
      owned,
    ),
    players,
    counters,
    subathon,
    missions: startMissions(parts, owned),
    wheel: startWheel(parts, owned),
  };
  const facts: ShowFacts = {
    counter: counters.valueOf,
    next: () => players.waiting()?.[0]?.name ?? null,
    leftMs: () => subathon.leftMs() ?? leftUntil(vote.endsAt(), services.clock.now()),
  };
  const ownerOf = owners.besides('chat-commands');
  const chatCommands = startChatCommands({ ...parts, facts, ownerOf }, owned);
  owners.add('vote', vote.takes);
  owners.add('draw', activities.draw.takes);
  owners.add('players', players.takes);
  owners.add('counters', counters.takes);
  owners.add('wheel', activities.wheel.takes);
  owners.add('chat-commands', chatCommands.takes);
  return {
    show,
    activities,
    chatCommands,
    hands: handsOf(show, activities),
  };
}

function leftUntil(at: number | null, now: number): number | null {
  return at === null ? null : Math.max(0, at - now);
}

/** For hotkeys. Each throws where there is nothing to do it to. */
export interface ShowHands {
  toggleQuiet(): Promise<void>;
  endVote(): Promise<void>;
  callPlayers(): void;
  countUp(): void;
  undoCount(): void;
  spinWheel(): void;
  drawNow(): Promise<void>;
  /** Stops the clock, or lets it go on. */
  toggleSubathon(): Promise<void>;
}

interface Played {
  readonly vote: Pick<VoteFeature, 'commands'>;
  readonly players: Pick<PlayersFeature, 'hands'>;
  readonly counters: Pick<CountersFeature, 'hands'>;
  readonly wheel: Pick<WheelFeature, 'hands'>;
  readonly draw: Pick<DrawFeature, 'commands'>;
  readonly subathon: Pick<SubathonFeature, 'commands' | 'view'>;
}

function handsOf(
  { commands, feeds }: Pick<ShowFeature, 'commands' | 'feeds'>,
  { vote, players, counters, wheel, draw, subathon }: Played,
): ShowHands {
  return {
    toggleQuiet: () => commands['show.set-quiet']({ quiet: !feeds.show.read().quiet }),
    endVote: () => vote.commands['vote.end']({}),
    callPlayers: () => players.hands.call(),
    countUp: () => counters.hands.add(1, 1),
    undoCount: () => counters.hands.undo(),
    spinWheel: () => wheel.hands.spin(),
    drawNow: () => draw.commands['draw.draw']({}),
    toggleSubathon: () => {
      const paused = !(subathon.view()?.time.paused ?? false);
      return subathon.commands['subathon.pause']({ paused });
    },
  };
}
