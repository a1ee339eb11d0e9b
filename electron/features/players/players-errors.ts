import { StagelightError } from '../../base/errors.ts';

/** No queue runs. */
export class NoPlayersQueueError extends StagelightError {
  constructor() {
    super({ code: 'players-none' });
  }
}

/** One queue runs at a time: `!join` could not mean two. */
export class PlayersRunningError extends StagelightError {
  constructor() {
    super({ code: 'players-running' });
  }
}

/** They left, or were called, in the meantime. */
export class PlayerGoneError extends StagelightError {
  constructor() {
    super({ code: 'players-gone' });
  }
}

/** Nobody waits. */
export class NobodyWaitsError extends StagelightError {
  constructor() {
    super({ code: 'players-nobody' });
  }
}

/** So many cannot play at once. */
export class TooManyPlayersError extends StagelightError {
  constructor(most: number) {
    super({ code: 'players-too-many', values: { most } });
  }
}
