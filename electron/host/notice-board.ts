import type { Problem } from '../../shared/problem.ts';
import type { Notice } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/emitter.ts';
import { sayProblem } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';

const MOST = 50;

/** Notices for the streamer to dismiss: one per problem, latest first. */
export class NoticeBoard {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #changes = new Emitter<readonly Notice[]>((failure) =>
    this.#log.error('a notice listener failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  #notices: readonly Notice[] = [];

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  get all(): readonly Notice[] {
    return this.#notices;
  }

  /** A repeated problem moves its notice to the top. */
  add(problem: Problem, level: Notice['level'] = 'warn'): void {
    this.#log[level](`notice: ${sayProblem(problem, 'en').what}`, { problem: problem.code });
    const notice: Notice = { id: problem.code, level, at: this.#clock.now(), problem };
    this.#set([notice, ...this.#notices.filter(({ id }) => id !== notice.id)].slice(0, MOST));
  }

  dismiss(id: string): void {
    this.#set(this.#notices.filter((notice) => notice.id !== id));
  }

  #set(notices: readonly Notice[]): void {
    this.#notices = notices;
    this.#changes.fire(notices);
  }
}
