import { describe, expect, it } from 'vitest';
import {
  AccessTokenRefusedError,
  CallbackPortError,
  RedirectAddressError,
  SignInDeniedError,
  SignInError,
  SignInRequiredError,
  VaultUnavailableError,
} from '../../../electron/auth/errors.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  LimitError,
  MalformedAnswerError,
  NotAuthorizedError,
  QuotaExceededError,
  RateLimitedError,
  TOKEN_REFUSALS,
  TokenRefusedError,
  UnavailableError,
  type UnavailableReason,
} from '../../../electron/platform/errors.ts';
import { SPEC_OPERATIONS, subscriptionOperation } from '../../../electron/platform/operations.ts';
import { isRefusal, meaningOf } from '../../../electron/session/failure-meaning.ts';

const SUBSCRIBE = subscriptionOperation('subscribe', 'chat').name;
const CREATE = SPEC_OPERATIONS.createUserSession.name;
const LIST = SPEC_OPERATIONS.listUserSessions.name;
const at = (operation: string, status: number | null = null, platformMessage?: string) => ({
  operation,
  status,
  platformMessage: platformMessage ?? null,
});
const retry = { verdict: 'unavailable', retryAfterMs: 0 };

describe('what a failed platform call means for the live stream', () => {
  it.each([
    [
      'a missing scope: only this kind is left out',
      new InsufficientScopeError(at(SUBSCRIBE, 401), 'READ:DONATION'),
      { ...retry, reason: 'scope-missing' },
    ],
    [
      'a subscription that is forbidden: only this kind is left out',
      new ForbiddenError(at(SUBSCRIBE, 403)),
      { ...retry, reason: 'forbidden' },
    ],
    [
      'anything else that is forbidden: try again',
      new ForbiddenError(at(CREATE, 403)),
      { ...retry, reason: 'forbidden' },
    ],
    [
      'nobody is signed in: only signing in helps',
      new SignInRequiredError(),
      { ...retry, verdict: 'sign-in', reason: 'signed-out' },
    ],
    [
      'the token is refused: only signing in helps',
      new NotAuthorizedError(at(CREATE, 401), 'token'),
      { ...retry, verdict: 'sign-in', reason: 'platform-not-authorized' },
    ],
    [
      'the token is refused although it is new: try again, signing in may not help',
      new AccessTokenRefusedError(new NotAuthorizedError(at(CREATE, 401), 'token')),
      { ...retry, reason: 'access-token-refused' },
    ],
    [
      'the token is refused for one kind of events although it is new: go on without that kind',
      new AccessTokenRefusedError(new NotAuthorizedError(at(SUBSCRIBE, 401), 'token')),
      { ...retry, reason: 'access-token-refused' },
    ],
    [
      'the application is refused: signing in would not help',
      new NotAuthorizedError(at(LIST, 401), 'client'),
      { ...retry, reason: 'platform-client-refused' },
    ],
    [
      'the application is refused at a refresh: signing in would not help either',
      new TokenRefusedError(at('auth.refresh', 401, 'Invalid client credentials')),
      { ...retry, reason: 'platform-token-refused-invalid-client' },
    ],
    [
      'anything else that is found wrong: try again',
      new InvalidRequestError(at(CREATE, 400)),
      { ...retry, reason: 'platform-invalid-request' },
    ],
    [
      'too many calls: wait as long as the platform says',
      new RateLimitedError(at(CREATE, 429), 90_000),
      { ...retry, reason: 'platform-rate-limited', retryAfterMs: 90_000 },
    ],
    [
      'too many calls, for how long it does not say',
      new RateLimitedError(at(CREATE, 429), null),
      { ...retry, reason: 'platform-rate-limited' },
    ],
    [
      'a platform that asks to come back later',
      new UnavailableError(at(CREATE, 503), 'server', { retryAfterMs: 5_000 }),
      { ...retry, reason: 'platform-unavailable-server', retryAfterMs: 5_000 },
    ],
    [
      'a used-up quota: nothing of the stream, try again',
      new QuotaExceededError(at(CREATE, 429), 'READ_DROPS', 1),
      { ...retry, reason: 'platform-quota-exceeded' },
    ],
    [
      'an answer that is not understood: try again',
      new MalformedAnswerError(at(CREATE, 200), 'url: custom'),
      { ...retry, reason: 'platform-malformed-answer' },
    ],
    [
      'our own limit: try again',
      new LimitError(SUBSCRIBE, 'sessionKey', '', { key: 'problem.limit-not-blank' }),
      { ...retry, reason: 'platform-limit' },
    ],
    [
      'a vault that does not open: try again',
      new VaultUnavailableError('read'),
      { ...retry, reason: 'vault-not-readable' },
    ],
    ['an unknown error', new Error('what is this?'), { ...retry, reason: 'unexpected' }],
    ['no error at all', undefined, { ...retry, reason: 'unexpected' }],
  ])('%s', (_name, failure, meaning) => {
    expect(meaningOf(failure)).toEqual(meaning);
  });

  it.each([400, 404, 409, 410, 422])(
    'a subscription that is refused with %i: only this kind is left out',
    (status) => {
      const meaning = { ...retry, reason: 'subscription-refused' };
      expect(meaningOf(new InvalidRequestError(at(SUBSCRIBE, status)))).toEqual(meaning);
    },
  );

  it.each<UnavailableReason>(['network', 'timeout', 'server', 'stopped'])(
    'no usable answer (%s): try again',
    (reason) => {
      const failure = new UnavailableError(at(CREATE), reason);
      expect(meaningOf(failure)).toEqual({ ...retry, reason: `platform-unavailable-${reason}` });
    },
  );

  it.each(TOKEN_REFUSALS.filter(([, reason]) => reason !== 'invalid-client'))(
    'a refused grant (%s): only signing in helps, and a link goes on unless it was revoked',
    (message, reason) => {
      const failure = new TokenRefusedError(at('auth.refresh', 401, message));
      const isRevoked = ['authorization-not-active', 'refresh-token-revoked'].includes(reason);
      const verdict = isRevoked ? 'grant-revoked' : 'sign-in';
      const meaning = { ...retry, verdict, reason: 'signed-out' };
      expect(meaningOf(failure)).toEqual(meaning);
      expect(meaningOf(new SignInRequiredError({ cause: failure }))).toEqual(meaning);
    },
  );

  it.each([
    new RedirectAddressError('https', 'https://example.com/'),
    new CallbackPortError(1, 'in-use'),
    new SignInError('timed-out'),
    new SignInError('busy'),
    new SignInError('closed'),
    new SignInDeniedError('access_denied'),
    new SignInError('answer-incomplete'),
  ])('any other known failure is tried again under its own name: $name', (failure) => {
    expect(meaningOf(failure)).toEqual({ ...retry, reason: failure.problem.code });
  });
});

describe('a call for a session that failed', () => {
  const refused = new NotAuthorizedError(at(CREATE, 401), 'token');

  it.each<[string, unknown, boolean]>([
    ['made none where nobody is signed in', new SignInRequiredError(), true],
    ['made none where a new token was refused', new AccessTokenRefusedError(refused), true],
    ['made none where the platform answers 400', new InvalidRequestError(at(CREATE, 400)), true],
    ['made none where the platform answers 499', new InvalidRequestError(at(CREATE, 499)), true],
    ['may have made one at 500', new UnavailableError(at(CREATE, 500), 'server'), false],
    ['may have made one without an answer', new UnavailableError(at(CREATE), 'timeout'), false],
    ['has made one where its answer is odd', new MalformedAnswerError(at(CREATE, 200), ''), false],
    ['may have made one after anything else', new Error('what is this?'), false],
    ['may have made one after what is no error', undefined, false],
  ])('%s', (_, failure, isRefused) => {
    expect(isRefusal(failure)).toBe(isRefused);
  });
});
