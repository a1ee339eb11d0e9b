import { type FakeContext, flag, number, record, soundingOf, text } from './fake-obs-fields.ts';
import type { FakeDeed } from './fake-obs-model.ts';

const LEAST_DB = -100;
const dbOf = (factor: number): number =>
  factor > 0 ? Math.max(LEAST_DB, 20 * Math.log10(factor)) : LEAST_DB;

/** The mixer, and what the profile says of audio tracks. */
export const SOUND_REQUESTS: Readonly<Record<string, (context: FakeContext) => FakeDeed>> = {
  GetInputMute: (context) => ({ data: { inputMuted: soundingOf(context).muted } }),
  SetInputMute: (context) => {
    const input = soundingOf(context);
    const muted = flag(context.data, 'inputMuted');
    return {
      effect() {
        input.muted = muted;
        context.emit('InputMuteStateChanged', { inputName: input.name, inputMuted: muted });
      },
    };
  },
  GetInputAudioMonitorType: (context) => ({ data: { monitorType: soundingOf(context).monitor } }),
  SetInputAudioMonitorType: (context) => {
    const input = soundingOf(context);
    const monitor = text(context.data, 'monitorType');
    return {
      effect() {
        input.monitor = monitor;
        const { name: inputName } = input;
        context.emit('InputAudioMonitorTypeChanged', { inputName, monitorType: monitor });
      },
    };
  },
  GetInputAudioTracks: (context) => ({
    data: { inputAudioTracks: { ...soundingOf(context).tracks } },
  }),
  SetInputAudioTracks: (context) => {
    const input = soundingOf(context);
    const tracks = record(context.data, 'inputAudioTracks') as Record<string, boolean>;
    return {
      effect() {
        input.tracks = { ...input.tracks, ...tracks };
        const { name: inputName, tracks: inputAudioTracks } = input;
        context.emit('InputAudioTracksChanged', { inputName, inputAudioTracks });
      },
    };
  },
  GetInputVolume: (context) => {
    const { volumeMul } = soundingOf(context);
    return { data: { inputVolumeMul: volumeMul, inputVolumeDb: dbOf(volumeMul) } };
  },
  SetInputVolume: (context) => {
    const input = soundingOf(context);
    const inputVolumeMul = number(context.data, 'inputVolumeMul');
    return {
      effect() {
        input.volumeMul = inputVolumeMul;
        const inputVolumeDb = dbOf(inputVolumeMul);
        const told = { inputName: input.name, inputVolumeMul, inputVolumeDb };
        context.emit('InputVolumeChanged', told);
      },
    };
  },
  GetSpecialInputs: ({ model: { desktop } }) => ({
    data: { desktop1: desktop, desktop2: null, mic1: null, mic2: null, mic3: null, mic4: null },
  }),
  GetProfileParameter: ({ model: { profile }, data }) => {
    const name = `${text(data, 'parameterCategory')} ${text(data, 'parameterName')}`;
    const defaultParameterValue = PROFILE_DEFAULTS[name] ?? null;
    const parameterValue = profile[name] ?? defaultParameterValue;
    return { data: { parameterValue, defaultParameterValue } };
  },
};

const PROFILE_DEFAULTS: Readonly<Record<string, string>> = {
  'Output Mode': 'Simple',
  'AdvOut TrackIndex': '1',
  'AdvOut RecTracks': '1',
  'AdvOut RecType': 'Standard',
  'AdvOut FFAudioMixes': '1',
};
