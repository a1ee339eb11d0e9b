import { StagelightError } from '../../base/errors.ts';

/** There is no draw to do this to. */
export class NoDrawError extends StagelightError {
  constructor() {
    super({ code: 'draw-none' });
  }
}

/** One draw at a time. */
export class DrawRunningError extends StagelightError {
  constructor() {
    super({ code: 'draw-running' });
  }
}

/** Nobody could write it, or tell it apart. */
export class UnseenKeywordError extends StagelightError {
  constructor() {
    super({ code: 'draw-unseen-keyword' });
  }
}

/** There is nobody to draw from. */
export class NoEntrantsError extends StagelightError {
  constructor() {
    super({ code: 'draw-nobody' });
  }
}

/** Nobody waits in the queue of players, or there is none. */
export class NoQueueToDrawError extends StagelightError {
  constructor() {
    super({ code: 'draw-no-queue' });
  }
}

/** They have answered, their time is up, or they have time until the clock says so. */
export class NotWaitingError extends StagelightError {
  constructor() {
    super({ code: 'draw-not-waiting' });
  }
}

/** The seed is secret until then. */
export class DrawNotOverError extends StagelightError {
  constructor() {
    super({ code: 'draw-not-over' });
  }
}
