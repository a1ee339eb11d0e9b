import { StagelightError } from '../../base/errors.ts';

/** The system's keyring does not open now; nothing was changed, and it is tried again. */
export class VaultLockedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'vault-locked' }, options);
  }
}

/** Secrets that were encrypted by another user, computer or keyring; they were set aside. */
export class VaultSecretsLostError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'vault-secrets-lost' }, options);
  }
}

/** The system has no real encryption and the streamer has not allowed to keep secrets without it. */
export class VaultNotKeptError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'vault-not-kept' }, options);
  }
}
