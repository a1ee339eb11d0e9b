import { StagelightError } from '../../base/errors.ts';
import type { UnavailableError } from '../../platform/errors.ts';

/** The platform may have accepted it, so it is not sent again automatically. */
export class MaybeSentError extends StagelightError {
  constructor(what: 'message' | 'notice', cause: UnavailableError) {
    const code = what === 'message' ? 'live-maybe-sent' : 'live-notice-maybe-set';
    super({ code, outcome: 'unknown' }, { cause });
  }
}

/** The event is neither in memory nor in the ledger. */
export class EventGoneError extends StagelightError {
  constructor() {
    super({ code: 'live-event-gone' });
  }
}

/** The event has no text to highlight. */
export class NoWordsError extends StagelightError {
  constructor() {
    super({ code: 'live-no-words' });
  }
}

/** Highlights replace the chat, but the layout has no chat. */
export class NoChatPlaceError extends StagelightError {
  constructor() {
    super({ code: 'live-no-chat-place' });
  }
}

/** The chat's list of hidden viewers is full. */
export class HideListFullError extends StagelightError {
  constructor(most: number) {
    super({ code: 'live-hide-list-full', values: { most } });
  }
}
