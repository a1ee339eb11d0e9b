import { beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsGoneError, ObsRefusedError } from '../../../electron/features/obs/obs-errors.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { ObsRecreate } from '../../../electron/features/obs/obs-recreate.ts';
import { ObsHands } from '../../../electron/features/obs/setup-steps.ts';
import { ADDRESS, GAME, RIGHT, type SetupWorld, setupWorld } from './setup-world.ts';

const FRESH = `${ADDRESS}?fresh=1`;
const SOURCE = '스테이지 "1" <b>';

/** Stagelight as it starts, on the same disk. */
function recreateIn({ obs, clock, files }: SetupWorld): ObsRecreate {
  const calls = obs.calls();
  const hands = new ObsHands(calls, clock);
  const look = () => lookAt(calls);
  return new ObsRecreate({ calls, hands, look, dataDir: '/data', files, clock, log: silentLogger });
}

/** Two scenes with the source in a place of its own, and everything about it changed. */
async function dressed(): Promise<SetupWorld> {
  const world = await setupWorld();
  const ours = { ...RIGHT, source: SOURCE };
  const small = { positionX: 40, positionY: 30, scaleX: 0.5, scaleY: 0.5, cropTop: 12 };
  world.obs
    .scene('Scene', [GAME, { ...ours, transform: small }, { source: 'Logo', kind: 'image_source' }])
    .scene('Break', [{ ...ours, enabled: false, locked: false }, { source: 'Logo' }]);
  const input = world.obs.input(SOURCE);
  input.muted = true;
  input.volumeMul = 0.25;
  input.balance = 0.75;
  input.syncOffset = 120;
  input.monitor = 'OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT';
  input.tracks = { ...input.tracks, 2: false, 5: false };
  input.filters = [
    {
      filterName: 'A',
      filterKind: 'crop_filter',
      filterSettings: { left: 3 },
      filterEnabled: false,
    },
    { filterName: 'B', filterKind: 'color_filter', filterSettings: {}, filterEnabled: true },
  ];
  world.obs.item('Scene', SOURCE).blend = 'OBS_BLEND_SCREEN';
  return world;
}

/** What a streamer sees of it; ids are OBS's own. */
function sightOf({ obs }: SetupWorld, url: string) {
  const scenes = [...obs.model.scenes].map(([name, { items }]) => ({
    name,
    items: items.map(({ id: _, ...item }) => item),
  }));
  const inputs = [...obs.model.inputs.values()]
    .map((input) => ({ ...input, settings: { ...input.settings } }))
    .map((input) => {
      if (input.name === SOURCE) input.settings['url'] = url;
      return input;
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return structuredClone({ scenes, inputs });
}

describe('making a source anew in its place', () => {
  let world: SetupWorld;

  beforeEach(async () => {
    world = await dressed();
  });

  it.each([0, 60])('leaves all but its address as it was (OBS %i ms late)', async (late) => {
    const before = sightOf(world, FRESH);
    world.obs.effectAfterMs = late;
    await world.settled(recreateIn(world).recreate(SOURCE, FRESH));
    await world.clock.advance(1_000);
    expect(sightOf(world, FRESH)).toEqual(before);
    expect(world.obs.input(SOURCE).settings['url']).toBe(FRESH);
  });

  it.each(['CreateInput', 'CreateSceneItem', 'SetSceneItemTransform'])(
    'leaves the old one where OBS refuses %s',
    async (request) => {
      const before = sightOf(world, ADDRESS);
      world.obs.refuse(request, 702);
      await expect(world.settled(recreateIn(world).recreate(SOURCE, FRESH))).rejects.toBeInstanceOf(
        ObsRefusedError,
      );
      await world.clock.advance(1_000);
      expect(sightOf(world, ADDRESS)).toEqual(before);
    },
  );

  // Every request that changes something, before and after it took effect.
  const deaths = Array.from({ length: 40 }, (_, at) => [at + 1, at % 2 === 0] as const);
  it.each(deaths)(
    'leaves nothing half made where OBS dies at change %i (done: %s)',
    async (at, done) => {
      const { obs } = world;
      const [old, fresh] = [sightOf(world, ADDRESS), sightOf(world, FRESH)];
      obs.dieAtWrite(at, done);
      const failure = await world
        .settled(recreateIn(world).recreate(SOURCE, FRESH))
        .then(() => null)
        .catch((reason: unknown) => reason);
      if (failure !== null) expect(failure).toBeInstanceOf(ObsGoneError);
      obs.revive();
      await world.settled(recreateIn(world).settle());
      await world.clock.advance(1_000);
      const isNew = obs.input(SOURCE).settings['url'] === FRESH;
      expect(sightOf(world, isNew ? FRESH : ADDRESS)).toEqual(isNew ? fresh : old);
      // Nothing is left to be done at the next connection.
      const { length } = obs.requests;
      await world.settled(recreateIn(world).settle());
      expect(obs.requests).toHaveLength(length);
    },
  );

  it('leaves another scene collection alone', async () => {
    const { obs } = world;
    obs.dieAtWrite(4, true);
    await world.settled(recreateIn(world).recreate(SOURCE, FRESH)).catch(() => undefined);
    obs.revive();
    const before = obs.picture();
    obs.model.collection = 'Other';
    await world.settled(recreateIn(world).settle());
    expect(obs.picture()).toEqual(before);
    obs.model.collection = 'Untitled';
    await world.settled(recreateIn(world).settle());
    expect([...obs.model.inputs.keys()].sort()).toEqual(['Game', 'Logo', SOURCE].sort());
  });
});
