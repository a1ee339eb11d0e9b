import { expect } from 'vitest';
import type { FaultInput } from '../../../../electron/simulator/faults/fault.ts';
import type { FaultRow } from './fault-row.ts';
import { type FaultStage, MINUTE, SECOND } from './fault-stage.ts';
import {
  CREATE,
  during,
  inject,
  ME,
  removeSession,
  revokeGrant,
  SUBSCRIBE,
  SUBSCRIBE_DONATION,
  TOKEN,
} from './fault-tools.ts';

const EXPIRED = {
  kind: 'answer',
  operation: CREATE,
  status: 401,
  message: 'Access token has expired',
} as const;

/** A new session is needed, and the access token is found to be of no more use. */
const withExpiredToken = (ms: number, ...faults: readonly FaultInput[]) => {
  return (stage: FaultStage): Promise<void> => {
    inject(stage, EXPIRED);
    removeSession(stage);
    return during(stage, ms, ...faults);
  };
};

const STRANGE = 'upstream authentication service unavailable';

/** The refresh fails on its way and is asked for again. */
const withLostRefresh = (stage: FaultStage): Promise<void> => {
  inject(stage, { ...EXPIRED, times: 2 });
  removeSession(stage);
  return during(stage, MINUTE, { kind: 'lost-answer', operation: TOKEN });
};

/** Specification, "401 on token issue and refresh", as far as a refresh can meet it. */
const ENDS_THE_GRANT = [
  'Authorization is not active',
  'Refresh token is required',
  'Invalid refresh token',
  'Refresh token has been revoked',
  'Refresh token has already been used',
  'Refresh token does not belong to this application',
  'Refresh token has expired',
] as const;

const SIGN_IN = { state: 'signing-in', notice: 'sign-in-required' } as const;

/** Ten seconds to see it and to press the button. */
const PERSON_MS = 10 * SECOND;

const refusedRefreshes = ENDS_THE_GRANT.map(
  (message, index): FaultRow => ({
    name: `refresh answers 401: ${message}`,
    // Some of these ends are waited out, in the others somebody signs in.
    personMs: index % 2 === 0 ? PERSON_MS : null,
    strike: withExpiredToken(30 * SECOND, {
      kind: 'answer',
      operation: TOKEN,
      status: 401,
      message,
    }),
    gap: 'some',
    ...(index % 2 === 0 ? { liveWithinMs: MINUTE } : { asksFor: SIGN_IN }),
  }),
);

/** Every call with the streamer's token is refused, in words that the specification does not know. */
const unexplained: FaultRow = {
  name: 'every token is refused with words that nobody knows, for 20 minutes',
  strike: async (stage) => {
    inject(
      stage,
      ...[CREATE, ME, SUBSCRIBE].map((operation) => ({
        kind: 'answer' as const,
        status: 401 as const,
        times: 'until-cleared' as const,
        operation,
        message: 'Session context mismatch',
      })),
    );
    removeSession(stage);
    await stage.run(20 * MINUTE);
    stage.simulator.faults.clear();
  },
  gap: 'some',
  liveWithinMs: 21 * MINUTE,
  backsOff: { operation: CREATE, times: 20 },
  check: ({ network, app }) => {
    // After 0, 1, 3, 7 and 15 minutes at the earliest.
    const refreshes = network.calls.filter(({ operation }) => operation === TOKEN).length - 1;
    expect(refreshes, 'refresh tokens spent').toBeLessThanOrEqual(5);
    expect(refreshes, 'refresh tokens spent').toBeGreaterThan(1);
    const told = app.core.status.read().notices.find(({ id }) => id === 'access-token-refused');
    const reply = { key: 'problem.reply', values: { words: 'Session context mismatch' } };
    expect(told?.problem.values).toEqual({ reply });
  },
};

