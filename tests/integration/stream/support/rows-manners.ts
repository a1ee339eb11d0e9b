import { expect } from 'vitest';
import type { Manners } from '../../../../electron/simulator/world/manners.ts';
import type { FaultRow } from './fault-row.ts';
import { type FaultStage, HOUR, MINUTE, SECOND } from './fault-stage.ts';
import { CREATE, inject, LIST, ME, removeSession, SUBSCRIBE, TOKEN } from './fault-tools.ts';

/** Renewals are due 108 to 112 minutes after a connection opened, roll-overs after 11.5 hours. */
const nearRenewal = (stage: FaultStage): Promise<void> => stage.pass(106 * MINUTE - 70 * SECOND);
const RENEWAL_MS = 7 * MINUTE;
const nearRollOver = (stage: FaultStage): Promise<void> =>
  stage.pass(11.5 * HOUR - 2 * MINUTE - 70 * SECOND);
const ROLL_OVER_MS = 5 * MINUTE;

/** Ten events a second, so that some come in every moment of a hand-over. */
async function runDensely(stage: FaultStage, ms: number): Promise<void> {
  stage.paceMs = 100;
  await stage.run(ms);
  stage.paceMs = SECOND;
}

const renewal = (
  name: string,
  manners: Partial<Manners>,
  more: Partial<FaultRow> = {},
): FaultRow => ({
  name,
  simulator: { manners },
  before: nearRenewal,
  strike: (stage) => runDensely(stage, RENEWAL_MS),
  gap: 'none',
  check: ({ app }) => {
    const { events } = app.core.keeper.recorder.connectionHistory;
    expect(
      events.some((event) => event.name === 'renewed'),
      'renewed',
    ).toBe(true);
  },
  ...more,
});

const rollOver = (name: string, manners: Partial<Manners>): FaultRow => ({
  name,
  simulator: { manners },
  before: nearRollOver,
  strike: async (stage) => {
    await runDensely(stage, ROLL_OVER_MS);
    // What is late when everything ends would never come.
    stage.simulator.world.manners.copyLagMs = 0;
  },
  gap: 'none',
  check: ({ app, simulator }) => {
    const { events } = app.core.keeper.recorder.connectionHistory;
    expect(
      events.some((event) => event.name === 'rolled-over'),
      'rolled over',
    ).toBe(true);
    expect(simulator.sessions.all.length, 'sessions').toBeGreaterThan(1);
  },
});

const refreshesOf = ({ network }: FaultStage): number =>
  network.calls.filter(({ operation }) => operation === TOKEN).length - 1;

/** A session is needed while every answer is of this strange form, for a minute. */
const strange = (
  name: string,
  form: 'html' | 'list' | 'redirect' | 'timeout' | 'rate-limit',
): FaultRow => ({
  name: `session removed, and for a minute every answer is ${name}`,
  strike: async (stage) => {
    inject(
      stage,
      ...[CREATE, LIST, SUBSCRIBE, ME].map((operation) => ({
        kind: 'strange-answer' as const,
        form,
        operation,
        times: 'until-cleared' as const,
      })),
    );
    removeSession(stage);
    await stage.run(MINUTE);
    stage.simulator.faults.clear();
  },
  gap: 'some',
  liveWithinMs: 2 * MINUTE,
  backsOff: { operation: CREATE, times: 3 },
});

