import type { FaultRow } from './fault-row.ts';
import { HOUR, MINUTE, SECOND } from './fault-stage.ts';
import {
  CREATE,
  during,
  endWithoutGoodbye,
  inject,
  LIST,
  onNextOpened,
  removeSession,
  SUBSCRIBE,
  TOKEN,
} from './fault-tools.ts';
import { CONNECT } from './watched-network.ts';

const LASTING = { times: 'until-cleared' } as const;

export const TWO_AT_ONCE_ROWS: readonly FaultRow[] = [
  {
    name: 'reset while the session list is down and upgrades are refused 5 times',
    strike: (stage) => {
      inject(stage, { kind: 'reset' }, { kind: 'refuse-upgrade', times: 5 });
      return during(stage, 2 * MINUTE, {
        kind: 'answer',
        operation: LIST,
        status: 500,
        ...LASTING,
      });
    },
    gap: 'some',
  },
  {
    name: 'half-open line, and the clock is set an hour back',
    strike: async (stage) => {
      inject(stage, { kind: 'half-open' });
      await stage.run(20 * SECOND);
      stage.setClock(-HOUR);
    },
    gap: 'some',
  },
  {
    name: 'session removed while offline for 2 minutes',
    strike: async (stage) => {
      stage.network.route = { type: 'refused' };
      removeSession(stage);
      await stage.run(2 * MINUTE);
      stage.network.route = { type: 'platform' };
    },
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: CONNECT, times: 5 },
  },
  {
    name: 'asleep for 3 hours, offline for a minute after waking',
    strike: async (stage) => {
      stage.network.route = { type: 'refused' };
      await stage.sleep(3 * HOUR);
      await stage.run(MINUTE);
      stage.network.route = { type: 'platform' };
    },
    gap: 'some',
  },
  {
    name: 'asleep for 30 hours, and the answer of the refresh is lost; somebody signs in',
    personMs: 10 * SECOND,
    strike: async (stage) => {
      inject(stage, { kind: 'lost-answer', operation: TOKEN });
      await stage.sleep(30 * HOUR);
      await stage.run(MINUTE);
    },
    gap: 'some',
  },
  {
    name: 'session removed, creation answers 429, subscribing 500',
    strike: (stage) => {
      inject(
        stage,
        { kind: 'answer', operation: CREATE, status: 429, retryAfterSec: 3 },
        { kind: 'answer', operation: SUBSCRIBE, status: 500, times: 4 },
      );
      removeSession(stage);
      return stage.run(MINUTE);
    },
    gap: 'some',
  },
  {
    name: 'the new connection after a FIN is half-open',
    strike: (stage) => {
      onNextOpened(stage, 1, (connection) => connection.freeze());
      endWithoutGoodbye(stage);
    },
    gap: 'some',
    liveWithinMs: 80 * SECOND,
  },
  {
    name: 'cut with 1012, garbage before every event, and an upgrade refused with 503',
    strike: async (stage) => {
      inject(stage, { kind: 'refuse-upgrade' }, { kind: 'cut', code: 1012 });
      for (let second = 0; second < 30; second += 1) {
        inject(stage, { kind: 'garbage-frame', form: 'array' });
        await stage.run(SECOND);
      }
    },
    gap: 'some',
    liveWithinMs: 20 * SECOND,
  },
];
