import { StagelightError } from '../base/errors.ts';

/** Somebody asked for an alert that is not in the books. */
export class AlertNotFoundError extends StagelightError {
  constructor() {
    super({ code: 'alert-not-found' });
  }
}
