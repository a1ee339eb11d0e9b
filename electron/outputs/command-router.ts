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
import { type CommandAsk, CommandRuns } from './command-runs.ts';
import { InvalidArgumentsError, NotOnThisHostError, UnknownCommandError } from './errors.ts';
import type { CommandHandlers } from './ports.ts';

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
