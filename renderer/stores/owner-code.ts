import {
  type Bridge,
  BridgeError,
  type CommandArgs,
  type CommandName,
  type OnCommandWait,
} from '../../shared/contract/index.ts';
import { ASKS_FOR_CODE } from '../../shared/contract/owner.ts';
import type { Problem } from '../../shared/problem.ts';

export interface OwnerQuestion {
  /** The core's reason, where to find the code, or that the last code was wrong. */
  readonly problem: Problem;
  /** The typed code; null if the user has none: the command stays refused. */
  answer(code: string | null): void;
}

/**
 * A bridge that asks for the code when the core requires one, then resends the command. One
 * question at a time; other commands meanwhile stay refused.
 *
 * @param ask shows the question; null closes it
 */
export function withOwnerCode(
  bridge: Bridge,
  ask: (question: OwnerQuestion | null) => void,
): Bridge['command'] {
  let isOpen = false;
  /** null if no code is requested or the user has none. */
  const codeFor = (failure: unknown): Promise<string | null> => {
    const problem = failure instanceof BridgeError ? failure.problem : null;
    const isAsked = ASKS_FOR_CODE.some((code) => code === problem?.code);
    if (isOpen || !problem || !isAsked) return Promise.resolve(null);
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
