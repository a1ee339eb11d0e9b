import {
  type Bridge,
  BridgeError,
  type CommandArgs,
  type CommandName,
  type OnCommandWait,
} from '../../shared/contract/index.ts';
import { ASKS_FOR_CODE } from '../../shared/contract/owner.ts';
import type { Problem } from '../../shared/problem.ts';

/** The core asks for proof that the user is at its computer. */
export interface OwnerQuestion {
  /** What it says of it: why, where the code is, or that the last one was another. */
  readonly problem: Problem;
  /** The code as typed; null if the user has none: the command stays refused. */
  answer(code: string | null): void;
}

/**
 * The bridge, with a question for the code where the core wants one: the command is sent once more with
 * it. One question at a time; what comes meanwhile stays refused.
 *
 * @param ask shows the question; null: it is over.
 */
export function withOwnerCode(
  bridge: Bridge,
  ask: (question: OwnerQuestion | null) => void,
): Bridge['command'] {
  let isOpen = false;
  /** null: none is asked for, or the user has none. */
  const codeFor = (failure: unknown): Promise<string | null> => {
    const problem = isOpen ? null : askingForCode(failure);
    if (problem === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      isOpen = true;
      ask({
        problem,
        answer(code) {
          isOpen = false;
          ask(null);
          resolve(code);
        },
      });
    });
  };
  return async <N extends CommandName>(name: N, args: CommandArgs<N>, onWait?: OnCommandWait) => {
    let code: string | undefined;
    for (;;) {
      try {
        return await bridge.command(name, args, onWait, code);
      } catch (failure) {
        const typed = await codeFor(failure);
        if (typed === null) throw failure;
        code = typed;
      }
    }
  };
}

/** null: it is another failure. */
function askingForCode(failure: unknown): Problem | null {
  if (!(failure instanceof BridgeError)) return null;
  const { problem } = failure;
  return ASKS_FOR_CODE.some((known) => known === problem.code) ? problem : null;
}
