import { StagelightError } from '../base/errors.ts';

/** Another program uses the port of the overlay's address. */
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

/** The system refuses the port for a reason other than being in use. */
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

/** The command needs the desktop app's own window. */
export class NotOnThisHostError extends StagelightError {
  constructor() {
    super({ code: 'not-on-this-host' });
  }
}

/** Reserved for the person at the computer; a code was printed at the terminal. */
export class OwnerCodeNeededError extends StagelightError {
  constructor() {
    super({ code: 'owner-code-needed' });
  }
}

/** The code is wrong. */
export class OwnerCodeWrongError extends StagelightError {
  /** @param triesLeft 0: the code is no longer valid. */
  constructor(triesLeft: number) {
    super(
      triesLeft > 0
        ? { code: 'owner-code-wrong', values: { count: triesLeft } }
        : { code: 'owner-code-spent' },
    );
  }
}

/** The previous code was printed too recently. */
export class OwnerCodeTooSoonError extends StagelightError {
  constructor() {
    super({ code: 'owner-code-too-soon' });
  }
}

/** A dashboard sent a command that this version does not have. */
export class UnknownCommandError extends StagelightError {
  constructor() {
    super({ code: 'unknown-command' });
  }
}

/** The command's arguments do not match its schema. */
export class InvalidArgumentsError extends StagelightError {
  /** @param fields paths of the invalid fields; empty if the arguments as a whole are wrong. */
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

/** A dashboard sent too many commands at once. */
export class TooManyCommandsError extends StagelightError {
  constructor(limit: number) {
    super({
      code: 'too-many-commands',
      values: { limit },
    });
  }
}
