import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * One conversation with OBS that uses every request of ours, right and wrong. `npm run test:obs --
 * --record` has it with a real OBS and keeps the answers; `npm test` has it with the fake one and
 * compares.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The answers so far, by the name of their step. */
type Answers = Readonly<Record<string, Fields>>;

export interface ObsStep {
  readonly name: string;
  readonly request: string;
  readonly data?: Fields | ((answers: Answers) => Fields);
}

/** What came of a step: OBS's status code (100: done), the answer, and the events it led to. */
export interface ObsOutcome {
  readonly code: number;
  readonly answer: Fields | null;
  readonly events: readonly { readonly type: string; readonly data: Fields }[];
}

export interface ObsRecording {
  readonly obs: string;
  readonly steps: Readonly<Record<string, ObsOutcome & { readonly request: string }>>;
}

const SCENE = 'Scene';
const SECOND = '쉬는 시간 "☕" <b>';
const SOURCE = 'Stagelight';
const GROUP = 'Corner';
const COLOR = 'color_source_v3';

/** What OBS has when the conversation begins. */
export const SCENES_AT_FIRST = { [SCENE]: [], Grouping: [{ name: GROUP }] };
export const GROUPS_AT_FIRST = {
  [GROUP]: [{ name: 'Logo', kind: COLOR, settings: { width: 32, height: 32 } }],
};

const itemOf = (step: string) => (answers: Answers) => ({
  sceneName: SCENE,
  sceneItemId: answers[step]?.['sceneItemId'],
});
const changed = (step: string, more: Fields) => (answers: Answers) => ({
  ...itemOf(step)(answers),
  ...more,
});

const step = (name: string, request: string, data?: ObsStep['data']): ObsStep =>
  data === undefined ? { name, request } : { name, request, data };

const LOOKS = [
  step('version', 'GetVersion'),
  step('canvas', 'GetVideoSettings'),
  step('kinds', 'GetInputKindList'),
  step('stream', 'GetStreamStatus'),
  step('record', 'GetRecordStatus'),
  step('counters', 'GetStats'),
  step('service', 'GetStreamServiceSettings'),
  step('scenes at first', 'GetSceneList'),
  step('program', 'GetCurrentProgramScene'),
  step('groups', 'GetGroupList'),
  step('collections', 'GetSceneCollectionList'),
  step('items of a scene with a group', 'GetSceneItemList', { sceneName: 'Grouping' }),
  step('items of a group', 'GetGroupSceneItemList', { sceneName: GROUP }),
  step('items of a group as a scene', 'GetSceneItemList', { sceneName: GROUP }),
  step('items of an empty scene', 'GetSceneItemList', { sceneName: SCENE }),
];

const MAKES = [
  step('another scene', 'CreateScene', { sceneName: SECOND }),
  step('that scene again', 'CreateScene', { sceneName: SECOND }),
  step('a browser source', 'CreateInput', {
    sceneName: SCENE,
    inputName: SOURCE,
    inputKind: 'browser_source',
    inputSettings: { url: 'http://127.0.0.1:9/', width: 640, height: 360 },
    sceneItemEnabled: false,
  }),
  step('its name again', 'CreateInput', {
    sceneName: SCENE,
    inputName: SOURCE,
    inputKind: COLOR,
  }),
  step('a kind that is not there', 'CreateInput', {
    sceneName: SCENE,
    inputName: 'New',
    inputKind: 'no_such_kind',
  }),
  step('in a scene that is not there', 'CreateInput', {
    sceneName: 'Nowhere',
    inputName: 'New',
    inputKind: COLOR,
  }),
  step('a colour above it', 'CreateInput', {
    sceneName: SCENE,
    inputName: 'Colour',
    inputKind: COLOR,
    inputSettings: { color: 0xff0000ff, width: 64, height: 64 },
  }),
  step('the source in the other scene too', 'CreateSceneItem', {
    sceneName: SECOND,
    sourceName: SOURCE,
  }),
  step('the other scene in the first', 'CreateSceneItem', { sceneName: SCENE, sourceName: SECOND }),
  step('an item of nothing', 'CreateSceneItem', { sceneName: SCENE, sourceName: 'Nobody' }),
];

