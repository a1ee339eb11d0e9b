import { HOUR, MINUTE, type Schedule, SECOND, type Step } from './schedule.ts';

/** A schedule that the app failed at once, in its shortest form. */
export interface ChaosRow {
  readonly name: string;
  readonly schedule: Schedule;
}

const row = (name: string, hours: number, ...steps: readonly Step[]): ChaosRow => ({
  name,
  schedule: { seed: 1, hours, steps },
});

const tokenCalls = {
  operation: 'POST /api/openapi/auth/v1/token',
  times: 'until-cleared',
} as const;

/** What the chaos machine found. `npm run test:chaos` prints a new one as it can stand here. */
export const CHAOS_ROWS: readonly ChaosRow[] = [
  row(
    'the clock is set back an hour, and the app is killed at once',
    2,
    { atMs: HOUR, deed: { do: 'set-clock', byMs: -HOUR } },
    { atMs: HOUR + 200, deed: { do: 'kill', downMs: 14 * MINUTE, torn: 12 } },
  ),
  row(
    'subscriptions of a new session take effect 13 seconds after their answers',
    2,
    {
      atMs: HOUR,
      deed: {
        do: 'fault',
        fault: { kind: 'late-subscription', delayMs: 13_154, times: 'until-cleared' },
        forMs: MINUTE,
      },
    },
    { atMs: HOUR + SECOND, deed: { do: 'remove-session', reason: 'expired' } },
  ),
  row(
    'the clock is set back and the machine sleeps while nothing gets through, and the app is started again',
    3,
    { atMs: HOUR, deed: { do: 'remove-session', reason: 'count-limit' } },
    { atMs: HOUR, deed: { do: 'network', as: 'stalled', forMs: 40 * MINUTE } },
    { atMs: HOUR + 18 * MINUTE, deed: { do: 'set-clock', byMs: -2 * HOUR } },
    { atMs: HOUR + 18 * MINUTE, deed: { do: 'sleep', forMs: 5 * MINUTE } },
    { atMs: HOUR + 24 * MINUTE, deed: { do: 'restart', downMs: SECOND } },
  ),
  row(
    'a subscription is lost three minutes before the streamer quits',
    2,
    {
      atMs: HOUR,
      deed: { do: 'fault', fault: { kind: 'lost-subscription', event: 'DONATION' }, forMs: SECOND },
    },
    { atMs: HOUR + 3 * MINUTE, deed: { do: 'restart', downMs: MINUTE } },
  ),
  row('the grant is revoked, and the streamer signs in again', 2, {
    atMs: HOUR,
    deed: { do: 'revoke-grant' },
  }),
  row(
    'the disk is full for the paint of an alert, and not for its end',
    2,
    { atMs: HOUR, deed: { do: 'remove-session', reason: 'expired' } },
    ...Array.from(
      { length: 40 },
      (_, at): Step => ({
        atMs: HOUR + at * 4 * SECOND,
        deed: { do: 'disk', as: 'full', forMs: 1_300 },
      }),
    ),
  ),
  row(
    'every connection is reset at once while a subscription is refused',
    2,
    {
      atMs: HOUR,
      deed: {
        do: 'fault',
        fault: {
          kind: 'answer',
          operation: 'POST /api/openapi/open/v1/sessions/events/subscribe/donation',
          status: 409,
          times: 'until-cleared',
        },
        forMs: 10 * MINUTE,
      },
    },
    { atMs: HOUR + SECOND, deed: { do: 'remove-session', reason: 'expired' } },
    {
      atMs: HOUR + 2 * SECOND,
      deed: { do: 'fault', fault: { kind: 'reset', times: 'until-cleared' }, forMs: MINUTE },
    },
  ),
  row(
    'a subscription is lost, then the network, and the streamer quits while nobody can look',
    2,
    {
      atMs: HOUR,
      deed: {
        do: 'fault',
        fault: { kind: 'lost-subscription', event: 'DONATION' },
        forMs: 36 * MINUTE,
      },
    },
    {
      atMs: HOUR + 2 * MINUTE,
      deed: { do: 'network', as: 'down', forMs: 19 * MINUTE },
    },
    { atMs: HOUR + 10 * MINUTE, deed: { do: 'restart', downMs: MINUTE } },
  ),
  row(
    'what the network held back arrives when the connection has already gone silent',
    2,
    { atMs: HOUR, deed: { do: 'network', as: 'down', forMs: 17 * SECOND } },
    {
      atMs: HOUR + 10 * SECOND,
      deed: {
        do: 'fault',
        fault: { kind: 'half-open', times: 'until-cleared' },
        forMs: 40 * SECOND,
      },
    },
  ),
  row(
    'the clock is set back before a crash, and the platform’s time is told in whole seconds',
    3,
    { atMs: HOUR, deed: { do: 'set-clock', byMs: -4_785_077 } },
    { atMs: HOUR + MINUTE, deed: { do: 'sleep', forMs: 20 * MINUTE } },
    { atMs: HOUR + 21 * MINUTE, deed: { do: 'kill', downMs: 2_955, torn: 0 } },
  ),
  row(
    'a subscription goes, the look that makes it anew is lost with its connection, and the app is killed',
    2,
    {
      atMs: 476_714,
      deed: { do: 'fault', fault: { kind: 'lost-subscription', event: 'CHAT' }, forMs: 503 },
    },
    {
      atMs: 651_738,
      deed: { do: 'fault', fault: { kind: 'reset', times: 'until-cleared' }, forMs: 345_951 },
    },
    { atMs: 651_864, deed: { do: 'network', as: 'down', forMs: 133_787 } },
    { atMs: 747_886, deed: { do: 'kill', downMs: 767, torn: 0 } },
  ),
  row(
    'the list is stale while a new session’s first connections are reset',
    3,
    {
      atMs: 7_790_858,
      deed: {
        do: 'fault',
        fault: { kind: 'stale-list', times: 'until-cleared' },
        forMs: 1_042_893,
      },
    },
    { atMs: 8_450_689, deed: { do: 'remove-session', reason: 'count-limit' } },
    { atMs: 8_612_170, deed: { do: 'fault', fault: { kind: 'reset', times: 7 }, forMs: 11_494 } },
  ),
  row(
    'another connection takes the events, and the machine sleeps before the next look',
    2,
    { atMs: HOUR + 5 * MINUTE, deed: { do: 'replace-connection', forMs: 24 * SECOND } },
    { atMs: HOUR + 7 * MINUTE, deed: { do: 'sleep', forMs: 11 * MINUTE } },
  ),
  row(
    'subscriptions take effect after a restart, and there is no list',
    2,
    {
      atMs: HOUR,
      deed: {
        do: 'fault',
        fault: { kind: 'late-subscription', delayMs: 100 * SECOND, times: 'until-cleared' },
        forMs: MINUTE,
      },
    },
    { atMs: HOUR + SECOND, deed: { do: 'remove-session', reason: 'expired' } },
    {
      atMs: HOUR + 25 * SECOND,
      deed: {
        do: 'fault',
        fault: {
          kind: 'no-answer',
          operation: 'GET /api/openapi/open/v1/sessions',
          times: 'until-cleared',
        },
        forMs: 3 * MINUTE,
      },
    },
    { atMs: HOUR + 40 * SECOND, deed: { do: 'restart', downMs: 2 * SECOND } },
  ),
  row(
    'the grant is revoked, and given anew before anybody notices',
    2,
    { atMs: HOUR + 33 * SECOND, deed: { do: 'revoke-grant' } },
    { atMs: HOUR + 40 * SECOND, deed: { do: 'press', what: 'sign-in' } },
  ),
  row(
    'the grant is revoked before a restart, and the tokens of the next sign-in cannot be read',
    2,
    // The restart's last look cannot learn of it, and the next start does.
    { atMs: HOUR + 38 * SECOND, deed: { do: 'revoke-grant' } },
    {
      atMs: HOUR + 38 * SECOND,
      deed: {
        do: 'fault',
        fault: { kind: 'strange-answer', form: 'no-content', status: 303, ...tokenCalls },
        forMs: SECOND,
      },
    },
    { atMs: HOUR + 38_200, deed: { do: 'restart', downMs: SECOND } },
    {
      atMs: HOUR + 41 * SECOND,
      deed: { do: 'fault', fault: { kind: 'garbage-answer', ...tokenCalls }, forMs: 15 * MINUTE },
    },
  ),
  {
    name: 'the grant is revoked, and a minute later nothing gets through for 50 seconds',
    schedule: {
      seed: 849,
      hours: 2,
      steps: [
        { atMs: 9_200, deed: { do: 'revoke-grant' } },
        { atMs: 90_962, deed: { do: 'network', as: 'stalled', forMs: 50_019 } },
      ],
    },
  },
  {
    name: 'another connection takes the events, and the clock makes a renewal due before the second look',
    schedule: {
      seed: 222,
      hours: 2,
      steps: [
        { atMs: 43_473, deed: { do: 'revoke-grant' } },
        {
          atMs: 119_230,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 502, times: 17 },
            forMs: 655,
          },
        },
        { atMs: 246_887, deed: { do: 'kill', downMs: 43_529, torn: 0 } },
        { atMs: 2_805_819, deed: { do: 'replace-connection', forMs: 907 } },
        { atMs: 2_910_360, deed: { do: 'set-clock', byMs: 8_026_612 } },
      ],
    },
  },
];
