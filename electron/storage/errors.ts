import { StagelightError } from '../base/errors.ts';

/** A failure of the ledger that must be reported. */
export abstract class LedgerError extends StagelightError {}

/** A newer version of the app wrote the file. It is left untouched. */
export class LedgerTooNewError extends LedgerError {
  constructor(found: number, known: number) {
    super({
      code: 'ledger-too-new',
      values: { found, known },
    });
  }
}

/** Another program has locked the file. */
export class LedgerBusyError extends LedgerError {
  constructor(cause: unknown) {
    super({ code: 'ledger-busy' }, { cause });
  }
}

/** The file cannot be opened, created or renamed: folder missing, not writable, disk full. */
export class LedgerUnavailableError extends LedgerError {
  constructor(cause: unknown) {
    super({ code: 'ledger-unavailable' }, { cause });
  }
}

/** A call on the open ledger failed: disk full, file removed. It changed nothing. */
export class LedgerCallError extends LedgerError {
  constructor(call: string, cause: unknown) {
    super(
      {
        code: 'ledger-call-failed',
        values: { call },
      },
      { cause },
    );
  }
}
