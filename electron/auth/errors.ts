import { StagelightError } from '../base/errors.ts';
import type { NotAuthorizedError } from '../platform/errors/not-authorized.ts';
import { quoted } from '../platform/errors/platform-error.ts';

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
