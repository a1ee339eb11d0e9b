import { StagelightError } from '../base/errors.ts';

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
