import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Logger } from '../base/log.ts';
import { GrantOfAnotherError } from './errors.ts';
import type { Vault } from './ports.ts';

export interface BoundGrantOptions {
  readonly vault: Vault;
  /** Of the platform and the application that the app talks to now. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

/**
 * The vault, with the grant bound to the platform and the application that it was made for: with others
 * it is not there, so that no token ever reaches them. It stays kept for those it belongs to. One
 * that was kept before grants were bound is bound as it is read first.
 */
export function boundGrant(options: BoundGrantOptions): Vault {
  const { vault, baseUrl, clientId, log, onProblem } = options;
  const owner = `${baseUrl.replace(/\/+$/, '')} ${clientId}`;
  const withOwner = (text: string): string => {
    const grant = parseJson(text);
    return isJsonObject(grant) ? JSON.stringify({ ...grant, owner }) : text;
  };
  return {
    async read(name) {
      const text = await vault.read(name);
      if (name !== 'grant' || text === null) return text;
      const grant = parseJson(text);
      // What is no grant is told by whoever reads it.
      if (!isJsonObject(grant)) return text;
      if (grant['owner'] === undefined) {
        await vault.write(name, withOwner(text)).catch((failure: unknown) => {
          log.warn('The sign-in could not be bound to its platform yet', { failure });
        });
        return text;
      }
      if (grant['owner'] === owner) return text;
      log.warn('The saved sign-in belongs to another platform or application');
      onProblem(new GrantOfAnotherError().problem);
      return null;
    },
    write: (name, value) => vault.write(name, name === 'grant' ? withOwner(value) : value),
    remove: (name) => vault.remove(name),
  };
}
