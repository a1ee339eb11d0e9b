import { StagelightError } from '../../base/errors.ts';
import type { UnavailableError } from '../../platform/errors.ts';

/** Nobody knows whether the platform took it: nothing is sent again by itself. */
export class MaybeSentError extends StagelightError {
  constructor(what: 'message' | 'notice', cause: UnavailableError) {
    const code = what === 'message' ? 'live-maybe-sent' : 'live-notice-maybe-set';
    super({ code, outcome: 'unknown' }, { cause });
  }
}

/** The event is neither kept in memory nor in the ledger. */
export class EventGoneError extends StagelightError {
  constructor() {
    super({ code: 'live-event-gone' });
  }
}

/** There is nothing to show large: nothing was said with the event. */
export class NoWordsError extends StagelightError {
  constructor() {
    super({ code: 'live-no-words' });
  }
}

/** Highlighted words stand in the chat's place, and the layout has none. */
export class NoChatPlaceError extends StagelightError {
  constructor() {
    super({ code: 'live-no-chat-place' });
  }
}

/** The list of hidden people of a chat has no room. */
export class HideListFullError extends StagelightError {
  constructor(most: number) {
    super({ code: 'live-hide-list-full', values: { most } });
  }
}