const READS = [
  step('scenes', 'GetSceneList'),
  step('items', 'GetSceneItemList', { sceneName: SCENE }),
  step('items of a scene that is not there', 'GetSceneItemList', { sceneName: 'Nowhere' }),
  step('items of a group that is not there', 'GetGroupSceneItemList', { sceneName: 'Nowhere' }),
  step('items of a scene as a group', 'GetGroupSceneItemList', { sceneName: SCENE }),
  step('inputs', 'GetInputList'),
  step('browser sources', 'GetInputList', { inputKind: 'browser_source' }),
  step('settings', 'GetInputSettings', { inputName: SOURCE }),
  step('settings of nothing', 'GetInputSettings', { inputName: 'Nobody' }),
  step('defaults', 'GetInputDefaultSettings', { inputKind: 'browser_source' }),
  step('defaults of a kind that is not there', 'GetInputDefaultSettings', { inputKind: 'none' }),
  step('mute', 'GetInputMute', { inputName: SOURCE }),
  step('mute of what is silent', 'GetInputMute', { inputName: 'Colour' }),
  step('monitoring', 'GetInputAudioMonitorType', { inputName: SOURCE }),
  step('tracks', 'GetInputAudioTracks', { inputName: SOURCE }),
  step('the item by name', 'GetSceneItemId', { sceneName: SCENE, sourceName: SOURCE }),
  step('an item by a wrong name', 'GetSceneItemId', { sceneName: SCENE, sourceName: 'Nobody' }),
  step('transform', 'GetSceneItemTransform', itemOf('a browser source')),
  step('order', 'GetSceneItemIndex', itemOf('a browser source')),
  step('lock', 'GetSceneItemLocked', itemOf('a browser source')),
  step('visible', 'GetSceneItemEnabled', itemOf('a browser source')),
];

