import { StagelightError } from '../../base/errors.ts';

/** OBS's answer lacks what the work needs. */
export class ObsAnswerError extends StagelightError {
  constructor(request: string, field: string) {
    super({ code: 'obs-odd-answer', values: { request, field } });
  }
}

/** OBS has no scene of this name, any more. */
export class ObsNoSceneError extends StagelightError {
  constructor(scene: string) {
    super({ code: 'obs-no-scene', values: { scene } });
  }
}

/** This OBS was built without browser sources. */
export class ObsNoBrowserError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'obs-no-browser' }, options);
  }
}

/** OBS accepted everything, but it does not show. `source`: what is not as it was asked to be. */
export class ObsNotReachedError extends StagelightError {
  constructor(source: string) {
    super({ code: 'obs-not-reached', values: { source } });
  }
}

export class ObsNothingToUndoError extends StagelightError {
  constructor() {
    super({ code: 'obs-nothing-to-undo' });
  }
}

/** The set-up was taken back, except for what the streamer changed in OBS since. */
export class ObsChangedSinceError extends StagelightError {
  constructor(sources: readonly string[]) {
    super({ code: 'obs-changed-since', values: { sources: sources.join(', ') } });
  }
}

/** OBS shows another scene collection than the one that was set up. */
export class ObsOtherCollectionError extends StagelightError {
  constructor(collection: string) {
    super({ code: 'obs-other-collection', values: { collection } });
  }
}

/** What OBS streams to cannot be changed while it streams. */
export class ObsStreamingError extends StagelightError {
  constructor() {
    super({ code: 'obs-streaming' });
  }
}

/** This is no address that a stream goes to. */
export class ObsStreamServerError extends StagelightError {
  constructor() {
    super({ code: 'obs-stream-server' });
  }
}

export class ObsNoFormerStreamError extends StagelightError {
  constructor() {
    super({ code: 'obs-no-former-stream' });
  }
}

/** The streamer chose another service in OBS since: that stays. */
export class ObsStreamChangedError extends StagelightError {
  constructor() {
    super({ code: 'obs-stream-changed' });
  }
}

/** The folder that OBS records to can't be opened from here. */
export class ObsNoFolderError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'obs-no-folder' }, options);
  }
}

/** OBS runs on another computer, where nobody can open the overlay's address. */
export class ObsElsewhereError extends StagelightError {
  constructor() {
    super({ code: 'obs-elsewhere' });
  }
}
