import { StagelightError } from '../../base/errors.ts';

/** A request came from a frame that is none of our pages. */
export class ForeignFrameError extends StagelightError {
  constructor() {
    super({ code: 'foreign-frame' });
  }
}

/** An overlay asked for something; overlays only show. */
export class NoCommandsHereError extends StagelightError {
  constructor() {
    super({ code: 'no-commands-here' });
  }
}

/** The core is starting, stopping, or could not start. */
export class CoreNotRunningError extends StagelightError {
  constructor() {
    super({ code: 'core-not-running' });
  }
}
