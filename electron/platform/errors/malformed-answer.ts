import { type Occasion, PlatformError } from './platform-error.ts';

/** The platform answered, but not with what the specification says. */
export class MalformedAnswerError extends PlatformError {
  /** Which part was wrong, by its place: never the value that stood there. */
  readonly detail: string;

  constructor(occasion: Occasion, detail: string) {
    super(occasion, {
      code: 'platform-malformed-answer',
      values: { detail },
    });
    this.detail = detail;
  }
}
