import { describe, expect, it } from 'vitest';
import {
  type HealSource,
  type SeenPage,
  signsOf,
  sourcesIn,
} from '../../../electron/features/obs/heal-signs.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESS, ADDRESSES, GAME, OLD_ADDRESS, RIGHT } from './setup-world.ts';

const shown = { ...RIGHT, settings: { ...RIGHT.settings, shutdown: true } };

describe('a source that should have a page', () => {
  const found = async (obs: FakeObs) => {
    obs.model.programScene = 'Live';
    return sourcesIn(await lookAt(obs.calls()), ADDRESSES);
  };
  const obsWith = (...items: Parameters<FakeObs['scene']>[1] & object) =>
    new FakeObs(new VirtualClock()).scene('Live', [GAME, ...items]);

  it('is one of the overlay, in any scene, with what is known of it', async () => {
    const obs = obsWith().scene('Other', [RIGHT]);
    expect(await found(obs)).toEqual([
      { name: 'Stagelight', address: 'current', url: ADDRESS, search: '', isInGroup: false },
    ]);
  });

  it('may have a former address, and a part of its own', async () => {
    const url = `${OLD_ADDRESS}?group=alerts`;
    const obs = obsWith({ ...RIGHT, settings: { ...RIGHT.settings, url } });
    expect(await found(obs)).toMatchObject([{ address: 'old', search: '?group=alerts' }]);
  });

  it('may lie in a group', async () => {
    const obs = new FakeObs(new VirtualClock()).group('Box', [RIGHT]);
    obs.scene('Live', [{ source: 'Box' }]);
    expect(await found(obs)).toMatchObject([{ isInGroup: true }]);
  });

  it.each([
    ['shown', true, 1],
    ['hidden', false, 0],
  ])('that OBS unloads while it is hidden is one while it is %s', async (_, enabled, count) => {
    expect(await found(obsWith({ ...shown, enabled }))).toHaveLength(count);
  });

  it('is one while it is hidden where OBS keeps its page', async () => {
    expect(await found(obsWith({ ...RIGHT, enabled: false }))).toHaveLength(1);
  });

  it('is none of another page, and none that is in no scene', async () => {
    const url = 'https://example.com/';
    expect(await found(obsWith({ ...RIGHT, settings: { ...RIGHT.settings, url } }))).toEqual([]);
    const obs = obsWith(RIGHT);
    obs.scene('Live').model.scenes.get('Live')?.items.pop();
    expect(await found(obs)).toEqual([]);
  });
});

describe('a source that shows nothing new', () => {
  const source = (name: string, more: Partial<HealSource> = {}): HealSource => ({
    name,
    address: 'current',
    url: ADDRESS,
    search: '',
    isInGroup: false,
    ...more,
  });
  const page = (life: SeenPage['life'], search = ''): SeenPage =>
    ({ page: { showBeacon: () => undefined }, life, search }) as never;
  const codes = (sources: readonly HealSource[], pages: readonly SeenPage[]) =>
    signsOf(sources, pages).map((sign) => [sign.source.name, sign.code, sign.pages.length]);

  it.each<[string, readonly SeenPage[], readonly unknown[]]>([
    ['without a page', [], [['A', 'not-connected', 0]]],
    ['whose page is silent', [page('silent')], [['A', 'frozen', 1]]],
    ['whose page paints', [page('painted')], []],
    ['whose page hears', [page('heard')], []],
    ['with a page that paints beside one that does not', [page('silent'), page('painted')], []],
    [
      'with the page of another part',
      [page('painted', '?group=alerts')],
      [['A', 'not-connected', 0]],
    ],
  ])('is one %s', (_, pages, expected) => {
    expect(codes([source('A')], pages)).toEqual(expected);
  });

  it('is each of those with the same address where one of their pages is missing or silent', () => {
    const both = [source('A'), source('B')];
    expect(codes(both, [page('painted')])).toEqual([
      ['A', 'not-connected', 1],
      ['B', 'not-connected', 1],
    ]);
    expect(codes(both, [page('painted'), page('silent')])).toEqual([
      ['A', 'frozen', 2],
      ['B', 'frozen', 2],
    ]);
    expect(codes(both, [page('painted'), page('painted')])).toEqual([]);
  });

  it('is told apart by its part, and one with a former address counts for none of the others', () => {
    const sources = [
      source('A'),
      source('Chat', { search: '?group=chat' }),
      source('Old', { address: 'old' }),
    ];
    expect(codes(sources, [page('painted')])).toEqual([
      ['Chat', 'not-connected', 0],
      ['Old', 'old-address', 0],
    ]);
  });
});
