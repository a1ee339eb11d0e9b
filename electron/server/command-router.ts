import {
  type CommandArgs,
  type CommandName,
  contractOf,
  isCommandName,
  timeOf,
} from '../../shared/contract/index.ts';
import { type OwnerAction, ownerActionOf } from '../../shared/contract/owner.ts';
import type { Clock } from '../base/clock.ts';
import { StagelightError } from '../base/errors.ts';
import { runWatched } from '../base/watched.ts';
import type { CommandAsk, CommandHandlers } from './ports.ts';

/** Validates a dashboard's command, runs it, and returns only what the contract allows. */
export class CommandRouter {
  readonly #handlers: Partial<CommandHandlers>;
  readonly #runs: CommandRuns;

  /** A command without a handler is not available on this host. */
  constructor(handlers: Partial<CommandHandlers>, clock: Clock) {
    this.#handlers = handlers;
    this.#runs = new CommandRuns(clock);
  }

  /**
   * Throws if the command can't be run, and whatever the handler throws.
   * @param ask identifies the request: a repeated id gets the same answer, and the command runs
   * once. null: the caller cannot repeat it.
   * @param admit throws to refuse actions reserved for the person at the computer. Omitted if that
   * person is the caller.
   */
  async run(
    name: string,
    args: unknown,
    ask: CommandAsk | null = null,
    admit: (action: OwnerAction) => void = () => undefined,
  ): Promise<unknown> {
    if (!isCommandName(name)) throw new StagelightError({ code: 'unknown-command' });
    const work = () => this.#run(name, args, admit);
    if (ask === null) return work();
    if (timeOf(name).reads) return runWatched(ask.onWait, work);
    return this.#runs.once(name, ask, work);
  }

  async #run<N extends CommandName>(
    name: N,
    args: unknown,
    admit: (action: OwnerAction) => void,
  ): Promise<unknown> {
    const handler = this.#handlers[name];
    if (!handler) throw new StagelightError({ code: 'not-on-this-host' });
    const contract = contractOf(name);
    const parsed = contract.args.safeParse(args);
    if (!parsed.success) {
      const paths = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
      // Without a field, the arguments as a whole are wrong.
      const fields = [...paths].filter(Boolean);
      const values = {
        fields: fields.length > 0 ? fields : ({ key: 'problem.whole-request' } as const),
      };
      throw new StagelightError({ code: 'invalid-arguments', values }, { cause: parsed.error });
    }
    const action = ownerActionOf(name, parsed.data);
    if (action !== null) admit(action);
    const result = await handler(parsed.data as CommandArgs<N>);
    return contract.result?.parse(result);
  }
}

/** 20 minutes: longer than a page could repeat its request. */
const ANSWER_KEPT_MS = 20 * 60_000;

/** Bounds the memory that an endlessly asking page can use. */
const ANSWERS_MOST = 2_000;

interface Run {
  readonly answer: Promise<unknown>;
  readonly asks: Set<CommandAsk>;
  /** When the wait ends, on the monotonic clock. */
  waitsUntil: number;
  /** On the monotonic clock; null while the command runs. */
  endedAt: number | null;
}

/** A page repeats commands whose result it has lost; each still runs once, and all are answered. */
export class CommandRuns {
  readonly #clock: Clock;
  readonly #runs = new Map<string, Run>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work`, or joins the run with the same name and id. Throws what `work` throws. */
  async once(name: string, ask: CommandAsk, work: () => Promise<unknown>): Promise<unknown> {
    this.#forgetOld();
    const key = `${ask.id} ${name}`;
    const run = this.#runs.get(key) ?? this.#begin(key, work);
    run.asks.add(ask);
    const waitsForMs = run.waitsUntil - this.#clock.monotonic();
    if (waitsForMs > 0) ask.onWait(waitsForMs);
    try {
      return await run.answer;
    } finally {
      run.asks.delete(ask);
    }
  }

  #begin(key: string, work: () => Promise<unknown>): Run {
    const asks = new Set<CommandAsk>();
    const onWait = (forMs: number): void => {
      run.waitsUntil = this.#clock.monotonic() + forMs;
      for (const ask of asks) ask.onWait(forMs);
    };
    // Starts in a later microtask, after the run has been stored where its waits are recorded.
    const answer = Promise.resolve().then(() => runWatched(onWait, work));
    const run: Run = { answer, asks, waitsUntil: Number.NEGATIVE_INFINITY, endedAt: null };
    const end = (): void => {
      run.endedAt = this.#clock.monotonic();
    };
    answer.then(end, end);
    this.#runs.set(key, run);
    return run;
  }

  #forgetOld(): void {
    const oldest = this.#clock.monotonic() - ANSWER_KEPT_MS;
    for (const [key, { endedAt }] of this.#runs) {
      if (endedAt === null) continue;
      if (endedAt < oldest || this.#runs.size > ANSWERS_MOST) this.#runs.delete(key);
    }
  }
}
