import type { ObsCalls, ObsRequest, ObsResult } from './obs-calls.ts';
import { ObsRefusedError } from './obs-errors.ts';
import { ObsAnswerError } from './setup-errors.ts';

/** What one look at OBS tells. Unknown fields are ignored; what is missing is null. */
export interface ObsLook {
  readonly canvas: { readonly width: number; readonly height: number; readonly fps: number };
  readonly programScene: string;
  /** Scenes and groups by name; scenes in OBS's order (top first). */
  readonly scenes: ReadonlyMap<string, ObsScene>;
  /** Browser sources by name. */
  readonly browsers: ReadonlyMap<string, ObsBrowser>;
}

export interface ObsLookWithNames extends ObsLook {
  /** Every name that is taken: of scenes, groups, and all inputs, also of those in no scene. */
  readonly names: ReadonlySet<string>;
}

export interface ObsScene {
  readonly name: string;
  readonly isGroup: boolean;
  /** From the bottom to the top, as they cover each other. */
  readonly items: readonly ObsItem[];
}

export interface ObsItem {
  readonly id: number;
  /** Of the input, scene or group it shows. */
  readonly source: string;
  readonly kind: 'input' | 'scene' | 'group';
  /** Such as `browser_source`; null for scenes and groups. */
  readonly inputKind: string | null;
  readonly enabled: boolean;
  readonly locked: boolean;
  /** Whether it is mixed with what lies beneath in another way than OBS does by itself. */
  readonly isBlended: boolean;
  /** As OBS gives it (`GetSceneItemList`): positionX, boundsType, scaleX, cropLeft, … */
  readonly transform: Readonly<Record<string, unknown>>;
}

