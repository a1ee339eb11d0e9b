import { StagelightError } from '../../base/errors.ts';

/** There is no clock to do this to. */
export class NoSubathonError extends StagelightError {
  constructor() {
    super({ code: 'subathon-none' });
  }
}

/** One clock at a time: viewers could not tell to which they add. */
export class SubathonRunningError extends StagelightError {
  constructor() {
    super({ code: 'subathon-running' });
  }
}

/** The second of two rules for the same would never add anything. */
export class SameSubathonRuleError extends StagelightError {
  constructor() {
    super({ code: 'subathon-same-rule' });
  }
}

/** There is no time left that could be paused or run faster. */
export class SubathonOutError extends StagelightError {
  constructor() {
    super({ code: 'subathon-out' });
  }
}

/** Its latest end has come: more time would not make it run. */
export class SubathonLimitError extends StagelightError {
  constructor() {
    super({ code: 'subathon-limit' });
  }
}
