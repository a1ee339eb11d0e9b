import { StagelightError } from '../../base/errors.ts';

/** Another program listens there, which may be Streamer.bot itself. */
export class ToolPortTakenError extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'streamerbot-port-taken', values: { port } }, { cause });
  }
}

export class ToolPortError extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'streamerbot-port', values: { port } }, { cause });
  }
}

/** A request that is not part of what we answer. */
export class UnknownRequestError extends StagelightError {
  constructor() {
    super({ code: 'streamerbot-unknown-request' });
  }
}

export class NoActionError extends StagelightError {
  constructor() {
    super({ code: 'streamerbot-no-action' });
  }
}

export class PasswordNeededError extends StagelightError {
  constructor() {
    super({ code: 'streamerbot-password-needed' });
  }
}

export class WrongPasswordError extends StagelightError {
  constructor() {
    super({ code: 'streamerbot-wrong-password' });
  }
}

/** `where`: the field that is wrong. */
export class BadRequestError extends StagelightError {
  constructor(where: string) {
    super({ code: 'streamerbot-bad-request', values: { where } });
  }
}

/** Chat goes to the one platform that we are connected to. */
export class NoPlatformError extends StagelightError {
  constructor() {
    super({ code: 'streamerbot-no-platform' });
  }
}
