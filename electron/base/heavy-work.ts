import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';
import { StagelightError } from './errors.ts';

export type Jobs<J> = {
  readonly [N in keyof J]: { readonly args: unknown; readonly result: unknown };
};

/** The jobs as the thread runs them. `onShare` reports progress from 0 to 1. */
export type JobTable<J extends Jobs<J>> = {
  readonly [N in keyof J]: (
    args: J[N]['args'],
    onShare: (share: number) => void,
  ) => Promise<J[N]['result']>;
};

interface HeavyWorkOptions {
  /** The built (or, in tests, the source) file that calls `answerWork`. */
  readonly file: string;
  readonly clock: Clock;
}

interface JobOptions {
  /** Time limit of the job, milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  readonly onShare?: (share: number) => void;
}

/** Most memory of a job, MiB: hostile input ends the thread, not the app. */
const MOST_MEMORY_MIB = 768;

type Said =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'failed'; readonly problem: Problem | null; readonly text: string };

/** The job timed out or was cancelled. The caller must clean up partial results. */
export class WorkEndedError extends StagelightError {
  constructor(why: 'too-long' | 'given-up') {
    super({ code: `work-${why}` as const });
  }
}

/** An error with a problem code that was thrown in the thread. */
export class CarriedError extends StagelightError {}

/** Runs long jobs in threads of their own, so that the core stays responsive. */
export class HeavyWork<J extends Jobs<J>> implements Disposable {
  readonly #options: HeavyWorkOptions;
  readonly #ending = new AbortController();

  constructor(options: HeavyWorkOptions) {
    this.#options = options;
  }

  /** Throws `CarriedError` with the job's problem, `WorkEndedError`, or an unexpected error. */
  run<N extends keyof J & string>(
    name: N,
    args: J[N]['args'],
    { limitMs, signal, onShare }: JobOptions,
  ): Promise<J[N]['result']> {
    const { file, clock } = this.#options;
    const end = AbortSignal.any([this.#ending.signal, ...(signal ? [signal] : [])]);
    if (end.aborted) return Promise.reject(new WorkEndedError('given-up'));
    return new Promise((resolve, reject) => {
      const worker = new Worker(file, {
        workerData: { name, args },
        // The threads must not inherit the app's own arguments.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MIB },
      });
      const over = (settle: () => void): void => {
        limit.dispose();
        end.removeEventListener('abort', giveUp);
        worker.removeAllListeners();
        // Errors after the end are irrelevant.
        worker.on('error', () => undefined);
        void worker.terminate();
        settle();
      };
      const giveUp = (): void => over(() => reject(new WorkEndedError('given-up')));
      const limit = clock.setTimeout(
        () => over(() => reject(new WorkEndedError('too-long'))),
        limitMs,
      );
      end.addEventListener('abort', giveUp);
      worker.on('message', (said: Said) => {
        if (said.type === 'share') onShare?.(said.share);
        else if (said.type === 'done') over(() => resolve(said.result));
        else over(() => reject(failureOf(said)));
      });
      worker.on('error', (failure) => over(() => reject(failure)));
      worker.on('exit', (code) => over(() => reject(new Error(`the thread ended with ${code}`))));
    });
  }

  dispose(): void {
    this.#ending.abort();
  }
}

function failureOf({ problem, text }: Extract<Said, { type: 'failed' }>): Error {
  return problem === null ? new Error(text) : new CarriedError(problem, { cause: text });
}

/** Called by the worker file: runs the thread's one job and posts its result. */
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

function textOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const cause = failure.cause === undefined ? '' : ` (${textOf(failure.cause)})`;
  return `${failure.name}: ${failure.message}${cause}`;
}
