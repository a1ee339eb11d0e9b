import type { Text } from '../../../shared/locales/text.ts';
import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';

/** Where and how a call failed. Holds no secret and no body. */
export interface Occasion {
  /** The operation's name in our client, for example `chat.send`. */
  readonly operation: string;
  /** The answer's HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The platform's own words, secrets taken out and shortened; null when it said nothing. */
  readonly platformMessage: string | null;
}

/** Whatever can go wrong between us and the platform. */
export abstract class PlatformError extends StagelightError {
  readonly operation: string;
  readonly status: number | null;
  readonly platformMessage: string | null;

  constructor(occasion: Occasion, fault: Problem, options?: ErrorOptions) {
    super(fault, options);
    this.operation = occasion.operation;
    this.status = occasion.status;
    this.platformMessage = occasion.platformMessage;
  }
}

/** The platform's own words in quotes, or that it said nothing. */
export function quoted(platformMessage: string | null): Text {
  return platformMessage === null
    ? { key: 'problem.reply-none' }
    : { key: 'problem.reply', values: { words: platformMessage } };
}
