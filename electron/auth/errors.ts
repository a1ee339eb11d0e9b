import type { TextValue } from '../../shared/locales/text.ts';
import { StagelightError } from '../base/errors.ts';
import { type NotAuthorizedError, quoted } from '../platform/errors.ts';

/** There is no usable grant: a sign-in is needed. */
export class SignInRequiredError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'sign-in-required' }, options);
  }
}

/** The platform refuses an access token that it has just issued, so another would hardly help. */
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

type RedirectFault = 'not-an-address' | 'https' | 'not-loopback' | 'no-port';

/** This machine cannot serve the configured redirect address. */
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

/** The callback's port is not available. */
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

/**
 * A sign-in does not go on: no answer came in time, one is being processed, the app is stopping, or
 * the platform answered with neither a code nor an error.
 */
export class SignInError extends StagelightError {
  constructor(end: 'timed-out' | 'busy' | 'closed' | 'answer-incomplete') {
    super({ code: `sign-in-${end}` as const });
  }
}

/** The platform answered with an error instead of a code. */
export class SignInDeniedError extends StagelightError {
  /** The platform's error code, such as consent_required; `unknown` if it is not a plain word. */
  readonly answer: string;

  constructor(answer: string) {
    const word = /^[\w.-]{1,60}$/.test(answer) ? answer : 'unknown';
    const reason: TextValue =
      word === 'access_denied' ? { key: 'problem.permissions-not-approved' } : word;
    super(
      word === 'consent_required'
        ? { code: 'sign-in-consent-required' }
        : { code: 'sign-in-denied', values: { reason } },
    );
    this.answer = word;
  }
}

/** The vault file exists, but the system does not allow reading or writing it. */
export class VaultUnavailableError extends StagelightError {
  constructor(action: 'read' | 'write', options?: ErrorOptions) {
    super({ code: action === 'read' ? 'vault-not-readable' : 'vault-not-writable' }, options);
  }
}

/** The vault file is encrypted and no passphrase was given. The file is unchanged. */
export class VaultLockedError extends StagelightError {
  constructor() {
    super({ code: 'vault-passphrase-missing' });
  }
}

/** The passphrase does not open the vault file, or the file was altered. It is unchanged. */
export class WrongVaultPassphraseError extends StagelightError {
  constructor() {
    super({ code: 'vault-wrong-passphrase' });
  }
}
