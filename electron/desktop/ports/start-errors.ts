import { StagelightError } from '../../base/errors.ts';

/** The system did not take the change of what it starts by itself. */
export class StartWithSystemError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'start-with-system-failed' }, options);
  }
}

/** macOS wants the streamer's consent in its own settings first. */
export class StartNeedsApprovalError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'start-with-system-needs-approval' }, options);
  }
}

/** This copy of the app cannot be started by the system (not installed, or no place to say so). */
export class StartNotPossibleError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'start-with-system-not-possible' }, options);
  }
}
