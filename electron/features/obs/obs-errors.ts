import { StagelightError } from '../../base/errors.ts';

/** OBS answered that it does not do this. `status`: its code (600: not found, 601: exists, …). */
export class ObsRefusedError extends StagelightError {
  readonly status: number;

  constructor(request: string, status: number) {
    super({ code: 'obs-refused', values: { request, status } });
    this.status = status;
  }
}

/** There is no connection to OBS, or it broke before the answer: it may have been done. */
export class ObsGoneError extends StagelightError {
  constructor() {
    super({ code: 'obs-gone' });
  }
}

/** OBS did not answer in time; it may still do what was asked. */
export class ObsSlowError extends StagelightError {
  constructor() {
    super({ code: 'obs-slow', outcome: 'unknown' });
  }
}
