import { describe, expect, it } from 'vitest';
import { problemOf, sayProblem } from '../../../electron/base/errors.ts';
import { Checks } from '../../../electron/platform/checks.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  LimitError,
  MalformedAnswerError,
  NotAuthorizedError,
  type PlatformError,
  QuotaExceededError,
  RateLimitedError,
  TOKEN_REFUSALS,
  TokenRefusedError,
  UnavailableError,
  type UnavailableReason,
} from '../../../electron/platform/errors.ts';

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
  new LimitError('chat.send', 'message', 101, {
    key: 'problem.limit-characters',
    values: { min: 1, max: 100 },
  }),
];

describe('every platform error', () => {
  it.each(ERRORS.map((error) => [error.problem.code, error] as const))(
    '%s says what happened and what to do, in both languages',
    (_, error) => {
      expect(error.problem.code).toMatch(/^platform-[a-z0-9-]+$/);
      expect(error.operation).toBe('chat.send');
      const [ko, en] = [sayProblem(error.problem, 'ko'), sayProblem(error.problem, 'en')];
      for (const part of ['what', 'cure'] as const) {
        expect(ko[part]).toMatch(/요(\(.*\)|\.|,)?.*\.$/);
        expect(en[part]).toMatch(/^[A-Z“].*\.$/);
        expect(ko[part] + en[part]).not.toMatch(/[{}]|problem\.\w/);
      }
    },
  );

  it('has a code of its own', () => {
    const codes = ERRORS.map((error) => `${error.name} ${error.problem.code}`);
    // The same class may appear twice with one code only where just its details differ.
    expect(new Set(codes).size).toBe(ERRORS.length - 2);
  });
});

describe('what the platform said', () => {
  it.each(['{{code}} {{reply}}', '$t(problem.unexpected.what)', '&lt;b&gt; <b>', '{{- words}}'])(
    'is repeated as it came: %s',
    (platformMessage) => {
      const { problem } = new InvalidRequestError({ ...occasion, platformMessage });
      expect(sayProblem(problem, 'en').what).toContain(`(its reply: “${platformMessage}”)`);
      expect(sayProblem(problem, 'ko').what).toContain(`(응답: “${platformMessage}”)`);
    },
  );

  it('may be nothing', () => {
    const { problem } = new InvalidRequestError({ ...occasion, platformMessage: null });
    expect(sayProblem(problem, 'en').what).toContain('(its reply: none)');
    expect(sayProblem(problem, 'ko').what).toContain('(응답: 없음)');
  });
});

describe('the wait after too many calls', () => {
  it.each([
    [null, 'Try again in a little while.', '잠시 뒤에 다시 시도해 주세요.'],
    [1, 'Try again in 1 second.', '1초 뒤에 다시 시도해 주세요.'],
    [119_000, 'Try again in 119 seconds.', '119초 뒤에 다시 시도해 주세요.'],
    [120_000, 'Try again in 2 minutes.', '2분 뒤에 다시 시도해 주세요.'],
    [120_001, 'Try again in 3 minutes.', '3분 뒤에 다시 시도해 주세요.'],
  ])('of %s ms is said in round units', (ms, en, ko) => {
    const { problem } = new RateLimitedError(occasion, ms);
    expect(sayProblem(problem, 'en').cure).toBe(en);
    expect(sayProblem(problem, 'ko').cure).toBe(ko);
  });
});

describe('the rule of a limit', () => {
  const choose = () => new Checks('x').oneOf('sort', 'OLD', ['RECENT', 'LONGER']);
  it.each([
    [() => new Checks('x').size(51, 50), 'a whole number from 1 to 50', '1부터 50까지의 정수'],
    [() => new Checks('x').page(-1), 'a whole number of 0 or more', '0 이상의 정수'],
    [() => new Checks('x').characters('m', '', 1, 100), '1 to 100 characters', '1~100자'],
    [() => new Checks('x').characters('k', 'abc', 0, 2), 'at most 2 characters', '2자 이하'],
    [choose, 'one of RECENT, LONGER', 'RECENT, LONGER 중 하나'],
  ])('is said in both languages (%#)', (check, en, ko) => {
    let problem = problemOf(null);
    try {
      check();
    } catch (failure) {
      problem = problemOf(failure);
    }
    expect(sayProblem(problem, 'en').cure).toBe(`Change it to ${en}.`);
    expect(sayProblem(problem, 'ko').cure).toBe(`이 조건에 맞게 바꿔 주세요: ${ko}.`);
  });
});
