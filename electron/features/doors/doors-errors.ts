import type { ApiScope } from '../../../shared/contract/doors.ts';
import { StagelightError } from '../../base/errors.ts';

export class TooManyKeysError extends StagelightError {
  constructor(most: number) {
    super({ code: 'doors-keys-full', values: { most } });
  }
}

export class NoKeyError extends StagelightError {
  constructor() {
    super({ code: 'doors-no-key' });
  }
}

/** A program's key is wrong or revoked, or not for the web page that it asks from. */
export class WrongKeyError extends StagelightError {
  constructor() {
    super({ code: 'doors-wrong-key' });
  }
}

export class MissingScopeError extends StagelightError {
  constructor(scope: ApiScope) {
    super({ code: 'doors-no-scope', values: { scope } });
  }
}

/** The API has no such command. */
export class NoCommandError extends StagelightError {
  constructor() {
    super({ code: 'doors-no-command' });
  }
}

/** A message that the API cannot read. `where`: the first field that is wrong; empty: all of it. */
export class BadMessageError extends StagelightError {
  constructor(where: string) {
    super({ code: 'doors-bad-message', values: { where: where === '' ? 'JSON' : where } });
  }
}
