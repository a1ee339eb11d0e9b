import type { ChaosRow } from './rows.ts';

/** As the machine has printed them. */
export const FOUND_ROWS: readonly ChaosRow[] = [
  {
    name: 'another connection takes the events, and the next ones are reset before a list is read',
    schedule: {
      seed: 79,
      hours: 2,
      steps: [
        {
          atMs: 730593,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 410, times: 'until-cleared' },
            forMs: 961,
          },
        },
        { atMs: 1068899, deed: { do: 'replace-connection', forMs: 610 } },
        {
          atMs: 1183757,
          deed: { do: 'fault', fault: { kind: 'reset', times: 26974 }, forMs: 1648 },
        },
      ],
    },
  },
  {
    name: 'another connection takes the events before the network is down, and the next list comes late',
    schedule: {
      seed: 192,
      hours: 3,
      steps: [
        { atMs: 8133404, deed: { do: 'manners', manners: { copyTimes: 'without-zone' } } },
        { atMs: 8198328, deed: { do: 'replace-connection', forMs: 602 } },
        { atMs: 8438771, deed: { do: 'network', as: 'down', forMs: 300816 } },
        { atMs: 8619183, deed: { do: 'network', as: 'down', forMs: 927 } },
        {
          atMs: 8624417,
          deed: {
            do: 'fault',
            fault: { kind: 'late-answer', operation: '*', afterMs: 418501, times: 'until-cleared' },
            forMs: 2857,
          },
        },
      ],
    },
  },
  {
    name: 'another connection takes the events, a set clock makes a renewal due, and there is no list',
    schedule: {
      seed: 1487,
      hours: 3,
      steps: [
        { atMs: 6906408, deed: { do: 'replace-connection', forMs: 781 } },
        { atMs: 6986236, deed: { do: 'set-clock', byMs: 5412449 } },
        {
          atMs: 7051496,
          deed: {
            do: 'fault',
            fault: {
              kind: 'strange-answer',
              operation: '*',
              form: 'messages',
              status: 358,
              times: 'until-cleared',
            },
            forMs: 1253037,
          },
        },
      ],
    },
  },
  {
    name: 'the network is down for seven seconds, and the next connections are reset',
    schedule: {
      seed: 319,
      hours: 3,
      steps: [
        { atMs: 7188292, deed: { do: 'remove-session', reason: 'count-limit' } },
        { atMs: 7334255, deed: { do: 'manners', manners: { claimIds: 'any' } } },
        { atMs: 7485722, deed: { do: 'network', as: 'down', forMs: 7241 } },
        { atMs: 7490322, deed: { do: 'fault', fault: { kind: 'reset', times: 10 }, forMs: 818 } },
      ],
    },
  },
  {
    name: 'the app is killed while no list is to be had, and another connection takes the events',
    schedule: {
      seed: 456,
      hours: 3,
      steps: [
        { atMs: 5927663, deed: { do: 'restart', downMs: 835536 } },
        {
          atMs: 5927680,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 410, times: 'until-cleared' },
            forMs: 955034,
          },
        },
        {
          atMs: 6519388,
          deed: { do: 'fault', fault: { kind: 'reset', times: 27 }, forMs: 1696955 },
        },
        {
          atMs: 7804265,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 403, times: 'until-cleared' },
            forMs: 2015,
          },
        },
        { atMs: 7804381, deed: { do: 'set-clock', byMs: 767 } },
        {
          atMs: 8966662,
          deed: {
            do: 'fault',
            fault: {
              kind: 'answer',
              operation: 'GET /api/openapi/open/v1/sessions',
              status: 503,
              times: 612,
            },
            forMs: 451141,
          },
        },
        { atMs: 9332535, deed: { do: 'kill', downMs: 998, torn: 0 } },
        { atMs: 9405725, deed: { do: 'replace-connection', forMs: 719 } },
      ],
    },
  },
  {
    name: 'connections end in every way, copies are late, and the app is killed',
    schedule: {
      seed: 577,
      hours: 3,
      steps: [
        { atMs: 3180238, deed: { do: 'press', what: 'skip' } },
        { atMs: 3378512, deed: { do: 'network', as: 'stalled', forMs: 431719 } },
        {
          atMs: 3533597,
          deed: { do: 'fault', fault: { kind: 'reset', times: 'until-cleared' }, forMs: 862 },
        },
        {
          atMs: 3622820,
          deed: {
            do: 'fault',
            fault: { kind: 'stale-list', times: 'until-cleared' },
            forMs: 355748,
          },
        },
        { atMs: 3653095, deed: { do: 'disk', as: 'full', forMs: 526 } },
        {
          atMs: 3834303,
          deed: {
            do: 'fault',
            fault: {
              kind: 'slow',
              operation: 'POST /api/openapi/open/v1/sessions/events/subscribe/*',
              delayMs: 1399,
              times: 'until-cleared',
            },
            forMs: 841,
          },
        },
        {
          atMs: 5056175,
          deed: { do: 'fault', fault: { kind: 'half-open', times: 25704 }, forMs: 694 },
        },
        {
          atMs: 5197533,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 503, times: 80 },
            forMs: 605,
          },
        },
        { atMs: 5430818, deed: { do: 'network', as: 'down', forMs: 790 } },
        {
          atMs: 5641785,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 400, times: 'until-cleared' },
            forMs: 727,
          },
        },
        { atMs: 5807752, deed: { do: 'manners', manners: { handOver: 'both' } } },
        { atMs: 5936778, deed: { do: 'manners', manners: { copyLagMs: 3000 } } },
        { atMs: 6086684, deed: { do: 'press', what: 'recheck' } },
        { atMs: 6171737, deed: { do: 'kill', downMs: 554, torn: 0 } },
      ],
    },
  },
  {
    name: 'the machine sleeps while the disk takes nothing, and the app is started again',
    schedule: {
      seed: 681,
      hours: 3,
      steps: [
        { atMs: 4769634, deed: { do: 'sleep', forMs: 1896594 } },
        { atMs: 4789198, deed: { do: 'disk', as: 'broken', forMs: 366870 } },
        { atMs: 4797034, deed: { do: 'sleep', forMs: 796 } },
        { atMs: 4910935, deed: { do: 'network', as: 'stalled', forMs: 670 } },
        { atMs: 5394994, deed: { do: 'disk', as: 'slow', forMs: 983 } },
        { atMs: 6220814, deed: { do: 'restart', downMs: 810 } },
      ],
    },
  },
  {
    name: 'the grant is revoked, and every connection is reset when that is found',
    schedule: {
      seed: 1513,
      hours: 2,
      steps: [
        {
          atMs: 651593,
          deed: {
            do: 'fault',
            fault: {
              kind: 'answer',
              operation: 'GET /api/openapi/open/v1/sessions/auth',
              status: 410,
              times: 'until-cleared',
            },
            forMs: 669,
          },
        },
        { atMs: 731586, deed: { do: 'revoke-grant' } },
        {
          atMs: 799621,
          deed: { do: 'fault', fault: { kind: 'reset', times: 29401 }, forMs: 20931 },
        },
      ],
    },
  },
  {
    name: 'a set clock makes a roll-over due whose session mixes its late copies',
    schedule: {
      seed: 5298,
      hours: 4,
      steps: [
        { atMs: 6699210, deed: { do: 'page', as: 'hidden', forMs: 943 } },
        { atMs: 6814903, deed: { do: 'press', what: 'pause' } },
        {
          atMs: 6949472,
          deed: { do: 'fault', fault: { kind: 'stale-list', times: 2813 }, forMs: 873 },
        },
        {
          atMs: 7251698,
          deed: {
            do: 'fault',
            fault: { kind: 'refuse-upgrade', status: 500, times: 'until-cleared' },
            forMs: 586,
          },
        },
        {
          atMs: 7355092,
          deed: {
            do: 'fault',
            fault: { kind: 'unknown-event', name: 'SOMETHING_NEW', times: 1 },
            forMs: 863,
          },
        },
        { atMs: 7626268, deed: { do: 'manners', manners: { copyLagMs: 2712 } } },
        { atMs: 7751762, deed: { do: 'restart', downMs: 76246 } },
        { atMs: 7895759, deed: { do: 'set-clock', byMs: -514 } },
        {
          atMs: 8244845,
          deed: {
            do: 'fault',
            fault: {
              kind: 'strange-answer',
              operation: 'POST /api/openapi/open/v1/sessions/events/subscribe/subscription',
              form: 'empty',
              status: 385,
              times: 1097,
            },
            forMs: 798,
          },
        },
        {
          atMs: 8449446,
          deed: { do: 'fault', fault: { kind: 'half-open', times: 630461 }, forMs: 649 },
        },
        { atMs: 8867001, deed: { do: 'manners', manners: { followerOrder: 'any' } } },
        { atMs: 8972199, deed: { do: 'set-clock', byMs: 74390603 } },
      ],
    },
  },
  {
    name: 'another connection takes the events after a sleep, and the next list is read late',
    schedule: {
      seed: 5335,
      hours: 5,
      steps: [
        { atMs: 13422990, deed: { do: 'sleep', forMs: 633051 } },
        { atMs: 13424044, deed: { do: 'replace-connection', forMs: 361752 } },
        {
          atMs: 13886011,
          deed: {
            do: 'fault',
            fault: {
              kind: 'slow',
              operation: 'GET /api/openapi/open/v1/sessions',
              delayMs: 7696,
              times: 770,
            },
            forMs: 743,
          },
        },
      ],
    },
  },
];
