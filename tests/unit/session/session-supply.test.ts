import { expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { CallPace } from '../../../electron/session/call-pace.ts';
import { SessionSupply } from '../../../electron/session/session-supply.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

it('sessions are created a second apart, however soon the last one was lost', async () => {
  const clock = new VirtualClock();
  const supply = new SessionSupply({
    sessions: {
      createUser: async () => ({ url: 'wss://platform.test/socket?sessionKey=a', sessionKey: 'a' }),
      listUser: async () => [],
    },
    pace: new CallPace(clock),
    channelId: () => 'channel-1',
    ownKeys: () => [],
    pause: (ms) => clock.advance(ms),
    soon: (call) => call,
    clock,
    log: silentLogger,
  });
  expect(supply.restMs).toBe(0);
  expect(await supply.acquire('first', null)).toMatchObject({ type: 'created' });
  expect(supply.restMs).toBe(1_000);
  await clock.advance(600);
  expect(supply.restMs).toBe(400);
  await clock.advance(400);
  expect(supply.restMs).toBe(0);
});
