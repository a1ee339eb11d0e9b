import { describe, expect, it } from 'vitest';
import { InsufficientScopeError } from '../../../electron/platform/errors/insufficient-scope.ts';
import { LimitError } from '../../../electron/platform/errors/limit.ts';
import { MalformedAnswerError } from '../../../electron/platform/errors/malformed-answer.ts';
import { NotAuthorizedError } from '../../../electron/platform/errors/not-authorized.ts';
import {
  QuotaExceededError,
  RateLimitedError,
} from '../../../electron/platform/errors/overload.ts';
import { PayoutInterruptedError } from '../../../electron/platform/errors/payout-interrupted.ts';
import type { PlatformError } from '../../../electron/platform/errors/platform-error.ts';
import { ForbiddenError, InvalidRequestError } from '../../../electron/platform/errors/refused.ts';
import {
  TOKEN_REFUSALS,
  TokenRefusedError,
} from '../../../electron/platform/errors/token-refused.ts';
import {
  UnavailableError,
  type UnavailableReason,
} from '../../../electron/platform/errors/unavailable.ts';

const occasion = { operation: 'chat.send', status: 400, platformMessage: 'said' };
const refused = (platformMessage: string) =>
  new TokenRefusedError({ ...occasion, status: 401, platformMessage });
const reasons: readonly UnavailableReason[] = ['network', 'timeout', 'server', 'stopped'];

const ERRORS: readonly PlatformError[] = [
  new NotAuthorizedError(occasion, 'token'),
  new NotAuthorizedError(occasion, 'client'),
  new InsufficientScopeError(occasion, 'READ:USER'),
  new InsufficientScopeError(occasion, null),
  ...[...TOKEN_REFUSALS.map(([message]) => message), 'other'].map(refused),
  new InvalidRequestError(occasion),
  new ForbiddenError(occasion),
  new QuotaExceededError(occasion, 'READ_DROPS', 0),
  new RateLimitedError(occasion, 1500),
  new RateLimitedError(occasion, null),
  ...reasons.map((reason) => new UnavailableError(occasion, reason)),
  new MalformedAnswerError(occasion, 'data: invalid_type'),
  new LimitError('chat.send', 'message', 101, { ko: '1~100자', en: '1 to 100 characters' }),
  new PayoutInterruptedError(new ForbiddenError(occasion), {
    groups: [],
    unreportedIds: [],
    uncertainIds: [],
    unchangedIds: ['a'],
  }),
];

describe('every platform error', () => {
  it.each(ERRORS.map((error) => [error.problem.code, error] as const))(
    '%s says what happened and what to do, in both languages',
    (_, error) => {
      const { code, what, cure } = error.problem;
      expect(code).toMatch(/^platform-[a-z0-9-]+$/);
      expect(error.operation).toBe('chat.send');
      for (const text of [what, cure]) {
        expect(text.ko).toMatch(/요(\(.*\)|\.|,)?.*\.$/);
        expect(text.en).toMatch(/^[A-Z“].*\.$/);
        expect(text.en).not.toBe(text.ko);
      }
    },
  );

  it('has a code of its own', () => {
    const codes = ERRORS.map((error) => `${error.name} ${error.problem.code}`);
    // The same class may appear twice with one code only where just its details differ.
    expect(new Set(codes).size).toBe(ERRORS.length - 2);
  });
});
