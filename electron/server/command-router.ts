import {
  type CommandArgs,
  type CommandName,
  contractOf,
  isCommandName,
  timeOf,
} from '../../shared/contract/index.ts';
import { type OwnerAction, ownerActionOf } from '../../shared/contract/owner.ts';
import type { Clock } from '../base/clock.ts';
import { runWatched } from '../base/watched.ts';
import { InvalidArgumentsError, NotOnThisHostError, UnknownCommandError } from './errors.ts';
import type { CommandAsk, CommandHandlers } from './ports.ts';

/** Checks what a dashboard asks for, has it done, lets nothing out that the contract does not name. */
export class CommandRouter {
  readonly #handlers: Partial<CommandHandlers>;
  readonly #runs: CommandRuns;

  /** Commands without a handler are of another host. */
  constructor(handlers: Partial<CommandHandlers>, clock: Clock) {
    this.#handlers = handlers;
    this.#runs = new CommandRuns(clock);
  }

  /**
   * @throws UnknownCommandError, NotOnThisHostError, InvalidArgumentsError, and whatever the handler throws; a ZodError
   * when the handler's result is not what the contract says (our own mistake). `ask`: who asks; the
   * same id again gets the same answer, and nothing is changed twice. null: nobody who could ask again.
   *
   * @param admit asked before what is only for whoever sits at the computer; throws where it is not to be
   * done. Left out: it is them who ask.
   */
  async run(
    name: string,
    args: unknown,
    ask: CommandAsk | null = null,
    admit: (action: OwnerAction) => void = () => undefined,
  ): Promise<unknown> {
    if (!isCommandName(name)) throw new UnknownCommandError();
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
    if (!handler) throw new NotOnThisHostError();
    const contract = contractOf(name);
    const parsed = contract.args.safeParse(args);
    if (!parsed.success) {
      const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
      throw new InvalidArgumentsError([...new Set(fields)].filter(Boolean), parsed.error);
    }
    const action = ownerActionOf(name, parsed.data);
    if (action !== null) admit(action);
    const result = await handler(parsed.data as CommandArgs<N>);
    return contract.result?.parse(result);
  }
}

/** As long as a page could ask again for its answer, and then some: 20 minutes. */
const ANSWER_KEPT_MS = 20 * 60_000;

/** So that a page that asks without end costs no memory without end. */
const ANSWERS_MOST = 2_000;

interface Run {
  readonly answer: Promise<unknown>;
  readonly asks: Set<CommandAsk>;
  /** Until when it waits, on the monotonic clock. */
  waitsUntil: number;
  /** On the monotonic clock; null: it is under way. */
  endedAt: number | null;
}

/**
 * Commands that change something, by id: a page whose line broke asks again for what it does not know the
 * outcome of, and gets the one answer. Nothing is done twice because it was asked for twice.
 */
export class CommandRuns {
  readonly #clock: Clock;
  readonly #runs = new Map<string, Run>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work`, or joins the run that it has been under this name and id. Throws what `work` throws. */
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
    // Begun in a turn of its own: by then the run stands where its waits are kept.
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