export interface ObsBrowser {
  readonly name: string;
  /** With OBS's defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly muted: boolean | null;
}

/** The kind of OBS's browser sources. */
export const BROWSER_KIND = 'browser_source';

const NO_BLEND = 'OBS_BLEND_NORMAL';

type Fields = Readonly<Record<string, unknown>>;

/** What every look begins with. */
export const FRAME: readonly ObsRequest[] = [
  { requestType: 'GetVideoSettings' },
  { requestType: 'GetSceneList' },
  { requestType: 'GetGroupList' },
  { requestType: 'GetInputList' },
  { requestType: 'GetInputDefaultSettings', requestData: { inputKind: BROWSER_KIND } },
];

export interface Names {
  readonly sceneNames: readonly string[];
  readonly groupNames: readonly string[];
  readonly browserNames: readonly string[];
}

export interface Frame extends Names {
  readonly canvas: ObsLook['canvas'];
  readonly programScene: string;
  readonly inputNames: readonly string[];
  /** Of a browser source's settings. */
  readonly defaults: ObsResult | undefined;
}

/** The answers to `FRAME`. */
export function frameIn(results: readonly ObsResult[]): Frame {
  const [video, sceneList, groupList, inputList, defaults] = results;
  const scenes = fieldsOf('GetSceneList', sceneList);
  const inputs = rows('GetInputList', fieldsOf('GetInputList', inputList), 'inputs');
  const nameOf = (row: Fields) => text('GetInputList', row, 'inputName');
  return {
    canvas: canvasOf(fieldsOf('GetVideoSettings', video)),
    programScene: text('GetSceneList', scenes, 'currentProgramSceneName'),
    // OBS gives the lowest of its own list first.
    sceneNames: rows('GetSceneList', scenes, 'scenes')
      .map((row) => text('GetSceneList', row, 'sceneName'))
      .reverse(),
    groupNames: strings(fieldsOf('GetGroupList', groupList)['groups']),
    browserNames: inputs.filter((row) => row['inputKind'] === BROWSER_KIND).map(nameOf),
    inputNames: inputs.map(nameOf),
    defaults,
  };
}

/** Looks at all of OBS's scenes with two messages, however many there are. */
export async function lookAt(calls: Pick<ObsCalls, 'batch'>): Promise<ObsLookWithNames> {
  const frame = frameIn(await calls.batch(FRAME));
  const { canvas, programScene, sceneNames, groupNames, inputNames } = frame;
  const results = await calls.batch(contentsOf(frame));
  const { scenes, browsers } = contentsIn(frame, results, frame.defaults);
  return {
    canvas,
    programScene,
    scenes: new Map(scenes.map((scene) => [scene.name, scene])),
    browsers: new Map(browsers.map((browser) => [browser.name, browser])),
    names: new Set([...sceneNames, ...groupNames, ...inputNames]),
  };
}

/** What asks for the contents of scenes, groups, and browser sources. */
export function contentsOf({ sceneNames, groupNames, browserNames }: Names): readonly ObsRequest[] {
  return [
    ...sceneNames.map(
      (sceneName): ObsRequest => ({
        requestType: 'GetSceneItemList',
        requestData: { sceneName },
      }),
    ),
    ...groupNames.map(
      (sceneName): ObsRequest => ({
        requestType: 'GetGroupSceneItemList',
        requestData: { sceneName },
      }),
    ),
    ...browserNames.flatMap((inputName): ObsRequest[] => [
      { requestType: 'GetInputSettings', requestData: { inputName } },
      { requestType: 'GetInputMute', requestData: { inputName } },
    ]),
  ];
}

/** The answers to `contentsOf`. What was removed since its name was read is left out. */
export function contentsIn(
  { sceneNames, groupNames, browserNames }: Names,
  results: readonly ObsResult[],
  defaults: ObsResult | undefined,
): { readonly scenes: readonly ObsScene[]; readonly browsers: readonly ObsBrowser[] } {
  const holders = [...sceneNames, ...groupNames];
  const scenes = holders.flatMap((name, index): ObsScene[] => {
    const result = results[index];
    if (!result?.ok) return [];
    const items = rows('GetSceneItemList', result.data, 'sceneItems').map(itemOf);
    return [{ name, isGroup: index >= sceneNames.length, items }];
  });
  const browsers = browserNames.flatMap((name, index): ObsBrowser[] => {
    const settings = results[holders.length + 2 * index];
    const mute = results[holders.length + 2 * index + 1];
    if (!settings?.ok) return [];
    const own = settings.data['inputSettings'];
    const ofKind = defaults?.ok ? defaults.data['defaultInputSettings'] : {};
    const muted = mute?.ok ? mute.data['inputMuted'] : null;
    return [
      {
        name,
        settings: { ...record(ofKind), ...record(own) },
        muted: typeof muted === 'boolean' ? muted : null,
      },
    ];
  });
  return { scenes, browsers };
}

function canvasOf(video: Fields): ObsLook['canvas'] {
  const [above, below] = ['fpsNumerator', 'fpsDenominator'].map((field) =>
    count('GetVideoSettings', video, field),
  );
  return {
    width: count('GetVideoSettings', video, 'baseWidth'),
    height: count('GetVideoSettings', video, 'baseHeight'),
    fps: (above ?? 1) / (below ?? 1),
  };
}

function itemOf(row: Fields): ObsItem {
  const id = row['sceneItemId'];
  if (typeof id !== 'number') throw new ObsAnswerError('GetSceneItemList', 'sceneItemId');
  const { inputKind, isGroup } = row;
  const isScene = row['sourceType'] === 'OBS_SOURCE_TYPE_SCENE';
  return {
    id,
    source: text('GetSceneItemList', row, 'sourceName'),
    kind: isGroup === true ? 'group' : isScene ? 'scene' : 'input',
    inputKind: typeof inputKind === 'string' ? inputKind : null,
    enabled: row['sceneItemEnabled'] !== false,
    locked: row['sceneItemLocked'] === true,
    isBlended: (row['sceneItemBlendMode'] ?? NO_BLEND) !== NO_BLEND,
    transform: record(row['sceneItemTransform']),
  };
}

function fieldsOf(request: string, result: ObsResult | undefined): Fields {
  if (!result) throw new ObsAnswerError(request, 'requestStatus');
  if (!result.ok) throw new ObsRefusedError(request, result.code);
  return result.data;
}

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function rows(request: string, fields: Fields, field: string): readonly Fields[] {
  const value = fields[field];
  if (!Array.isArray(value)) throw new ObsAnswerError(request, field);
  return value.map(record);
}

function text(request: string, fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== 'string') throw new ObsAnswerError(request, field);
  return value;
}

function count(request: string, fields: Fields, field: string): number {
  const value = fields[field];
  if (typeof value !== 'number' || !(value > 0)) throw new ObsAnswerError(request, field);
  return value;
}
