import { type REPLAY_COMMANDS, REPLAY_PARTS } from '../../../shared/contract/replay.ts';
import type { CommandHandlers } from '../../server/ports.ts';
import type { BroadcastRecord, BroadcastRepository } from './broadcast-repository.ts';

interface ReplayParts {
  readonly broadcasts: BroadcastRepository;
  /** Writes pending events to the ledger. */
  readonly flush: () => void | Promise<void>;
}

export function replayCommands({
  broadcasts,
  flush,
}: ReplayParts): CommandHandlers<keyof typeof REPLAY_COMMANDS> {
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
