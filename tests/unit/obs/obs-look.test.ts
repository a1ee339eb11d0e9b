import { describe, expect, it } from 'vitest';
import type { ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESS, GAME, RIGHT } from './setup-world.ts';

type Change = (data: Record<string, unknown>) => object | null;

/** OBS with a group in a scene; `changes`: other answers, by request; null: it refuses. */
function look(changes: Readonly<Record<string, Change>> = {}) {
  const obs = new FakeObs(new VirtualClock());
  obs.group('Box', [RIGHT]).scene('Inner', [GAME]);
  obs.scene('Live', [
    { source: 'Inner', locked: true },
    { source: 'Box', enabled: false },
  ]);
  obs.model.programScene = 'Live';
  const calls = obs.calls();
  const batch = async (requests: readonly ObsRequest[]) =>
    (await calls.batch(requests)).map((result, index): ObsResult => {
      const change = changes[requests[index]?.requestType ?? ''];
      if (!change || !result.ok) return result;
      const data = change({ ...result.data });
      return data ? { ok: true, data: data as Record<string, unknown> } : { ok: false, code: 600 };
    });
  return lookAt({ batch });
}

describe('a look at OBS', () => {
  it('sees its picture, its scenes and groups from above, and every name that is taken', async () => {
    const seen = await look();
    expect(seen).toMatchObject({
      canvas: { width: 1920, height: 1080, fps: 30 },
      programScene: 'Live',
    });
    expect([...seen.scenes].map(([name, { isGroup }]) => [name, isGroup])).toEqual([
      ['Scene', false],
      ['Inner', false],
      ['Live', false],
      ['Box', true],
    ]);
    expect([...seen.names].toSorted()).toEqual([
      'Box',
      'Game',
      'Inner',
      'Live',
      'Scene',
      'Stagelight',
    ]);
  });

  it('sees what stands in them, from the bottom to the top, and how', async () => {
    const { scenes } = await look();
    expect(scenes.get('Live')?.items).toMatchObject([
      { source: 'Inner', kind: 'scene', inputKind: null, enabled: true, locked: true },
      { source: 'Box', kind: 'group', inputKind: null, enabled: false, locked: false },
    ]);
    expect(scenes.get('Box')?.items).toMatchObject([
      { source: 'Stagelight', kind: 'input', inputKind: 'browser_source', isBlended: false },
    ]);
    expect(scenes.get('Box')?.items[0]?.transform).toMatchObject({ sourceWidth: 1920 });
  });

  it.each([
    ['OBS_BLEND_NORMAL', false],
    [undefined, false],
    ['OBS_BLEND_ADDITIVE', true],
  ])('sees how an item is mixed with what lies beneath: %s', async (sceneItemBlendMode, mixed) => {
    const { scenes } = await look({
      GetSceneItemList: ({ sceneItems }) => ({
        sceneItems: (sceneItems as object[]).map((row) => ({ ...row, sceneItemBlendMode })),
      }),
    });
    expect(scenes.get('Live')?.items[0]?.isBlended).toBe(mixed);
  });

  it('sees browser sources with their settings, also those at their defaults', async () => {
    const { browsers } = await look();
    expect([...browsers.keys()]).toEqual(['Stagelight']);
    expect(browsers.get('Stagelight')).toMatchObject({
      muted: false,
      settings: { url: ADDRESS, width: 1920, shutdown: false },
    });
    const bare = await look({ GetInputDefaultSettings: () => null, GetInputMute: () => null });
    expect(bare.browsers.get('Stagelight')).toMatchObject({
      muted: null,
      settings: { url: ADDRESS },
    });
    const odd = await look({
      GetInputSettings: () => ({ inputSettings: null }),
      GetInputMute: () => ({ inputMuted: 'no' }),
    });
    expect(odd.browsers.get('Stagelight')).toMatchObject({ muted: null, settings: { width: 800 } });
  });

  it('leaves out what is gone since its name was read', async () => {
    const { scenes, browsers } = await look({
      GetGroupSceneItemList: () => null,
      GetInputSettings: () => null,
    });
    expect([...scenes.keys()]).toEqual(['Scene', 'Inner', 'Live']);
    expect(browsers.size).toBe(0);
  });

  it('counts frames where they are a fraction', async () => {
    const video = (data: object) => ({ ...data, fpsNumerator: 60_000, fpsDenominator: 1_001 });
    expect((await look({ GetVideoSettings: video })).canvas.fps).toBeCloseTo(59.94, 2);
  });

  it.each(['GetVideoSettings', 'GetSceneList', 'GetGroupList', 'GetInputList'])(
    'fails where OBS refuses %s',
    async (request) => {
      const refused = look({ [request]: () => null });
      await expect(refused).rejects.toMatchObject({ problem: { code: 'obs-refused' } });
    },
  );

  it.each<[string, string, Change]>([
    ['no width', 'GetVideoSettings', (data) => ({ ...data, baseWidth: 0 })],
    ['a height that is none', 'GetVideoSettings', (data) => ({ ...data, baseHeight: '1080' })],
    ['no frame rate', 'GetVideoSettings', (data) => ({ ...data, fpsDenominator: 0 })],
    ['no scene on air', 'GetSceneList', (data) => ({ ...data, currentProgramSceneName: null })],
    ['no list of scenes', 'GetSceneList', (data) => ({ ...data, scenes: 'none' })],
    ['a scene without a name', 'GetSceneList', (data) => ({ ...data, scenes: [{}] })],
    ['an input without a name', 'GetInputList', () => ({ inputs: [{}] })],
    ['no list of items', 'GetSceneItemList', () => ({})],
    ['an item without a number', 'GetSceneItemList', () => ({ sceneItems: [{ sourceName: 'A' }] })],
    ['an item of nothing', 'GetSceneItemList', () => ({ sceneItems: [{ sceneItemId: 1 }] })],
  ])('fails where OBS tells %s', async (_, request, change) => {
    await expect(look({ [request]: change })).rejects.toMatchObject({
      problem: { code: 'obs-odd-answer' },
    });
  });

  it('takes groups for none where OBS tells no names of any', async () => {
    const { scenes } = await look({ GetGroupList: () => ({ groups: 'none' }) });
    expect(scenes.has('Box')).toBe(false);
  });
});
