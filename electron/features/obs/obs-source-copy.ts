import type { ObsCalls, ObsRequest } from './obs-calls.ts';

/** What a source has for its sound: each with the request that gives it to another source. */
const SOUND = [
  ['GetInputMute', 'SetInputMute', 'inputMuted'],
  ['GetInputVolume', 'SetInputVolume', 'inputVolumeMul'],
  ['GetInputAudioBalance', 'SetInputAudioBalance', 'inputAudioBalance'],
  ['GetInputAudioSyncOffset', 'SetInputAudioSyncOffset', 'inputAudioSyncOffset'],
  ['GetInputAudioMonitorType', 'SetInputAudioMonitorType', 'monitorType'],
  ['GetInputAudioTracks', 'SetInputAudioTracks', 'inputAudioTracks'],
] as const;

type Data = Readonly<Record<string, unknown>>;
type Batches = Pick<ObsCalls, 'batch'>;

/** Gives a source the sound of another. What this OBS does not know is left out. */
export async function copySound(calls: Batches, from: string, to: string): Promise<void> {
  const sound = await calls.batch(
    SOUND.map(([requestType]) => ({ requestType, requestData: { inputName: from } })),
  );
  const requests = SOUND.flatMap(([, set, field], index) => {
    const result = sound[index];
    const value = result?.ok ? result.data[field] : undefined;
    if (value === undefined) return [];
    // The field of each answer is the one that its own request takes.
    return [{ requestType: set, requestData: { inputName: to, [field]: value } } as ObsRequest];
  });
  if (requests.length > 0) await calls.batch(requests);
}

interface Filter {
  readonly filterName: string;
  readonly filterKind: string;
  readonly filterSettings: object;
  readonly filterEnabled: boolean;
}

/** A source's filters in their order. */
export async function filtersOf(calls: Batches, sourceName: string): Promise<readonly Filter[]> {
  const [answer] = await calls.batch([
    { requestType: 'GetSourceFilterList', requestData: { sourceName } },
  ]);
  const found: unknown = answer?.ok ? answer.data['filters'] : [];
  return (Array.isArray(found) ? found : []).flatMap((filter: Data): Filter[] => {
    const { filterName, filterKind, filterSettings, filterEnabled } = filter;
    if (typeof filterName !== 'string' || typeof filterKind !== 'string') return [];
    const settings = typeof filterSettings === 'object' ? { ...filterSettings } : {};
    const isOn = filterEnabled !== false;
    return [{ filterName, filterKind, filterSettings: settings, filterEnabled: isOn }];
  });
}

export function makingFilters(
  sourceName: string,
  filters: readonly Filter[],
): readonly ObsRequest[] {
  return filters.map(({ filterName, filterKind, filterSettings }) => ({
    requestType: 'CreateSourceFilter',
    requestData: { sourceName, filterName, filterKind, filterSettings: { ...filterSettings } },
  }));
}

/** Their order, and which are on. */
export function settingFilters(
  sourceName: string,
  filters: readonly Filter[],
): readonly ObsRequest[] {
  return filters.flatMap(({ filterName, filterEnabled }, filterIndex): ObsRequest[] => {
    const at = { sourceName, filterName };
    return [
      { requestType: 'SetSourceFilterIndex', requestData: { ...at, filterIndex } },
      { requestType: 'SetSourceFilterEnabled', requestData: { ...at, filterEnabled } },
    ];
  });
}
