import { describe, expect, it } from 'vitest';
import { lookAt, type ObsLook } from '../../../electron/features/obs/obs-look.ts';
import { ProgramLook } from '../../../electron/features/obs/program-look.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { RIGHT } from './setup-world.ts';

const SCENES = 200;
const ITEMS = 50;
/** What every look asks, and the program scene's items. */
const FEW = 6;

/** 200 scenes of 50 items; "Scene 0" is on air, shows the overlay, and nests "Inner" and a group. */
function large() {
  const obs = new FakeObs(new VirtualClock());
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    source: `Source ${at}`,
    kind: 'color_source_v3',
  }));
  obs.scene('Inner', [{ source: 'Deep' }]).scene('Deep', [RIGHT]);
  obs.group('Corner', [{ source: 'Logo', kind: 'image_source' }]);
  for (let at = 0; at < SCENES; at += 1) obs.scene(`Scene ${at}`, items);
  obs.scene('Scene 0', [{ source: 'Inner' }, { source: 'Corner' }]);
  obs.model.programScene = 'Scene 0';
  const told: { scene: string | null } = { scene: null };
  const program = new ProgramLook({ calls: obs.calls(), programScene: () => told.scene });
  /** What a look costs, and what it tells. */
  const looked = async () => {
    obs.messages = 0;
    obs.requests.length = 0;
    const look = await program.look();
    return { look, messages: obs.messages, requests: obs.requests.length };
  };
  const go = (scene: string) => {
    obs.model.programScene = scene;
    told.scene = scene;
  };
  return { obs, looked, go, told };
}

const namesIn = ({ scenes }: ObsLook) => [...scenes.keys()].sort();

describe('a look at the scene on air, among 200 scenes of 50 items', () => {
  it('tells what a look at all of OBS tells of it', async () => {
    const { obs, looked } = large();
    await looked();
    const [{ look }, all] = [await looked(), await lookAt(obs.calls())];
    expect(namesIn(look)).toEqual(['Corner', 'Deep', 'Inner', 'Scene 0']);
    for (const [name, scene] of look.scenes) expect(scene).toEqual(all.scenes.get(name));
    expect(look.browsers).toEqual(all.browsers);
    expect(look.canvas).toEqual(all.canvas);
    expect(look.programScene).toBe('Scene 0');
  });

  it('is one message and a few requests, once the names are known', async () => {
    const { looked, told } = large();
    expect((await looked()).messages).toBe(4);
    told.scene = 'Scene 0';
    expect(await looked()).toMatchObject({ messages: 1, requests: FEW + 5 });
  });

  it('is one message where the streamer goes to another scene, seen before or not', async () => {
    const { looked, go } = large();
    await looked();
    go('Scene 7');
    expect(await looked()).toMatchObject({ messages: 1, requests: FEW + 2 });
    go('Scene 0');
    const back = await looked();
    expect(back.messages).toBe(1);
    expect(namesIn(back.look)).toEqual(['Corner', 'Deep', 'Inner', 'Scene 0']);
  });

  it('finds the scene on air where OBS has told of another', async () => {
    const { looked, go, told } = large();
    go('Scene 0');
    await looked();
    go('Scene 7');
    told.scene = 'Scene 0';
    const { look, messages } = await looked();
    expect(namesIn(look)).toEqual(['Scene 7']);
    expect(messages).toBe(2);
  });

  it('asks once more for what is new, and never again for what is gone', async () => {
    const { obs, looked, go } = large();
    go('Scene 0');
    await looked();
    obs.scene('New', [{ source: 'Talk', kind: 'browser_source' }]);
    obs.scene('Scene 0', [{ source: 'New' }]);
    const grown = await looked();
    expect(grown.messages).toBe(2);
    expect(namesIn(grown.look)).toContain('New');
    expect([...grown.look.browsers.keys()].sort()).toEqual(['Stagelight', 'Talk']);
    expect((await looked()).messages).toBe(1);
    obs.model.scenes.delete('New');
    obs.model.inputs.delete('Talk');
    const scene = obs.model.scenes.get('Scene 0');
    if (scene) scene.items = scene.items.filter(({ source }) => source !== 'New');
    expect(namesIn((await looked()).look)).not.toContain('New');
    const asked = await looked();
    expect(asked).toMatchObject({ messages: 1, requests: FEW + 5 });
  });

  it('comes to an end where scenes show each other, or one that OBS does not tell of', async () => {
    const { obs, looked, go } = large();
    obs.scene('Deep', [{ source: 'Inner' }]);
    obs.refuse('GetGroupSceneItemList', 600, 10);
    go('Scene 0');
    const { look } = await looked();
    expect(namesIn(look)).toEqual(['Deep', 'Inner', 'Scene 0']);
  });
});
