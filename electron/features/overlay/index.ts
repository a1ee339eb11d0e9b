import type { OVERLAY_COMMANDS } from '../../../shared/contract/overlay.ts';
import { type REPLAY_COMMANDS, REPLAY_PARTS } from '../../../shared/contract/replay.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { CommandHandlers } from '../../server/ports.ts';
import type { Feature, Services } from '../feature.ts';
import { Broadcast } from './broadcast.ts';
import type { BroadcastRecord, BroadcastRepository } from './broadcast-repository.ts';
import { FiguresBoard } from './figures-board.ts';
import { layoutCommands, switchLayout } from './layout-commands.ts';

export type { BroadcastRecord, BroadcastRepository } from './broadcast-repository.ts';
export type { FigureRepository } from './figure-repository.ts';
export { dayStart, monthStart } from './figures-board.ts';
export { addedTo, Ranking, Sums } from './sums.ts';

export interface OverlayFeature
  extends Feature<typeof OVERLAY_COMMANDS & typeof REPLAY_COMMANDS, 'overlay' | 'figures'> {
  readonly broadcast: Broadcast;
  readonly figures: FiguresBoard;
  /** Puts the layout at that place (from 1) on air; without one there, nothing changes. */
  readonly switchLayout: (to: number | 'next') => Promise<void>;
}

type OverlayServices = Pick<
  Services,
  'ledger' | 'hub' | 'chat' | 'overlaySettings' | 'clock' | 'log'
>;

/** Starts the overlay feature: the layout's sums, and replays of a broadcast in a preview. */
export function startOverlay(services: OverlayServices, owned: DisposableStore): OverlayFeature {
  const { ledger, hub, chat, overlaySettings } = services;
  const repository = ledger.figures;
  const broadcast = owned.add(new Broadcast({ ...services, repository }));
  const figures = owned.add(
    new FiguresBoard({
      ...services,
      repository,
      layout: { get: () => overlaySettings.get().layout, onChange: overlaySettings.onChange },
      lastSeq: () => hub.writtenSeq,
      onEvents: (listener) => hub.onBatch(({ events }) => listener(events)),
      broadcast,
    }),
  );
  const flush = () => hub.handedOn().then(chat.flush);
  return {
    broadcast,
    figures,
    switchLayout: (to) => switchLayout(overlaySettings, to),
    commands: {
      ...layoutCommands(overlaySettings),
      ...overlayCommands({ overlaySettings, broadcast }),
      ...replayCommands({ broadcasts: ledger.broadcasts, flush }),
    },
    feeds: {
      overlay: { read: () => overlaySettings.get(), onChange: overlaySettings.onChange },
      figures: { read: () => figures.read(), onChange: figures.onChange },
    },
  };
}

export function overlayCommands({
  overlaySettings,
  broadcast,
}: {
  readonly overlaySettings: Pick<Services['overlaySettings'], 'set'>;
  readonly broadcast: Pick<Broadcast, 'begin'>;
}): CommandHandlers<'overlay.set' | 'broadcast.begin'> {
  return {
    'overlay.set': (change) => overlaySettings.set(change),
    'broadcast.begin': async () => ({ beganAt: broadcast.begin() }),
  };
}

/** Commands for reading a past broadcast. */
export function replayCommands({
  broadcasts,
  flush,
}: {
  readonly broadcasts: BroadcastRepository;
  readonly flush: () => void | Promise<void>;
}): CommandHandlers<keyof typeof REPLAY_COMMANDS> {
  const find = async (which: 'last' | number): Promise<BroadcastRecord | null> => {
    await flush();
    return which === 'last' ? broadcasts.lastWithEvents() : broadcasts.find(which);
  };
  return {
    'broadcast.outline': async ({ broadcast }) => {
      const found = await find(broadcast);
      const span = found && broadcasts.span(found);
      if (!found || !span) return { outline: null };
      const { firstAt, lastAt } = span;
      const marks = broadcasts.marks(found, REPLAY_PARTS);
      return { outline: { ...found, firstAt, lastAt, marks } };
    },
    'broadcast.events': async ({ broadcast, after, limit, from }) => {
      const found = await find(broadcast);
      if (!found) return { events: [], next: null, beganAt: null, endedAt: null };
      const { beganAt, endedAt } = found;
      const { events, next } = broadcasts.events(found, { after, limit, from: from ?? null });
      return { events, next, beganAt, endedAt };
    },
  };
}
