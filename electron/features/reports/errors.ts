import { StagelightError } from '../../base/errors.ts';

/** The period has more stretches than can be shown. */
export class TooManyGroupsError extends StagelightError {
  constructor(most: number) {
    super({ code: 'books-too-many-groups', values: { most } });
  }
}

/** Somebody has asked the ledger for so much that they have not answered yet. */
export class ReportsBusyError extends StagelightError {
  constructor() {
    super({ code: 'books-busy' });
  }
}

/** The disk refuses the file. */
export class ExportNotSavedError extends StagelightError {
  constructor(cause: unknown) {
    super({ code: 'books-export-not-saved' }, { cause });
  }
}
