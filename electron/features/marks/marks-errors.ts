import { StagelightError } from '../../base/errors.ts';

/** A mark needs a recording. */
export class NotRecordingError extends StagelightError {
  constructor() {
    super({ code: 'marks-not-recording' });
  }
}

/** OBS's replay buffer is off, so there is nothing to save. */
export class ReplayOffError extends StagelightError {
  constructor() {
    super({ code: 'marks-replay-off' });
  }
}

/** The recording was removed meanwhile. */
export class NoSuchRecordingError extends StagelightError {
  constructor() {
    super({ code: 'marks-no-recording' });
  }
}

/** YouTube would ignore so few chapters. */
export class TooFewChaptersError extends StagelightError {
  constructor() {
    super({ code: 'marks-too-few-chapters' });
  }
}
