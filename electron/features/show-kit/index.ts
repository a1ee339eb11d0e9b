import type { DisposableStore } from '../../base/disposables.ts';
import { type ChatCommandsFeature, startChatCommands } from '../chat-commands/index.ts';
import { type ShowFeature, type ShowServices, startShow } from '../show/index.ts';
import { startVote } from '../vote/index.ts';

/** The show kit with all its activities, by the names of their views. */
export interface ShowKit {
  readonly show: ShowFeature;
  readonly activities: { readonly vote: ReturnType<typeof startVote> };
  readonly chatCommands: ChatCommandsFeature;
}

type ShowKitServices = ShowServices & Omit<Parameters<typeof startChatCommands>[0], 'show'>;

/** Starts the show kit: every activity goes on where it was. Throws a `LedgerError`. */
export function startShowKit(services: ShowKitServices, owned: DisposableStore): ShowKit {
  const show = startShow(services, owned);
  const parts = { ...services, show };
  return {
    show,
    activities: { vote: startVote(parts, owned) },
    chatCommands: startChatCommands(parts, owned),
  };
}
