import { describe, expect, it } from 'vitest';
import type { ObsCalls, ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import {
  copySound,
  filtersOf,
  makingFilters,
  settingFilters,
} from '../../../electron/features/obs/obs-source-copy.ts';

/** An OBS that answers as told, and keeps what it was asked. */
function answering(answerOf: (type: string) => object | null) {
  const asked: (readonly ObsRequest[])[] = [];
  const batch = async (requests: readonly ObsRequest[]) => {
    asked.push(requests);
    return requests.map(({ requestType }) => {
      const data = answerOf(requestType);
      return (data ? { ok: true, data } : { ok: false, status: 204 }) as unknown as ObsResult;
    });
  };
  return { asked, calls: { batch } satisfies Pick<ObsCalls, 'batch'> };
}

describe('the sound that one source takes over from another', () => {
  const ALL: Readonly<Record<string, object>> = {
    GetInputMute: { inputMuted: false },
    GetInputVolume: { inputVolumeMul: 0, inputVolumeDb: -100 },
    GetInputAudioBalance: { inputAudioBalance: 0.25 },
    GetInputAudioSyncOffset: { inputAudioSyncOffset: 0 },
    GetInputAudioMonitorType: { monitorType: 'OBS_MONITORING_TYPE_NONE' },
    GetInputAudioTracks: { inputAudioTracks: { 1: true, 2: false } },
  };
  const GIVEN = [
    { requestType: 'SetInputMute', requestData: { inputName: 'new', inputMuted: false } },
    { requestType: 'SetInputVolume', requestData: { inputName: 'new', inputVolumeMul: 0 } },
    {
      requestType: 'SetInputAudioBalance',
      requestData: { inputName: 'new', inputAudioBalance: 0.25 },
    },
    {
      requestType: 'SetInputAudioSyncOffset',
      requestData: { inputName: 'new', inputAudioSyncOffset: 0 },
    },
    {
      requestType: 'SetInputAudioMonitorType',
      requestData: { inputName: 'new', monitorType: 'OBS_MONITORING_TYPE_NONE' },
    },
    {
      requestType: 'SetInputAudioTracks',
      requestData: { inputName: 'new', inputAudioTracks: { 1: true, 2: false } },
    },
  ];

  it('is all that OBS says of it, in one message each way', async () => {
    const { asked, calls } = answering((type) => ALL[type] ?? null);
    await copySound(calls, 'old', 'new');
    const questions = Object.keys(ALL).map((requestType) => ({
      requestType,
      requestData: { inputName: 'old' },
    }));
    expect(asked).toEqual([questions, GIVEN]);
  });

  it.each([
    ['does not know', null],
    ['answers without it', {}],
  ])('is without what this OBS %s', async (_, answer) => {
    const { asked, calls } = answering((type) =>
      type === 'GetInputAudioBalance' ? answer : (ALL[type] ?? null),
    );
    await copySound(calls, 'old', 'new');
    expect(asked[1]).toEqual(GIVEN.filter(({ requestType }) => !requestType.endsWith('Balance')));
  });

  it('is nothing where OBS says nothing: then nothing is asked of it', async () => {
    const { asked, calls } = answering(() => null);
    await copySound(calls, 'old', 'new');
    expect(asked).toHaveLength(1);
  });
});

describe('the filters of a source', () => {
  const CROP = { filterName: '자르기', filterKind: 'crop_filter' };
  const read = (data: object | null) => filtersOf(answering(() => data).calls, 'Stagelight');

  it.each<[string, object, object[]]>([
    [
      'with their settings, on or off',
      { ...CROP, filterSettings: { left: 3 }, filterEnabled: false, filterIndex: 0 },
      [{ ...CROP, filterSettings: { left: 3 }, filterEnabled: false }],
    ],
    [
      'on and at their defaults where OBS does not say',
      CROP,
      [{ ...CROP, filterSettings: {}, filterEnabled: true }],
    ],
    [
      'at their defaults where the settings are nothing that OBS has',
      { ...CROP, filterSettings: 'x', filterEnabled: true },
      [{ ...CROP, filterSettings: {}, filterEnabled: true }],
    ],
    ['not those without a name', { filterKind: 'crop_filter' }, []],
    ['not those without a kind', { filterName: 'A', filterKind: null }, []],
  ])('are read %s', async (_, filter, expected) => {
    expect(await read({ filters: [filter] })).toEqual(expected);
  });

  it('are read in their order, for the source asked for', async () => {
    const second = { filterName: 'B', filterKind: 'color_filter' };
    const { asked, calls } = answering(() => ({ filters: [second, CROP] }));
    const names = (await filtersOf(calls, 'Stagelight')).map(({ filterName }) => filterName);
    expect(names).toEqual(['B', '자르기']);
    const requestData = { sourceName: 'Stagelight' };
    expect(asked).toEqual([[{ requestType: 'GetSourceFilterList', requestData }]]);
  });

  it.each([
    ['refuses', null],
    ['answers without any', {}],
    ['answers nonsense', { filters: 'none' }],
  ])('are none where OBS %s', async (_, answer) => {
    expect(await read(answer)).toEqual([]);
  });

  it('are made for another source, then put in their order, each on or off', () => {
    const filters = [
      { ...CROP, filterSettings: { left: 3 }, filterEnabled: false },
      { filterName: 'B', filterKind: 'color_filter', filterSettings: {}, filterEnabled: true },
    ];
    expect(makingFilters('new', filters)).toEqual([
      {
        requestType: 'CreateSourceFilter',
        requestData: { sourceName: 'new', ...CROP, filterSettings: { left: 3 } },
      },
      {
        requestType: 'CreateSourceFilter',
        requestData: {
          sourceName: 'new',
          filterName: 'B',
          filterKind: 'color_filter',
          filterSettings: {},
        },
      },
    ]);
    const [first, second] = ['자르기', 'B'].map((filterName) => ({
      sourceName: 'new',
      filterName,
    }));
    expect(settingFilters('new', filters)).toEqual([
      { requestType: 'SetSourceFilterIndex', requestData: { ...first, filterIndex: 0 } },
      { requestType: 'SetSourceFilterEnabled', requestData: { ...first, filterEnabled: false } },
      { requestType: 'SetSourceFilterIndex', requestData: { ...second, filterIndex: 1 } },
      { requestType: 'SetSourceFilterEnabled', requestData: { ...second, filterEnabled: true } },
    ]);
  });
});