/** What becomes of a platform that is not quite what the specification says. */
export const MANNERS_ROWS: readonly FaultRow[] = [
  renewal('renewal: for 1.5 s both connections deliver', { handOver: 'both' }),
  renewal(
    'renewal: for 1.5 s neither connection delivers',
    { handOver: 'neither' },
    {
      platformLoses: true,
    },
  ),
  renewal('renewal: the replaced connection answers no PING', { replacedAnswers: false }),
  rollOver('roll-over: the new session brings everything 2 s later', { copyLagMs: 2_000 }),
  rollOver('roll-over: the donations of the new session come 900 ms behind its chat', {
    copyLagMs: 900,
    copyLagOf: 'DONATION',
  }),
  rollOver('roll-over: the subscriptions of the new session come 4 s behind all else', {
    copyLagMs: 4_000,
    copyLagOf: 'SUBSCRIPTION',
  }),
  rollOver('roll-over: copies within 2 s come in reversed order', {
    copyLagMs: 2_000,
    copyOrder: 'reversed',
  }),
  rollOver('roll-over: the new session writes times without a zone', {
    copyTimes: 'without-zone',
  }),
  rollOver('roll-over: the new session writes times of Korea, reversed and 2 s late', {
    copyTimes: 'korean-zone',
    copyLagMs: 2_000,
    copyOrder: 'reversed',
  }),
  rollOver('roll-over: the new session writes times as digits', { copyTimes: 'epoch-digits' }),
  {
    name: 'a refresh ends the access token that other calls are using',
    simulator: { manners: { refreshEndsAccess: true, accessTokenSeconds: 600 } },
    strike: (stage) => stage.pass(70 * MINUTE),
    gap: 'none',
    check: (stage) => expect(refreshesOf(stage)).toBeLessThanOrEqual(9),
  },
  {
    name: 'access tokens live a minute',
    simulator: { manners: { accessTokenSeconds: 60 } },
    strike: (stage) => stage.pass(20 * MINUTE),
    gap: 'none',
    check: (stage) => {
      expect(refreshesOf(stage)).toBeGreaterThan(20);
      expect(refreshesOf(stage)).toBeLessThanOrEqual(48);
    },
  },
  {
    name: 'access tokens live 30 days',
    simulator: { manners: { accessTokenSeconds: 2_592_000 } },
    strike: (stage) => stage.pass(3 * HOUR),
    gap: 'none',
    check: (stage) => expect(refreshesOf(stage)).toBe(0),
  },
  {
    name: 'fewer scopes are granted than were asked for: donations are left out, the rest comes',
    simulator: { manners: { withheldScopes: ['READ:DONATION'] } },
    strike: (stage) => stage.run(2 * MINUTE),
    platformLoses: true,
    gap: 'none',
    check: ({ app }) => {
      const { scopes } = app.core.status.read();
      expect(scopes.missing.map(({ scope }) => scope)).toEqual(['READ:DONATION']);
    },
  },
  {
    name: 'the scope to read the user is not granted',
    simulator: { manners: { withheldScopes: ['READ:USER'] } },
    strike: (stage) => stage.run(2 * MINUTE),
    // At the end nobody can ask whether the grant still holds: since the last event is not known.
    gap: 'some',
    liveWithinMs: 5 * MINUTE,
  },
  {
    name: 'amounts are numbers, badges and emojis are absent, times are digits',
    simulator: { manners: { payAmount: 'number', sideFields: 'absent', times: 'epoch-digits' } },
    strike: (stage) => stage.run(2 * MINUTE),
    gap: 'none',
    check: ({ app }) => {
      expect(app.core.status.read().refusals).toEqual([]);
    },
  },
  ...(['without-zone', 'korean-zone'] as const).map(
    (times): FaultRow => ({
      name: `times are written ${times}: the session is kept over a reset`,
      simulator: { manners: { times } },
      strike: (stage) => {
        inject(stage, { kind: 'reset' });
      },
      gap: 'some',
      liveWithinMs: 5 * SECOND,
    }),
  ),
  ...[-7, 7].map(
    (minutes): FaultRow => ({
      name: `the clock of the platform is ${minutes} minutes ahead, over a renewal and a reset`,
      simulator: { clockAheadMs: minutes * MINUTE },
      before: nearRenewal,
      strike: async (stage) => {
        await stage.run(RENEWAL_MS);
        inject(stage, { kind: 'reset' });
      },
      gap: 'some',
      liveWithinMs: RENEWAL_MS + 10 * SECOND,
    }),
  ),
  strange('a page of HTML (502)', 'html'),
  strange('a list (500)', 'list'),
  strange('a redirect (302)', 'redirect'),
  strange('408', 'timeout'),
  strange('429 without Retry-After', 'rate-limit'),
];
