import { StagelightError } from '../../base/errors.ts';

/** There is no vote to do this to. */
export class NoVoteError extends StagelightError {
  constructor() {
    super({ code: 'vote-none' });
  }
}

/** One vote runs at a time: `!2` could not mean two things. */
export class VoteRunningError extends StagelightError {
  constructor() {
    super({ code: 'vote-running' });
  }
}

/** Nobody could tell two options apart. */
export class LookAlikeOptionsError extends StagelightError {
  constructor(one: string, other: string) {
    super({ code: 'vote-look-alike', values: { one, other } });
  }
}

/** There is no time to add to. */
export class VoteTimelessError extends StagelightError {
  constructor() {
    super({ code: 'vote-timeless' });
  }
}
