import { StagelightError } from '../../base/errors.ts';

/** It was removed in the meantime, or there is none at this place. */
export class NoCounterError extends StagelightError {
  constructor() {
    super({ code: 'counters-none' });
  }
}

/** A command could mean both. */
export class LookAlikeCountersError extends StagelightError {
  constructor(word: string, other: string) {
    super({ code: 'counters-look-alike', values: { word, other } });
  }
}

export class TooManyCountersError extends StagelightError {
  constructor(most: number) {
    super({ code: 'counters-full', values: { most } });
  }
}

/** Nothing was counted, or all of it is taken back. */
export class NothingCountedError extends StagelightError {
  constructor() {
    super({ code: 'counters-nothing' });
  }
}
