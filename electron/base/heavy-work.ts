import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';
import { StagelightError } from './errors.ts';

/** What a thread of its own does for us: by name, what it is given and what comes of it. */
export type Jobs<J> = {
  readonly [N in keyof J]: { readonly args: unknown; readonly result: unknown };
};

/** The work itself, as it runs in the thread. `onShare` says how much is done, from 0 to 1. */
export type JobTable<J extends Jobs<J>> = {
  readonly [N in keyof J]: (
    args: J[N]['args'],
    onShare: (share: number) => void,
  ) => Promise<J[N]['result']>;
};

export interface HeavyWorkOptions {
  /** The built (or, in tests, the source) file that calls `answerWork`. */
  readonly file: string;
  readonly clock: Clock;
}

export interface JobOptions {
  /** After so long the work is given up, milliseconds. */
  readonly limitMs: number;
  /** Gives the work up. */
  readonly signal?: AbortSignal;
  readonly onShare?: (share: number) => void;
}

/** What a job may hold in memory at most, MiB: hostile input ends the thread, not the app. */
const MOST_MEMORY_MIB = 768;

type Said =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'failed'; readonly problem: Problem | null; readonly text: string };

/** The work was not brought to its end in time, or was given up. What it had begun is to be tidied. */
export class WorkEndedError extends StagelightError {
  readonly why: 'too-long' | 'given-up';

  constructor(why: 'too-long' | 'given-up') {
    super({ code: `work-${why}` as const });
    this.why = why;
  }
}

/** An error with a cause and a cure that was thrown in the thread. */
export class CarriedError extends StagelightError {}

/**
 * Runs what may take long in threads of its own, one a job, so that the core goes on meanwhile. A job
 * that is given up ends with its thread.
 */
export class HeavyWork<J extends Jobs<J>> implements Disposable {
  readonly #options: HeavyWorkOptions;
  readonly #ending = new AbortController();

  constructor(options: HeavyWorkOptions) {
    this.#options = options;
  }

  /** Throws `CarriedError` with the problem of the job, `WorkEndedError`, or an error that nobody expected. */
  run<N extends keyof J & string>(
    name: N,
    args: J[N]['args'],
    { limitMs, signal, onShare }: JobOptions,
  ): Promise<J[N]['result']> {
    const { file, clock } = this.#options;
    const ends = [this.#ending.signal, ...(signal ? [signal] : [])];
    if (ends.some(({ aborted }) => aborted)) return Promise.reject(new WorkEndedError('given-up'));
    return new Promise((resolve, reject) => {
      const worker = new Worker(file, {
        workerData: { name, args },
        // What the app itself was started with is not for its threads.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MIB },
      });
      const over = (settle: () => void): void => {
        limit.dispose();
        for (const end of ends) end.removeEventListener('abort', giveUp);
        worker.removeAllListeners();
        // What it says on its way out is of no interest any more.
        worker.on('error', () => undefined);
        void worker.terminate();
        settle();
      };
      const giveUp = (): void => over(() => reject(new WorkEndedError('given-up')));
      const limit = clock.setTimeout(
        () => over(() => reject(new WorkEndedError('too-long'))),
        limitMs,
      );
      for (const end of ends) end.addEventListener('abort', giveUp);
      worker.on('message', (said: Said) => {
        if (said.type === 'share') onShare?.(said.share);
        else if (said.type === 'done') over(() => resolve(said.result));
        else over(() => reject(failureOf(said)));
      });
      worker.on('error', (failure) => over(() => reject(failure)));
      worker.on('exit', (code) => over(() => reject(new Error(`the thread ended with ${code}`))));
    });
  }

  /** Gives up everything that is under way; nothing begins after it. */
  dispose(): void {
    this.#ending.abort();
  }
}

function failureOf({ problem, text }: Extract<Said, { type: 'failed' }>): Error {
  return problem === null ? new Error(text) : new CarriedError(problem, { cause: text });
}

/** Called by the thread's own file: does the one job that it was made for, and says what came of it. */
export async function answerWork<J extends Jobs<J>>(table: JobTable<J>): Promise<void> {
  const { name, args } = workerData as { readonly name: keyof J; readonly args: unknown };
  const say = (said: Said): void => parentPort?.postMessage(said);
  try {
    const result = await table[name](args, (share) => say({ type: 'share', share }));
    say({ type: 'done', result });
  } catch (failure) {
    const problem = failure instanceof StagelightError ? failure.problem : null;
    say({ type: 'failed', problem, text: textOf(failure) });
  }
}

/** For the log: what was thrown, and why. */
function textOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const cause = failure.cause === undefined ? '' : ` (${textOf(failure.cause)})`;
  return `${failure.name}: ${failure.message}${cause}`;
}