const CHANGES = [
  step('shown', 'SetSceneItemEnabled', changed('a browser source', { sceneItemEnabled: true })),
  step('locked', 'SetSceneItemLocked', changed('a browser source', { sceneItemLocked: true })),
  step('raised', 'SetSceneItemIndex', changed('a browser source', { sceneItemIndex: 2 })),
  step(
    'raised above all',
    'SetSceneItemIndex',
    changed('a browser source', { sceneItemIndex: 99 }),
  ),
  step(
    'placed',
    'SetSceneItemTransform',
    changed('a browser source', {
      sceneItemTransform: {
        positionX: 0,
        positionY: 0,
        boundsType: 'OBS_BOUNDS_STRETCH',
        boundsWidth: 1280,
        boundsHeight: 720,
      },
    }),
  ),
  step('placed as it stands', 'GetSceneItemTransform', itemOf('a browser source')),
  step(
    'without bounds',
    'SetSceneItemTransform',
    changed('a browser source', { sceneItemTransform: { boundsWidth: 0 } }),
  ),
  step(
    'only a width',
    'SetSceneItemTransform',
    changed('a browser source', { sceneItemTransform: { width: 100 } }),
  ),
  step('an item that is not there', 'SetSceneItemEnabled', {
    sceneName: SCENE,
    sceneItemId: 4711,
    sceneItemEnabled: true,
  }),
  step('settings changed', 'SetInputSettings', {
    inputName: SOURCE,
    inputSettings: { fps_custom: true, fps: 30 },
  }),
  step('settings as they stand', 'GetInputSettings', { inputName: SOURCE }),
  step('settings from the defaults', 'SetInputSettings', {
    inputName: SOURCE,
    inputSettings: { url: 'about:blank', reroute_audio: true },
    overlay: false,
  }),
  step('settings after that', 'GetInputSettings', { inputName: SOURCE }),
  step('settings of nothing changed', 'SetInputSettings', {
    inputName: 'Nobody',
    inputSettings: {},
  }),
  step('muted', 'SetInputMute', { inputName: SOURCE, inputMuted: true }),
  step('muted as it stands', 'GetInputMute', { inputName: SOURCE }),
  step('a field of a wrong type', 'SetInputMute', { inputName: SOURCE, inputMuted: 'yes' }),
  step('muted again', 'SetInputMute', { inputName: SOURCE, inputMuted: true }),
  step('refreshed', 'PressInputPropertiesButton', {
    inputName: SOURCE,
    propertyName: 'refreshnocache',
  }),
  step('a button that is not there', 'PressInputPropertiesButton', {
    inputName: SOURCE,
    propertyName: 'nothing',
  }),
  step('sound', 'GetInputVolume', { inputName: SOURCE }),
  step('quieter', 'SetInputVolume', { inputName: SOURCE, inputVolumeMul: 0.5 }),
  step('balance', 'GetInputAudioBalance', { inputName: SOURCE }),
  step('balanced', 'SetInputAudioBalance', { inputName: SOURCE, inputAudioBalance: 0.25 }),
  step('delay of sound', 'GetInputAudioSyncOffset', { inputName: SOURCE }),
  step('delayed', 'SetInputAudioSyncOffset', { inputName: SOURCE, inputAudioSyncOffset: 80 }),
  step('blending', 'GetSceneItemBlendMode', itemOf('a browser source')),
  step(
    'blended',
    'SetSceneItemBlendMode',
    changed('a browser source', { sceneItemBlendMode: 'OBS_BLEND_ADDITIVE' }),
  ),
  step('a filter', 'CreateSourceFilter', {
    sourceName: SOURCE,
    filterName: 'Crop',
    filterKind: 'crop_filter',
    filterSettings: { left: 4 },
  }),
  step('the name of a filter again', 'CreateSourceFilter', {
    sourceName: SOURCE,
    filterName: 'Crop',
    filterKind: 'crop_filter',
  }),
  step('a second filter', 'CreateSourceFilter', {
    sourceName: SOURCE,
    filterName: 'Scroll',
    filterKind: 'scroll_filter',
    filterSettings: {},
  }),
  step('a filter in its place', 'SetSourceFilterIndex', {
    sourceName: SOURCE,
    filterName: 'Scroll',
    filterIndex: 0,
  }),
  step('a filter off', 'SetSourceFilterEnabled', {
    sourceName: SOURCE,
    filterName: 'Crop',
    filterEnabled: false,
  }),
  step('filters', 'GetSourceFilterList', { sourceName: SOURCE }),
  step('filters of nothing', 'GetSourceFilterList', { sourceName: 'Nobody' }),
  step('renamed', 'SetInputName', { inputName: 'Colour', newInputName: '색' }),
  step('renamed to a taken name', 'SetInputName', { inputName: '색', newInputName: SOURCE }),
  step('on air', 'SetCurrentProgramScene', { sceneName: SECOND }),
  step('a scene that is not there on air', 'SetCurrentProgramScene', { sceneName: 'Nowhere' }),
  step('a picture', 'GetSourceScreenshot', {
    sourceName: SECOND,
    imageFormat: 'png',
    imageWidth: 64,
    imageHeight: 36,
  }),
  step('a picture of nothing', 'GetSourceScreenshot', {
    sourceName: 'Nobody',
    imageFormat: 'png',
  }),
  step('a picture of no format', 'GetSourceScreenshot', {
    sourceName: SECOND,
    imageFormat: 'no-such',
  }),
];

const SOUNDS = [
  step('special inputs', 'GetSpecialInputs'),
  step('the mode of the outputs', 'GetProfileParameter', {
    parameterCategory: 'Output',
    parameterName: 'Mode',
  }),
  step('the track of the stream', 'GetProfileParameter', {
    parameterCategory: 'AdvOut',
    parameterName: 'TrackIndex',
  }),
  step('volume', 'GetInputVolume', { inputName: SOURCE }),
  step('volume of what is silent', 'GetInputVolume', { inputName: 'Game' }),
  step('turned down', 'SetInputVolume', { inputName: SOURCE, inputVolumeMul: 0 }),
  step('turned down as it stands', 'GetInputVolume', { inputName: SOURCE }),
  step('turned up', 'SetInputVolume', { inputName: SOURCE, inputVolumeMul: 1 }),
  step('off a track', 'SetInputAudioTracks', {
    inputName: SOURCE,
    inputAudioTracks: { '1': false },
  }),
  step('tracks as they stand', 'GetInputAudioTracks', { inputName: SOURCE }),
  step('only for the streamer', 'SetInputAudioMonitorType', {
    inputName: SOURCE,
    monitorType: 'OBS_MONITORING_TYPE_MONITOR_ONLY',
  }),
  step('monitoring as it stands', 'GetInputAudioMonitorType', { inputName: SOURCE }),
];

