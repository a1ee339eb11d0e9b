import type { Settings } from '../../shared/settings.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { ChatKeeper } from '../events/chat-keeper.ts';
import { ChatPruner } from '../events/chat-pruner.ts';
import type { Ledger } from '../ledger/ports.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { NoticeBoard } from './notice-board.ts';

export interface ChatLogParts {
  readonly ledger: Pick<Ledger, 'chat'>;
  readonly settings: Pick<SettingsKeeper, 'get' | 'onChange'>;
  readonly notices: Pick<NoticeBoard, 'add'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What viewers said, on its way into the books and out of them again. */
export interface ChatLog extends Disposable, Pick<ChatKeeper, 'add' | 'flush'> {}

/**
 * Keeps the chat as long as the settings say. End it after what it is told of and before the ledger:
 * the last messages come from the hub's own end.
 */
export function chatLog({ ledger, settings, notices, clock, log }: ChatLogParts): ChatLog {
  const books = ledger.chat;
  const owned = new DisposableStore();
  let days = settings.get().chatLog.days;
  const keeper = owned.add(
    new ChatKeeper({
      ...{ clock, log, books },
      keeps: () => days > 0,
      onProblem: (problem) => notices.add(problem, 'error'),
    }),
  );
  const pruner = owned.add(new ChatPruner({ clock, log, books, days: () => days }));
  owned.add(
    settings.onChange((now: Settings) => {
      if (now.chatLog.days === days) return;
      days = now.chatLog.days;
      // What waits goes where the rest goes: in, and out again with it.
      keeper.flush();
      pruner.look();
    }),
  );
  return {
    add: (events) => keeper.add(events),
    flush: () => keeper.flush(),
    dispose: () => owned.dispose(),
  };
}
