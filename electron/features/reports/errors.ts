import { StagelightError } from '../../base/errors.ts';

/** The period has more groups than can be shown. */
export class TooManyGroupsError extends StagelightError {
  constructor(most: number) {
    super({ code: 'books-too-many-groups', values: { most } });
  }
}

/** Too many reports are still being prepared. */
export class ReportsBusyError extends StagelightError {
  constructor() {
    super({ code: 'books-busy' });
  }
}

/** The export file could not be written. */
export class ExportNotSavedError extends StagelightError {
  constructor(cause: unknown) {
    super({ code: 'books-export-not-saved' }, { cause });
  }
}