const SERVICE = { server: 'rtmp://127.0.0.1:9/live', key: 'a-key', use_auth: false };

const STREAM_TO = [
  step('a service of nothing', 'SetStreamServiceSettings', {
    streamServiceType: 'rtmp_custom',
    streamServiceSettings: {},
  }),
  step('a service of its own', 'SetStreamServiceSettings', {
    streamServiceType: 'rtmp_custom',
    streamServiceSettings: SERVICE,
  }),
  step('that service', 'GetStreamServiceSettings'),
  step('a part of it', 'SetStreamServiceSettings', {
    streamServiceType: 'rtmp_custom',
    streamServiceSettings: { key: 'another-key' },
  }),
  step('what became of it', 'GetStreamServiceSettings'),
  step('the service as it was', 'SetStreamServiceSettings', {
    streamServiceType: 'rtmp_common',
    streamServiceSettings: { key: '' },
  }),
  step('it is back', 'GetStreamServiceSettings'),
];

const ENDS = [
  step('an item removed', 'RemoveSceneItem', itemOf('the other scene in the first')),
  step('it is gone', 'GetSceneItemTransform', itemOf('the other scene in the first')),
  step('the source removed', 'RemoveInput', { inputName: SOURCE }),
  step('nothing removed', 'RemoveInput', { inputName: 'Nobody' }),
  step('items at last', 'GetSceneItemList', { sceneName: SCENE }),
  step('a scene removed', 'RemoveScene', { sceneName: SECOND }),
  step('another name for a scene', 'SetSceneName', { sceneName: SCENE, newSceneName: '장면 <1>' }),
  step('a name that is taken', 'SetSceneName', {
    sceneName: '장면 <1>',
    newSceneName: 'Grouping',
  }),
  step('studio mode', 'GetStudioModeEnabled'),
  step('no stream to stop', 'StopStream'),
  step('no recording to stop', 'StopRecord'),
  step('no recording to pause', 'PauseRecord'),
  step('no recording to resume', 'ResumeRecord'),
  step('no such request', 'MakeCoffee'),
  step('a field missing', 'GetInputSettings', {}),
];

export const OBS_SCENARIO: readonly ObsStep[] = [
  ...LOOKS,
  ...MAKES,
  ...READS,
  ...CHANGES,
  ...SOUNDS,
  ...STREAM_TO,
  ...ENDS,
];

/** Has the conversation; `say` answers a request with what came of it. */
export async function haveConversation(
  say: (request: string, data: Fields) => Promise<ObsOutcome>,
): Promise<ObsRecording['steps']> {
  const answers: Record<string, Fields> = {};
  const steps: Record<string, ObsOutcome & { readonly request: string }> = {};
  for (const { name, request, data = {} } of OBS_SCENARIO) {
    const outcome = await say(request, typeof data === 'function' ? data(answers) : data);
    answers[name] = outcome.answer ?? {};
    steps[name] = { request, ...outcome };
  }
  return steps;
}

export function recordedObs(): ObsRecording {
  const file = resolve(import.meta.dirname, '../fixtures/obs-29.json');
  return JSON.parse(readFileSync(file, 'utf8')) as ObsRecording;
}

/** Names and types of all fields. A list of texts may be of any length; one of things may not. */
export function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  if (Array.isArray(value)) {
    return value.every((entry) => typeof entry === 'string') ? 'texts' : value.map(shapeOf);
  }
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]));
}
