import { expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsNow } from '../../../electron/features/obs/obs-now.ts';
import type { ObsLink } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const CONNECTED: ObsLink = { state: 'connected', version: '29.0.2', protocol: '5.1.0' };

it('keeps what OBS tells while it is asked, though the answer was made before', async () => {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock);
  obs.model.programScene = 'Scene';
  obs.scene('Scene');
  const states = new Emitter<ObsLink>((failure) => {
    throw failure;
  });
  const calls = obs.calls();
  const late = Promise.withResolvers<void>();
  const link = {
    ...calls,
    // OBS answers; the answer is under way for a while.
    batch: async (requests: Parameters<typeof calls.batch>[0]) => {
      const results = await calls.batch(requests);
      await late.promise;
      return results;
    },
    state: CONNECTED,
    onChange: states.on,
  };
  const now = new ObsNow({ link, clock, log: silentLogger });
  states.fire(CONNECTED);
  await settle();
  obs.emit('StreamStateChanged', {
    outputActive: true,
    outputState: 'OBS_WEBSOCKET_OUTPUT_STARTED',
  });
  expect(now.read().streaming).toBe(true);
  late.resolve();
  await settle();
  expect(now.read().streaming).toBe(true);
  await clock.advance(50);
  expect(now.read().scenes).toContain('Scene');
  now.dispose();
});
