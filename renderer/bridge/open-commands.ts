import {
  type BridgeDown,
  BridgeError,
  type BridgeUp,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  contractOf,
  type OnCommandWait,
  timeOf,
} from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { BAD_ANSWER, CONNECTION_LOST, NO_ANSWER, RESULT_UNKNOWN } from './bridge-problems.ts';
import type { PageClock, Stop } from './page-host.ts';

type Result = Extract<BridgeDown, { type: 'result' }>;

interface OpenCommand {
  readonly frame: BridgeUp;
  readonly reads: boolean;
  /** Deadline for the answer, epoch milliseconds. */
  deadline: number;
  stopLimit: Stop;
  readonly onWait: OnCommandWait | undefined;
  readonly settle: (result: Result) => void;
  readonly fail: (problem: Problem) => void;
}

/** Keeps ids within exact integers for the page's lifetime. */
const FIRST_ID_BELOW = 2 ** 50;

/** Unanswered commands, over any carrier. */
export class OpenCommands {
  readonly #clock: Pick<PageClock, 'now' | 'after'>;
  readonly #open = new Map<number, OpenCommand>();
  #lastId: number;

  /** `random`: a uniform number in [0, 1), so that pages do not share ids. */
  constructor(clock: Pick<PageClock, 'now' | 'after'>, random: () => number) {
    this.#clock = clock;
    this.#lastId = Math.floor(random() * FIRST_ID_BELOW);
  }

  /** Passes the command to `send` and waits for its answer up to its time limit. */
  start<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    onWait: OnCommandWait | undefined,
    send: (frame: BridgeUp) => void,
    code?: string,
  ): Promise<CommandResult<N>> {
    this.#lastId += 1;
    const frame: BridgeUp = { type: 'command', id: this.#lastId, name, args, code };
    return new Promise((resolve, reject) => {
      const fail = (problem: Problem) => reject(new BridgeError(problem));
      const command: OpenCommand = {
        frame,
        reads: timeOf(name).reads,
        deadline: 0,
        stopLimit: () => undefined,
        onWait,
        fail,
        settle(result) {
          if (!result.ok) return fail(result.problem);
          const read = contractOf(name).result?.safeParse(result.value);
          if (read?.success === false) return fail(BAD_ANSWER);
          // The schema of this command has just accepted it.
          resolve(read?.data as CommandResult<N>);
        },
      };
      this.#open.set(frame.id, command);
      this.#giveTime(command, timeOf(name).withinMs);
      send(frame);
    });
  }

  settle(result: Result): void {
    this.#take(result.id)?.settle(result);
  }

  /** The platform asked to wait: the command's time limit starts again after that. */
  wait({ id, forMs }: Extract<BridgeDown, { type: 'waiting' }>): void {
    const command = this.#open.get(id);
    if (!command) return;
    this.#giveTime(command, forMs + timeOf(command.frame.name as CommandName).withinMs);
    command.onWait?.(this.#clock.now() + forMs);
  }

  /**
   * Sends open commands again after a reconnect. The same run of the core answers by id without
   * repeating a command; another run is sent only reads.
   */
  askAgain(isSameRun: boolean, send: (frame: BridgeUp) => void): void {
    const now = this.#clock.now();
    for (const [id, command] of [...this.#open]) {
      // Timers stop while a computer sleeps; past the deadline the core has forgotten the answer.
      if (now < command.deadline && (isSameRun || command.reads)) send(command.frame);
      else this.lose(id);
    }
  }

  /** Fails the command: no answer will come. */
  lose(id: number): void {
    const command = this.#take(id);
    command?.fail(command.reads ? CONNECTION_LOST : RESULT_UNKNOWN);
  }

  loseAll(): void {
    for (const id of [...this.#open.keys()]) this.lose(id);
  }

  #giveTime(command: OpenCommand, ms: number): void {
    command.stopLimit();
    command.deadline = this.#clock.now() + ms;
    command.stopLimit = this.#clock.after(ms, () => {
      this.#open.delete(command.frame.id);
      command.fail(command.reads ? NO_ANSWER : RESULT_UNKNOWN);
    });
  }

  #take(id: number): OpenCommand | undefined {
    const command = this.#open.get(id);
    this.#open.delete(id);
    command?.stopLimit();
    return command;
  }
}
