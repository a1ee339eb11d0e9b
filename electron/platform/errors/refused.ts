import { type Occasion, PlatformError, quoted } from './platform-error.ts';

/** The platform found the request wrong (400, 404, 409, 422 and other 4xx). */
export class InvalidRequestError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-invalid-request',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}

/** A 403: the proof is good, the account or the application may not do this. */
export class ForbiddenError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-forbidden',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}
