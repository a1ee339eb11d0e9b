import { type Occasion, PlatformError } from './platform-error.ts';

/** The token lacks a scope. A refresh does not help: a token keeps its scopes for life. */
export class InsufficientScopeError extends PlatformError {
  /** The missing scope as the platform names it; null when neither it nor the operation names one. */
  readonly scope: string | null;

  constructor(occasion: Occasion, scope: string | null) {
    const ko = scope === null ? '필요한 권한이' : `${scope} 권한이`;
    const en = scope === null ? 'a permission this needs' : `the permission ${scope}`;
    super(occasion, {
      code: 'platform-insufficient-scope',
      what: { ko: `로그인에 ${ko} 들어 있지 않아요.`, en: `The sign-in lacks ${en}.` },
      cure: {
        ko: '개발자 포털에서 권한을 켠 뒤 다시 로그인하고 동의해 주세요.',
        en: 'Turn it on in the developer portal, then sign in again and agree.',
      },
    });
    this.scope = scope;
  }
}
