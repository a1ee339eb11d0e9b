import type { Problem } from '../../../shared/problem.ts';
import { type Occasion, PlatformError } from './platform-error.ts';

/** `token`: the streamer's access token; `client`: the application's id and secret. */
export type RefusedProof = 'token' | 'client';

const PROBLEMS: Readonly<Record<RefusedProof, Problem>> = {
  token: {
    code: 'platform-not-authorized',
    what: {
      ko: '플랫폼이 로그인 정보를 받아들이지 않았어요.',
      en: 'The platform does not accept the sign-in any more.',
    },
    cure: { ko: '다시 로그인해 주세요.', en: 'Sign in again.' },
  },
  client: {
    code: 'platform-client-refused',
    what: {
      ko: '플랫폼이 애플리케이션의 Client ID와 Secret을 받아들이지 않았어요.',
      en: 'The platform does not accept the application’s Client ID and Secret.',
    },
    cure: {
      ko: '개발자 포털의 값과 설정이 같은지 확인해 주세요.',
      en: 'Compare them in the settings with those in the developer portal.',
    },
  },
};

/** A 401 that no newer token cures. */
export class NotAuthorizedError extends PlatformError {
  readonly proof: RefusedProof;

  constructor(occasion: Occasion, proof: RefusedProof) {
    super(occasion, PROBLEMS[proof]);
    this.proof = proof;
  }
}
