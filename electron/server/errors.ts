import { StagelightError } from '../base/errors.ts';

/** Another program has the port that the overlay's address names. */
export class PortInUseError extends StagelightError {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(
      {
        code: 'port-in-use',
        values: { port },
      },
      { cause },
    );
    this.port = port;
  }
}

/** The system does not let us have the port, for another reason than that it is taken. */
export class PortUnavailableError extends StagelightError {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(
      {
        code: 'port-unavailable',
        values: { port },
      },
      { cause },
    );
    this.port = port;
  }
}

/** A dashboard asked for something that only the desktop app's own window can. */
export class NotOnThisHostError extends StagelightError {
  constructor() {
    super({ code: 'not-on-this-host' });
  }
}

/** It is done only for whoever sits at the computer: a code was told at the terminal. */
export class OwnerCodeNeededError extends StagelightError {
  constructor() {
    super({ code: 'owner-code-needed' });
  }
}

/** The code is another one. */
export class OwnerCodeWrongError extends StagelightError {
  /** @param triesLeft 0: the code is of no use any more. */
  constructor(triesLeft: number) {
    super(
      triesLeft > 0
        ? { code: 'owner-code-wrong', values: { count: triesLeft } }
        : { code: 'owner-code-spent' },
    );
  }
}

/** A code was told a moment ago. */
export class OwnerCodeTooSoonError extends StagelightError {
  constructor() {
    super({ code: 'owner-code-too-soon' });
  }
}

/** A dashboard asked for something this version does not have. */
export class UnknownCommandError extends StagelightError {
  constructor() {
    super({ code: 'unknown-command' });
  }
}

/** A command came with arguments that its schema refuses. */
export class InvalidArgumentsError extends StagelightError {
  /** @param fields paths of the refused fields; empty when the arguments as a whole are wrong. */
  constructor(fields: readonly string[], cause: unknown) {
    super(
      {
        code: 'invalid-arguments',
        values: { fields: fields.length > 0 ? fields : { key: 'problem.whole-request' } },
      },
      { cause },
    );
  }
}

/** One dashboard asked for too much at the same time. */
export class TooManyCommandsError extends StagelightError {
  constructor(limit: number) {
    super({
      code: 'too-many-commands',
      values: { limit },
    });
  }
}
