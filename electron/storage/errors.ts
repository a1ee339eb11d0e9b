import { StagelightError } from '../base/errors.ts';

/** Something about the ledger that somebody must know of. */
export abstract class LedgerError extends StagelightError {}

/** The file was written by a newer version of the app. It is left untouched. */
export class LedgerTooNewError extends LedgerError {
  constructor(found: number, known: number) {
    super({
      code: 'ledger-too-new',
      values: { found, known },
    });
  }
}

/** Another program keeps the file locked. */
export class LedgerBusyError extends LedgerError {
  constructor(cause: unknown) {
    super({ code: 'ledger-busy' }, { cause });
  }
}

/** The file cannot be opened, made or set aside: folder missing, not writable, disk full. */
export class LedgerUnavailableError extends LedgerError {
  constructor(cause: unknown) {
    super({ code: 'ledger-unavailable' }, { cause });
  }
}

/** A call on the open ledger failed: disk full, file taken away. Nothing was changed by it. */
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
