import { type Occasion, PlatformError } from './platform-error.ts';

/** The token lacks a scope. A refresh does not help: a token keeps its scopes for life. */
export class InsufficientScopeError extends PlatformError {
  /** The missing scope as the platform names it; null when neither it nor the operation names one. */
  readonly scope: string | null;

  constructor(occasion: Occasion, scope: string | null) {
    super(occasion, {
      code: 'platform-insufficient-scope',
      values: { scope: scope ?? { key: 'problem.scope-unknown' } },
    });
    this.scope = scope;
  }
}
