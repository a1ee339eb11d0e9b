import type { TextValue } from '../../shared/locales/text.ts';
import { StagelightError } from '../base/errors.ts';

export type RedirectFault = 'not-an-address' | 'https' | 'not-loopback' | 'no-port';

/** The configured redirect address cannot be served by this machine. */
export class RedirectAddressError extends StagelightError {
  readonly fault: RedirectFault;

  constructor(fault: RedirectFault, uri: string) {
    super({
      code: `redirect-uri-${fault}` as const,
      values: { uri },
    });
    this.fault = fault;
  }
}

/** The callback's port cannot be had. */
export class CallbackPortError extends StagelightError {
  readonly port: number;

  constructor(port: number, reason: 'in-use' | 'not-allowed' | 'failed', options?: ErrorOptions) {
    super(
      {
        code: `sign-in-port-${reason}` as const,
        values: { port },
      },
      options,
    );
    this.port = port;
  }
}

/** Nobody came back from the browser in time. */
export class SignInTimedOutError extends StagelightError {
  constructor() {
    super({ code: 'sign-in-timed-out' });
  }
}

/** The answer of a sign-in is just being worked on. */
export class SignInBusyError extends StagelightError {
  constructor() {
    super({ code: 'sign-in-busy' });
  }
}

/** The app is stopping. */
export class SignInClosedError extends StagelightError {
  constructor() {
    super({ code: 'sign-in-closed' });
  }
}

/** The platform came back with an error in place of a code. */
export class SignInDeniedError extends StagelightError {
  /** The platform's word for it, such as consent_required; `unknown` when it is no plain word. */
  readonly answer: string;

  constructor(answer: string) {
    const word = /^[\w.-]{1,60}$/.test(answer) ? answer : 'unknown';
    super(
      word === 'consent_required'
        ? { code: 'sign-in-consent-required' }
        : { code: 'sign-in-denied', values: { reason: reasonOf(word) } },
    );
    this.answer = word;
  }
}

function reasonOf(word: string): TextValue {
  return word === 'access_denied' ? { key: 'problem.permissions-not-approved' } : word;
}

/** The platform came back with neither a code nor an error. */
export class SignInAnswerError extends StagelightError {
  constructor() {
    super({ code: 'sign-in-answer-incomplete' });
  }
}
