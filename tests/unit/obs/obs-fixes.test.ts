import { beforeEach, describe, expect, it } from 'vitest';
import { filtersOn } from '../../../electron/features/obs/obs-filters.ts';
import { ObsFixes } from '../../../electron/features/obs/obs-fixes.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { ObsHands } from '../../../electron/features/obs/setup-steps.ts';
import type { ObsFindingCode } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESS, ADDRESSES, GAME, OLD_ADDRESS, RIGHT } from './setup-world.ts';

const FILLS = {
  positionX: 0,
  positionY: 0,
  rotation: 0,
  boundsType: 'OBS_BOUNDS_SCALE_INNER',
  boundsWidth: 1920,
  boundsHeight: 1080,
};

let clock: VirtualClock;
let obs: FakeObs;
/** Overlay pages in OBS that are alive. */
let living: number;

beforeEach(() => {
  clock = new VirtualClock();
  obs = new FakeObs(clock);
  living = 1;
  obs.scene('Live', [{ ...GAME, settings: { width: 1920, height: 1080 } }, RIGHT]);
  obs.model.programScene = 'Live';
});

/** Lets time pass until the promise is settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const end = () => {
    isSettled = true;
  };
  promise.then(end, end);
  for (let turn = 0; turn < 2_000 && !isSettled; turn += 1) await clock.advance(10);
  return promise;
}

async function mend(code: ObsFindingCode, source = 'Stagelight'): Promise<void> {
  const calls = obs.calls();
  const hands = new ObsHands(calls, clock);
  const livingPages = async () => living;
  const fixes = new ObsFixes({ calls, hands, clock, addresses: () => ADDRESSES, livingPages });
  const look = await settled(lookAt(calls));
  await settled(fixes.mend(code, source, look));
}

const ours = () => obs.item('Live', 'Stagelight');
const url = () => obs.input('Stagelight').settings['url'];
const asked = (type: string) => obs.requests.filter((request) => request.type === type);
const changes = () => obs.requests.filter(({ type }) => /^(Set|Create|Remove|Press)/.test(type));

describe('the overlay in OBS is mended', () => {
  it('where its scene is not on air: it comes into the one that is', async () => {
    obs.scene('Pause');
    obs.model.programScene = 'Pause';
    await mend('not-in-program');
    expect(obs.item('Pause', 'Stagelight').transform).toMatchObject(FILLS);
  });

  it('where it is hidden, with all around it that is hidden too, and no more', async () => {
    obs.scene('Around', [{ source: 'Live', enabled: false }, GAME]);
    obs.item('Around', 'Game').enabled = false;
    obs.model.programScene = 'Around';
    ours().enabled = false;
    await mend('hidden');
    expect([ours().enabled, obs.item('Around', 'Live').enabled]).toEqual([true, true]);
    expect(obs.item('Around', 'Game').enabled).toBe(false);
    expect(asked('SetSceneItemEnabled')).toHaveLength(2);
  });

  it('where it has a former address: it gets the present one', async () => {
    obs.input('Stagelight').settings['url'] = OLD_ADDRESS;
    await mend('old-address');
    expect(url()).toBe(ADDRESS);
  });

  it('where it is away from the picture: it fills that again, and nothing around it moves', async () => {
    obs.scene('Around', [{ source: 'Live' }]);
    obs.model.programScene = 'Around';
    ours().transform.positionX = 4_000;
    await mend('outside');
    expect(ours().transform).toMatchObject({ positionX: 0, positionY: 0 });
    expect(asked('SetSceneItemTransform')).toHaveLength(1);
  });

  it('where what it is in is away from the picture: both fill it', async () => {
    obs.scene('Around', [{ source: 'Live', transform: { positionY: 4_000 } }]);
    obs.model.programScene = 'Around';
    ours().transform.positionX = 10;
    await mend('outside');
    expect(obs.item('Around', 'Live').transform.positionY).toBe(0);
    expect(ours().transform.positionX).toBe(0);
  });

  it.each([
    ['keeps its scale where it has the picture’s size', 1920, 'OBS_BOUNDS_NONE'],
    ['is bound to the picture where it has another', 1280, 'OBS_BOUNDS_SCALE_INNER'],
  ])('where it is away: it %s', async (_, width, boundsType) => {
    obs.input('Stagelight').settings['width'] = width;
    ours().transform.positionX = 4_000;
    await mend('outside');
    expect(ours().transform).toMatchObject({ positionX: 0, boundsType });
  });

  it('where something covers it: it comes to the top', async () => {
    const { items } = obs.model.scenes.get('Live') ?? { items: [] };
    items.reverse();
    await mend('covered');
    expect(obs.model.scenes.get('Live')?.items.at(-1)?.source).toBe('Stagelight');
  });

  it('where it has another size than the picture', async () => {
    Object.assign(obs.input('Stagelight').settings, { width: 800, height: 600 });
    await mend('wrong-size');
    expect(obs.input('Stagelight').settings).toMatchObject({ width: 1920, height: 1080 });
    expect(asked('SetSceneItemTransform')).toHaveLength(1);
  });

  it('where OBS ends the page while it is not shown', async () => {
    Object.assign(obs.input('Stagelight').settings, { shutdown: true, restart_when_active: true });
    await mend('shuts-down');
    const { shutdown, restart_when_active } = obs.input('Stagelight').settings;
    expect([shutdown ?? false, restart_when_active ?? false]).toEqual([false, false]);
  });

  it('where filters hide it: those that may are off, others stay', async () => {
    const filter = (filterName: string, filterKind: string) => ({
      filterName,
      filterKind,
      filterSettings: {},
      filterEnabled: true,
    });
    const { filters } = obs.input('Stagelight');
    filters.push(filter('Key', 'chroma_key_filter'), filter('Louder', 'gain_filter'));
    await mend('filtered');
    expect(filters.map(({ filterEnabled }) => filterEnabled)).toEqual([false, true]);
  });

  it('where it is muted', async () => {
    obs.input('Stagelight').muted = true;
    await mend('muted');
    expect(obs.input('Stagelight').muted).toBe(false);
  });

  it('where its page is not connected: OBS loads it again', async () => {
    obs.on('test:refreshed', () => {
      living += 1;
    });
    await mend('not-connected');
    expect(asked('PressInputPropertiesButton')).toMatchObject([
      { data: { inputName: 'Stagelight', propertyName: 'refreshnocache' } },
    ]);
    expect(url()).toBe(ADDRESS);
  });

  it('where loading it again does not help: with an address that OBS does not know, in time', async () => {
    const began = clock.monotonic();
    await mend('not-connected');
    expect(url()).not.toBe(ADDRESS);
    expect(String(url())).toContain(ADDRESS);
    const took = clock.monotonic() - began;
    expect(took).toBeGreaterThanOrEqual(8_000);
    expect(took).toBeLessThan(9_000);
  });

  it.each(['frozen', 'not-in-picture'] as const)(
    'where it is %s: by its address alone, until it lives again',
    async (code) => {
      clock.setTimeout(() => {
        living += 1;
      }, 1_000);
      const began = clock.monotonic();
      await mend(code);
      expect(asked('PressInputPropertiesButton')).toEqual([]);
      expect(url()).not.toBe(ADDRESS);
      expect(clock.monotonic() - began).toBeLessThan(1_500);
    },
  );

  it('where it is missing in the picture and covered: it comes to the top too', async () => {
    obs.model.scenes.get('Live')?.items.reverse();
    await mend('not-in-picture');
    expect(obs.model.scenes.get('Live')?.items.at(-1)?.source).toBe('Stagelight');
  });
});

describe('nothing in OBS is changed', () => {
  it.each([
    'no-source',
    'part-missing',
    'turned-down',
    'no-track',
    'monitor-only',
    'silent',
  ] as const)('for what cannot be mended there: %s', async (code) => {
    await mend(code);
    expect(changes()).toEqual([]);
  });

  it.each(['Game', 'Nothing'])('where the source is not the overlay: %s', async (source) => {
    await mend('muted', source);
    expect(changes()).toEqual([]);
  });

  it('where the source shows a page of somebody else', async () => {
    obs.input('Stagelight').settings['url'] = 'https://example.com/';
    await mend('frozen');
    expect(changes()).toEqual([]);
  });
});

describe('a filter may hide what it is on', () => {
  it.each<[string, string, object | undefined, boolean]>([
    ['a key', 'chroma_key_filter_v2', {}, true],
    ['a mask', 'mask_filter', {}, true],
    ['one of a plug-in', 'somebodys_filter', {}, true],
    ['a correction of colors', 'color_filter_v2', {}, false],
    ['a correction of colors without settings', 'color_filter_v2', undefined, false],
    ['a correction of colors that is opaque', 'color_filter_v2', { opacity: 1 }, false],
    ['a correction of colors that shines through', 'color_filter_v2', { opacity: 0.5 }, true],
    ['an older correction that is opaque', 'color_filter', { opacity: 100 }, false],
    ['an older correction that shines through', 'color_filter', { opacity: 1 }, true],
    ['one of the sound', 'noise_suppress_filter_v2', {}, false],
    ['one that sharpens', 'sharpness_filter_v2', {}, false],
  ])('%s', async (_, filterKind, filterSettings, hides) => {
    const filters = [
      { filterName: 'One', filterKind, filterSettings, filterEnabled: true },
      { filterName: 'Off', filterKind, filterSettings, filterEnabled: false },
      { filterKind },
      null,
    ];
    const batch = async () => [{ ok: true, data: { filters } } as const];
    const found = await filtersOn({ batch }, ['Stagelight']);
    expect(found.get('Stagelight')).toEqual(hides ? ['One'] : []);
  });

  it('not where OBS does not tell, and nothing is asked about nothing', async () => {
    const refused = async () => [{ ok: false, code: 600 } as const];
    expect([...(await filtersOn({ batch: refused }, ['A']))]).toEqual([['A', []]]);
    const odd = async () => [{ ok: true, data: { filters: 'none' } } as const];
    expect([...(await filtersOn({ batch: odd }, ['A']))]).toEqual([['A', []]]);
    const never = () => Promise.reject(new Error('it was asked'));
    expect([...(await filtersOn({ batch: never }, []))]).toEqual([]);
  });
});