/** What becomes of tokens and the grant. */
export const TOKEN_ROWS: readonly FaultRow[] = [
  {
    name: 'a refresh answers 401 once, in the words of a gateway',
    strike: withExpiredToken(30 * SECOND, {
      kind: 'answer',
      operation: TOKEN,
      status: 401,
      message: STRANGE,
      times: 1,
    }),
    gap: 'some',
    check: ({ app }) => expect(app.core.status.read().notices).toEqual([]),
  },
  {
    name: 'the access token has expired in the middle of the session',
    strike: withExpiredToken(SECOND),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  unexplained,
  {
    name: 'subscribing to donations is refused with 401 and unknown words: the rest comes',
    strike: async (stage) => {
      inject(stage, {
        kind: 'answer',
        operation: SUBSCRIBE_DONATION,
        status: 401,
        message: 'Session context mismatch',
        times: 'until-cleared',
      });
      removeSession(stage);
      await stage.run(5 * MINUTE);
      stage.simulator.faults.clear();
      await stage.run(11 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 16 * MINUTE,
    check: ({ network }) => {
      const refreshes = network.calls.filter(({ operation }) => operation === TOKEN).length - 1;
      expect(refreshes, 'refresh tokens spent').toBeLessThanOrEqual(2);
    },
  },
  ...refusedRefreshes,
  {
    name: 'refresh answers 401: Invalid client credentials, for 2 minutes',
    strike: (stage) => {
      inject(stage, { ...EXPIRED, times: 'until-cleared' });
      removeSession(stage);
      return during(stage, 2 * MINUTE, {
        kind: 'answer',
        operation: TOKEN,
        status: 401,
        message: 'Invalid client credentials',
        times: 'until-cleared',
      });
    },
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: TOKEN, times: 4 },
  },
  {
    name: 'the answer of a refresh is lost, nobody signs in',
    strike: withLostRefresh,
    gap: 'some',
    asksFor: SIGN_IN,
  },
  {
    name: 'the answer of a refresh is lost, somebody signs in',
    personMs: PERSON_MS,
    strike: withLostRefresh,
    gap: 'some',
  },
  {
    name: 'refresh answers something unreadable 3 times',
    strike: withExpiredToken(30 * SECOND, {
      kind: 'garbage-answer',
      operation: TOKEN,
      times: 3,
    }),
    gap: 'some',
  },
  {
    name: 'refresh answers 500 for 2 minutes',
    strike: (stage) => {
      inject(stage, { ...EXPIRED, times: 'until-cleared' });
      removeSession(stage);
      return during(stage, 2 * MINUTE, {
        kind: 'answer',
        operation: TOKEN,
        status: 500,
        times: 'until-cleared',
      });
    },
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: TOKEN, times: 4 },
  },
  {
    name: 'refresh takes 15 seconds',
    strike: async (stage) => {
      inject(stage, EXPIRED, { kind: 'slow', operation: TOKEN, delayMs: 15_000 });
      removeSession(stage);
      stage.isHeld = true;
      await stage.run(40 * SECOND);
      stage.isHeld = false;
    },
    gap: 'some',
    liveWithinMs: 30 * SECOND,
  },
  {
    name: 'the grant is revoked on the server and the session removed, nobody signs in',
    strike: async (stage) => {
      revokeGrant(stage);
      removeSession(stage);
      await stage.run(MINUTE);
    },
    gap: 'some',
    asksFor: SIGN_IN,
  },
  {
    name: 'the grant is revoked on the server and the session removed, somebody signs in',
    personMs: PERSON_MS,
    strike: async (stage) => {
      revokeGrant(stage);
      removeSession(stage);
      await stage.run(MINUTE);
    },
    gap: 'some',
  },
  {
    name: 'the login cannot be renewed any more: the line goes on while it holds',
    strike: async (stage) => {
      inject(stage, { ...EXPIRED, operation: ME, times: 'until-cleared' });
      inject(stage, {
        kind: 'answer',
        operation: TOKEN,
        status: 401,
        times: 'until-cleared',
        message: 'Refresh token has already been used',
      });
      await stage.pass(65 * MINUTE);
    },
    // At the end nobody can ask whether the grant still holds: since the last event is not known.
    gap: 'some',
    asksFor: SIGN_IN,
  },
  {
    name: 'the grant is revoked on the server, which tells nobody: noticed within five minutes',
    strike: async (stage) => {
      revokeGrant(stage);
      await stage.pass(5 * MINUTE);
    },
    gap: 'some',
    asksFor: SIGN_IN,
  },
  {
    name: 'the grant is revoked on the server, which tells nobody, and the token has expired',
    personMs: PERSON_MS,
    strike: async (stage) => {
      revokeGrant(stage);
      inject(stage, { ...EXPIRED, operation: ME, times: 1 });
      await stage.pass(6 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 6 * MINUTE,
  },
];
