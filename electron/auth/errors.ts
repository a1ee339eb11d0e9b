import type { TextValue } from '../../shared/locales/text.ts';
import { StagelightError } from '../base/errors.ts';
import { type NotAuthorizedError, quoted } from '../platform/errors.ts';

/** There is no usable grant: somebody must sign in. */
export class SignInRequiredError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'sign-in-required' }, options);
  }
}

/** The platform refuses an access token that it issued just now, so another one would hardly help. */
export class AccessTokenRefusedError extends StagelightError {
  readonly refusal: NotAuthorizedError;

  constructor(refusal: NotAuthorizedError) {
    super(
      {
        code: 'access-token-refused',
        values: { reply: quoted(refusal.platformMessage) },
      },
      { cause: refusal },
    );
    this.refusal = refusal;
  }
}

/** The new tokens could not be written: they work, but a restart would ask for sign-in. */
export class GrantNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'grant-not-saved' }, options);
  }
}

/** What the vault holds as the grant is not one. */
export class GrantUnreadableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'grant-unreadable' }, options);
  }
}

/** The grant in the vault was made with another platform or application than the app talks to now. */
export class GrantOfAnotherError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'grant-of-another' }, options);
  }
}

/** Signed out here, but the platform did not confirm that the grant ended. */
export class GrantMayRemainError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'grant-may-remain' }, options);
  }
}

/** Signed out, but the saved tokens could not be removed from the disk. */
export class GrantNotForgottenError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'grant-not-forgotten' }, options);
  }
}

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

/** The vault file was damaged; it was kept under another name and a new one begins. */
export class VaultSetAsideError extends StagelightError {
  constructor(keptAs: string, options?: ErrorOptions) {
    super(
      {
        code: 'vault-set-aside',
        values: { file: keptAs },
      },
      options,
    );
  }
}

/** The vault file is there but the system does not let us read or write it. */
export class VaultUnavailableError extends StagelightError {
  constructor(action: 'read' | 'write', options?: ErrorOptions) {
    super(
      {
        code: action === 'read' ? 'vault-not-readable' : 'vault-not-writable',
      },
      options,
    );
  }
}

/** The vault file is encrypted and nobody said the passphrase. The file is as it was. */
export class VaultLockedError extends StagelightError {
  constructor() {
    super({ code: 'vault-passphrase-missing' });
  }
}

/** The passphrase does not open the vault file, or the file was changed. The file is as it was. */
export class WrongVaultPassphraseError extends StagelightError {
  constructor() {
    super({ code: 'vault-wrong-passphrase' });
  }
}
