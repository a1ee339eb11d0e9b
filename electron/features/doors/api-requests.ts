import { type ApiError, scopeOfCommand } from '../../../shared/api/v1.ts';
import type { ApiScope } from '../../../shared/contract/doors.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { problemOf, sayProblem } from '../../base/errors.ts';
import type { RunCommand } from '../../server/ports.ts';
import type { Admission } from './api-keys.ts';
import { MissingScopeError, NoCommandError } from './doors-errors.ts';

/** An id of this length stands for one request, whatever connection it comes over. */
export const LASTING_ID = 16;

/** Throws a `MissingScopeError`. */
export function assertScope({ scopes }: Admission, scope: ApiScope): void {
  if (!scopes.includes(scope)) throw new MissingScopeError(scope);
}

interface Asked {
  readonly id: number | string;
  readonly command: string;
  readonly args: unknown;
}

/**
 * Runs a command for who has the key. Throws a `NoCommandError`, a `MissingScopeError`, and what
 * the command throws.
 * @param connection tells the ids of one connection from those of others.
 */
export function runFor(
  admission: Admission,
  { id, command, args = {} }: Asked,
  connection: string,
  run: RunCommand,
  onWait: (forMs: number) => void,
): Promise<unknown> {
  const scope = scopeOfCommand(command);
  if (scope === null) throw new NoCommandError();
  assertScope(admission, scope);
  const isLasting = typeof id === 'string' && id.length >= LASTING_ID;
  const name = isLasting ? id : `${connection} ${id}`;
  return run(command, args, { id: `${admission.keyId} ${name}`, onWait });
}

/** What a program is told of a failure. */
export function apiErrorOf(failure: unknown, language: Language): ApiError {
  const problem = problemOf(failure);
  return {
    code: problem.code,
    ...sayProblem(problem, language),
    unknownOutcome: problem.outcome === 'unknown',
    retryAt: problem.retryAt ?? null,
  };
}
