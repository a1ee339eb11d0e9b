import { StagelightError } from '../../base/errors.ts';

/** Missions have to be on for it. */
export class MissionsOffError extends StagelightError {
  constructor() {
    super({ code: 'missions-off' });
  }
}

export class MissionsOnError extends StagelightError {
  constructor() {
    super({ code: 'missions-on' });
  }
}

/** It had to make room, or its viewer was forgotten. */
export class MissionGoneError extends StagelightError {
  constructor() {
    super({ code: 'missions-gone' });
  }
}

/** Nobody could follow more at once. */
export class MissionsFullError extends StagelightError {
  constructor(most: number) {
    super({ code: 'missions-full', values: { most } });
  }
}
