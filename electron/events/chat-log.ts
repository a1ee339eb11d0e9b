import type { StageEvent } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { NoticeBoard } from '../host/notice-board.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { ChatMessage, ChatRepository } from './chat-repository.ts';

interface ChatLogParts {
  readonly ledger: Pick<Ledger, 'chat'>;
  readonly settings: Pick<SettingsKeeper, 'get' | 'onChange'>;
  readonly notices: Pick<NoticeBoard, 'add'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export type ChatLog = ReturnType<typeof chatLog>;

/**
 * Writes chat messages to the ledger and deletes them after their time. Dispose it after the hub,
 * whose end sends the last messages, and before the ledger.
 */
export function chatLog({ ledger, settings, notices, clock, log }: ChatLogParts) {
  const repository = ledger.chat;
  const owned = new DisposableStore();
  let days = settings.get().chatLog.days;
  const keeper = owned.add(
    new ChatKeeper({
      clock,
      log,
      repository,
      keeps: () => days > 0,
      onProblem: (problem) => notices.add(problem, 'error'),
    }),
  );
  const pruner = owned.add(new ChatPruner({ clock, log, repository, days: () => days }));
  owned.add(
    settings.onChange((now) => {
      if (now.chatLog.days === days) return;
      days = now.chatLog.days;
      // Waiting messages are written first, so that they are deleted with the rest.
      keeper.flush();
      pruner.look();
    }),
  );
  return {
    add: (events: readonly StageEvent[]) => keeper.add(events),
    flush: () => keeper.flush(),
    dispose: () => owned.dispose(),
  };
}

interface ChatKeeperOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: Pick<ChatRepository, 'record'>;
  readonly keeps: () => boolean;
  /** Receives a disk failure once, and again only after a success in between. */
  readonly onProblem: (problem: Problem) => void;
}

export const GATHER_MS = 1_000;
/** Most messages in one transaction, so that the thread is not blocked for long. */
export const MOST_AT_ONCE = 500;
export const RETRY_MS = 5_000;
/** Most messages kept while the disk refuses; older ones are dropped. */
export const MOST_WAITING = 5_000;

/** Writes chat some time after it is shown; failures block nothing. Tests are not kept. */
export class ChatKeeper implements Disposable {
  readonly #options: ChatKeeperOptions;
  readonly #timers: NamedTimers;
  #waiting: ChatMessage[] = [];
  #isSoon = false;
  #failing = false;
  #lost = 0;
  #disposed = false;

  constructor(options: ChatKeeperOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  add(events: readonly StageEvent[]): void {
    if (this.#disposed || !this.#options.keeps()) return;
    for (const event of events) {
      if (event.kind !== 'CHAT' || event.origin !== 'platform') continue;
      this.#waiting.push(event as ChatMessage);
    }
    if (this.#failing) this.#giveUpOldest();
    this.#plan();
  }

  /** Writes waiting messages before a read. Never throws. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#write()) {
      // One transaction after the other.
    }
    this.#plan();
  }

  /** Writes waiting messages; those that the disk refuses are lost, and their number is logged. */
  dispose(): void {
    if (this.#disposed) return;
    this.flush();
    this.#disposed = true;
    this.#timers.dispose();
    this.#lost += this.#waiting.length;
    this.#waiting = [];
    if (this.#lost > 0) {
      this.#options.log.error('chat: messages are not in the books', { lost: this.#lost });
    }
  }

  #plan(): void {
    if (this.#waiting.length === 0 || this.#disposed) {
      this.#timers.dispose();
      return;
    }
    const isSoon = !this.#failing && this.#waiting.length >= MOST_AT_ONCE;
    if (this.#timers.has('write') && (this.#isSoon || !isSoon)) return;
    this.#isSoon = isSoon;
    // Not within this turn: its events have yet to be shown.
    const wait = isSoon ? 0 : this.#failing ? RETRY_MS : GATHER_MS;
    this.#timers.set('write', wait, () => {
      this.#write();
      this.#plan();
    });
  }

  #write(): boolean {
    const { repository, log, onProblem } = this.#options;
    try {
      repository.record(this.#waiting.slice(0, MOST_AT_ONCE));
    } catch (failure) {
      if (!this.#failing) {
        this.#failing = true;
        log.error('chat: cannot be written', { failure });
        onProblem(problemOf(failure));
      }
      this.#giveUpOldest();
      return false;
    }
    this.#waiting = this.#waiting.slice(MOST_AT_ONCE);
    if (this.#failing) log.info('chat: writing works again', { lost: this.#lost });
    this.#failing = false;
    return true;
  }

  #giveUpOldest(): void {
    const over = this.#waiting.length - MOST_WAITING;
    if (over <= 0) return;
    this.#waiting.splice(0, over);
    this.#lost += over;
  }
}

interface ChatPrunerOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: Pick<ChatRepository, 'prune'>;
  readonly days: () => number;
}

export const FIRST_LOOK_MS = 10_000;
export const PERIOD_MS = 3_600_000;
export const ROWS_AT_ONCE = 500;
export const PAUSE_MS = 100;

const DAY_MS = 86_400_000;

/** Deletes expired messages from the ledger every hour, in small steps. */
export class ChatPruner implements Disposable {
  readonly #options: ChatPrunerOptions;
  readonly #timers: NamedTimers;
  #disposed = false;

  constructor(options: ChatPrunerOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
    this.#wait(FIRST_LOOK_MS);
  }

  look(): void {
    this.#wait(PAUSE_MS);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
  }

  #wait(ms: number): void {
    if (!this.#disposed) this.#timers.set('step', ms, () => this.#step());
  }

  #step(): void {
    const { clock, log, repository, days } = this.#options;
    try {
      const before = clock.now() - days() * DAY_MS;
      const gone = repository.prune(before, ROWS_AT_ONCE);
      this.#wait(gone === ROWS_AT_ONCE ? PAUSE_MS : PERIOD_MS);
    } catch (failure) {
      log.warn('chat: old messages could not be taken out', { failure });
      this.#wait(PERIOD_MS);
    }
  }
}
