import type { ProblemCode } from '../../../shared/locales/index.ts';
import { type Occasion, PlatformError } from './platform-error.ts';

/** `token`: the streamer's access token; `client`: the application's id and secret. */
export type RefusedProof = 'token' | 'client';

const CODES = {
  token: 'platform-not-authorized',
  client: 'platform-client-refused',
} as const satisfies Record<RefusedProof, ProblemCode>;

/** A 401 that no newer token cures. */
export class NotAuthorizedError extends PlatformError {
  readonly proof: RefusedProof;

  constructor(occasion: Occasion, proof: RefusedProof) {
    super(occasion, { code: CODES[proof] });
    this.proof = proof;
  }
}
