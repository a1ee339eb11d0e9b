import { StagelightError } from '../../base/errors.ts';

export type BackupFault = 'no-zip' | 'not-ours' | 'damaged' | 'too-new' | 'too-large' | 'unsafe';

/** A file cannot be used as a backup. Nothing was changed. */
export class BackupRefusedError extends StagelightError {
  readonly fault: BackupFault;

  /** @param detail for the log; never shown. */
  constructor(fault: BackupFault, detail: string, options?: ErrorOptions) {
    super({ code: `backup-${fault}` as const }, { cause: options?.cause ?? detail });
    this.fault = fault;
  }
}

/** The passphrase does not open the secrets, or they were altered. Nothing was changed here. */
export class WrongPassphraseError extends StagelightError {
  constructor() {
    super({ code: 'backup-wrong-passphrase' });
  }
}

/** The disk failed while a backup, a bundle or a restore was being written. */
export class MaintenanceDiskError extends StagelightError {
  constructor(cause: unknown) {
    super({ code: 'care-disk' }, { cause });
  }
}

type MaintenanceRefusal =
  | 'busy'
  | 'demo'
  | 'no-upload'
  | 'nothing-to-restore'
  | 'no-connection'
  | 'no-such-file'
  | 'no-bundle'
  | 'no-restart'
  | 'no-folder';

/** Not possible now, or not on this host. Nothing was changed. */
export class MaintenanceRefusedError extends StagelightError {
  constructor(reason: MaintenanceRefusal) {
    super({ code: `care-${reason}` as const });
  }
}
