import { join } from 'node:path';
import type { REPORTS_COMMANDS } from '../../shared/contract/reports.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Turns } from '../base/slices.ts';
import { BooksDesk } from '../books/books-desk.ts';
import { SearchKeeper } from '../books/search-keeper.ts';
import type { CommandHandlers } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface BooksRoom {
  readonly commands: CommandHandlers<keyof typeof REPORTS_COMMANDS>;
}

export function booksRoom(parts: ControlParts, owned: DisposableStore): BooksRoom {
  const { ledger, chat, hub, alerts } = parts;
  const { clock, log, settings } = parts.options;
  const search = owned.add(new SearchKeeper({ clock, log, books: ledger.search }));
  owned.add(hub.onBatch(() => search.look()));
  const turns = new Turns();
  const desk = new BooksDesk({
    ledger,
    search,
    settings,
    flush: () => hub.handedOn().then(chat.flush),
    forget: (channelId) => {
      hub.forget(channelId);
      alerts.forget(channelId);
    },
    pause: () => turns.next(),
    clock,
    folder: join(parts.options.dataDir, 'exports'),
  });
  return { commands: desk.commands };
}
