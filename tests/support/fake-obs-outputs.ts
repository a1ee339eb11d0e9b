import { type FakeContext, sceneOf, text } from './fake-obs-fields.ts';
import { type FakeData, type FakeDeed, type FakeModel, Refusal } from './fake-obs-model.ts';

type Output = 'stream' | 'record';

const EVENTS = { stream: 'StreamStateChanged', record: 'RecordStateChanged' } as const;
const ACTIVE: ReadonlySet<string> = new Set(['STARTED', 'RESUMED', 'RECONNECTED']);

/** As OBS tells it: active only where the state's name says so. */
function tell({ emit }: FakeContext, output: Output, ...states: readonly string[]): void {
  for (const state of states) {
    const outputState = `OBS_WEBSOCKET_OUTPUT_${state}`;
    emit(EVENTS[output], { outputActive: ACTIVE.has(state), outputState });
  }
}

/** What the outputs count is not faked. */
const outputStatus = (active: boolean): FakeData => ({
  outputActive: active,
  outputBytes: 0,
  outputDuration: 0,
  outputTimecode: '00:00:00.000',
});

const isOn = (model: FakeModel, output: Output): boolean =>
  output === 'stream' ? model.streaming : model.recording;

function turn(context: FakeContext, output: Output, on: boolean): void {
  const { model } = context;
  const isUp = !on || output === 'record' || model.server === 'up';
  if (output === 'stream') model.streaming = on && isUp;
  else model.recording = on;
  model.paused = false;
  if (on) tell(context, output, 'STARTING', isUp ? 'STARTED' : 'STOPPED');
  else tell(context, output, 'STOPPING', 'STOPPED');
}

const start =
  (output: Output) =>
  (context: FakeContext): FakeDeed => {
    if (isOn(context.model, output)) throw new Refusal(500);
    return { effect: () => turn(context, output, true) };
  };

const stop =
  (output: Output) =>
  (context: FakeContext): FakeDeed => {
    if (!isOn(context.model, output)) throw new Refusal(501);
    return { effect: () => turn(context, output, false) };
  };

/** Accepted also without a recording, or where it shares the stream's encoder: nothing happens then. */
function pause(context: FakeContext): FakeDeed {
  const { model } = context;
  if (model.paused) throw new Refusal(502);
  return {
    effect() {
      if (!model.recording || model.sharesEncoder) return;
      model.paused = true;
      tell(context, 'record', 'PAUSED');
    },
  };
}

function resume(context: FakeContext): FakeDeed {
  const { model } = context;
  if (!model.paused) throw new Refusal(503);
  return {
    effect() {
      model.paused = false;
      tell(context, 'record', 'RESUMED');
    },
  };
}

function renameScene(context: FakeContext): FakeDeed {
  const { model, data, emit } = context;
  const scene = sceneOf(context, 'scene');
  const name = text(data, 'newSceneName');
  if (model.isTaken(name))
    throw new Refusal(601, 'A source already exists by that new scene name.');
  return {
    effect() {
      model.renameScene(scene, name);
      emit('SceneNameChanged', { oldSceneName: scene.name, sceneName: name });
    },
  };
}

/** Stream, recording, and studio mode. */
export const FAKE_OUTPUTS = {
  GetStreamStatus: ({ model }: FakeContext) => ({
    data: { ...outputStatus(model.streaming), ...model.streamCounts, outputReconnecting: false },
  }),
  GetRecordStatus: ({ model }: FakeContext) => ({
    data: { ...outputStatus(model.recording), outputPaused: model.paused },
  }),
  GetStats: ({ model }: FakeContext) => ({ data: { ...model.stats } }),
  StartStream: start('stream'),
  StopStream: stop('stream'),
  StartRecord: start('record'),
  StopRecord: stop('record'),
  PauseRecord: pause,
  ResumeRecord: resume,
  GetStudioModeEnabled: ({ model }: FakeContext) => ({
    data: { studioModeEnabled: model.studioMode },
  }),
  SetSceneName: renameScene,
} as const;
