import { describe, expect, it } from 'vitest';
import type { ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import {
  carriersOf,
  lookAtInputs,
  lookAtOutputs,
} from '../../../electron/features/obs/sound-look.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESSES, RIGHT } from './setup-world.ts';

type Data = Record<string, unknown>;

/** OBS that answers by the request's type, or by its parameter; what has no answer is refused. */
const answering = (answers: Readonly<Record<string, Data>>) => ({
  batch: async (requests: readonly ObsRequest[]): Promise<readonly ObsResult[]> =>
    requests.map(({ requestType, requestData }) => {
      const { parameterCategory, parameterName } = (requestData ?? {}) as Record<string, string>;
      const data = answers[`${parameterCategory}.${parameterName}`] ?? answers[requestType];
      return data ? { ok: true, data } : { ok: false, code: 600 };
    }),
});

const set = (parameterValue: string | null) => ({ parameterValue });

describe('the tracks that OBS sends', () => {
  it.each<[string, Readonly<Record<string, Data>>, readonly number[], readonly number[]]>([
    ['nothing told', {}, [1], [1]],
    ['simple output', { 'Output.Mode': set('Simple') }, [1], [1]],
    [
      'simple output with tracks to record',
      { 'Output.Mode': set('Simple'), 'SimpleOutput.RecTracks': set('5') },
      [1],
      [1, 3],
    ],
    [
      'simple output beside settings of the advanced one',
      { 'Output.Mode': set('Simple'), 'AdvOut.TrackIndex': set('4'), 'AdvOut.RecTracks': set('8') },
      [1],
      [1],
    ],
    [
      'advanced output',
      {
        'Output.Mode': set('Advanced'),
        'AdvOut.TrackIndex': set('6'),
        'AdvOut.RecTracks': set('34'),
      },
      [6],
      [2, 6],
    ],
    [
      'advanced output with an encoder of its own',
      {
        'Output.Mode': set('Advanced'),
        'AdvOut.RecType': set('FFmpeg'),
        'AdvOut.FFAudioMixes': set('4'),
        'AdvOut.RecTracks': set('1'),
      },
      [1],
      [3],
    ],
    [
      'what the profile leaves as it comes',
      {
        'Output.Mode': { parameterValue: null, defaultParameterValue: 'Advanced' },
        'AdvOut.TrackIndex': { parameterValue: '', defaultParameterValue: '2' },
      },
      [2],
      [1],
    ],
    ...['0', '7', '1.5', 'all'].map(
      (track): [string, Readonly<Record<string, Data>>, readonly number[], readonly number[]] => [
        `a track that there is not: ${track}`,
        {
          'Output.Mode': set('Advanced'),
          'AdvOut.TrackIndex': set(track),
          'AdvOut.RecTracks': set('0'),
        },
        [1],
        [1],
      ],
    ),
  ])('with %s', async (_, answers, stream, record) => {
    expect((await lookAtOutputs(answering(answers))).tracks).toEqual({ stream, record });
  });
});

describe('the inputs that hear the desktop', () => {
  it('are OBS’s own and those that capture it, each once', async () => {
    const { desktop } = await lookAtOutputs(
      answering({
        GetSpecialInputs: { desktop1: 'Desktop', desktop2: null, mic1: 'Mic' },
        GetInputList: {
          inputs: [
            { inputName: 'Desktop', inputKind: 'pulse_output_capture' },
            { inputName: 'More', inputKind: 'wasapi_output_capture' },
            { inputName: 'Mic', inputKind: 'pulse_input_capture' },
            { inputName: '', inputKind: 'sck_audio_capture' },
            { inputName: 'Odd' },
            null,
          ],
        },
      }),
    );
    expect(desktop).toEqual(['Desktop', 'More']);
  });

  it('are none where OBS does not tell', async () => {
    expect((await lookAtOutputs(answering({}))).desktop).toEqual([]);
    const odd = answering({ GetInputList: { inputs: 'none' }, GetSpecialInputs: { desktop1: 7 } });
    expect((await lookAtOutputs(odd)).desktop).toEqual([]);
  });
});

describe('how OBS treats the sound of an input', () => {
  it('is told by its mute, its volume, its tracks, and who hears it', async () => {
    const answers = {
      GetInputMute: { inputMuted: true },
      GetInputVolume: { inputVolumeMul: 0.5 },
      GetInputAudioTracks: { inputAudioTracks: { 1: true, 2: false, 6: true } },
      GetInputAudioMonitorType: { monitorType: 'OBS_MONITORING_TYPE_MONITOR_ONLY' },
    };
    expect(await lookAtInputs(answering(answers), ['A', 'B'])).toEqual(
      ['A', 'B'].map((name) => ({
        name,
        muted: true,
        volume: 0.5,
        tracks: [1, 6],
        monitorOnly: true,
      })),
    );
    const both = { monitorType: 'OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT' };
    const heard = answering({ ...answers, GetInputAudioMonitorType: both });
    expect(await lookAtInputs(heard, ['A'])).toMatchObject([{ monitorOnly: false }]);
  });

  it('is not known as far as OBS does not tell', async () => {
    const some = answering({ GetInputMute: { inputMuted: 'no' } });
    const unknown = { muted: null, volume: null, tracks: null, monitorOnly: null };
    expect(await lookAtInputs(some, ['A'])).toEqual([{ name: 'A', ...unknown }]);
    expect(await lookAtInputs(answering({}), ['Gone'])).toEqual([]);
    const never = { batch: () => Promise.reject(new Error('it was asked')) };
    expect(await lookAtInputs(never, [])).toEqual([]);
  });
});

describe('what carries the sound of an alert', () => {
  const silent = { ...RIGHT, settings: { ...RIGHT.settings, reroute_audio: false } };
  it.each<[string, readonly object[], boolean, readonly string[]]>([
    ['a source whose sound OBS takes', [RIGHT], true, ['Stagelight']],
    ['a source that plays on the desktop', [silent], true, ['Desktop']],
    ['both', [RIGHT, { ...silent, source: 'Chat' }], true, ['Stagelight', 'Desktop']],
    ['pages outside OBS', [RIGHT], false, ['Desktop']],
    ['no source', [], true, ['Desktop']],
  ])('is with %s: %#', async (_, items, hasPagesInObs, carriers) => {
    const obs = new FakeObs(new VirtualClock()).scene('Live', items as never);
    obs.model.programScene = 'Live';
    const look = await lookAt(obs.calls());
    expect(carriersOf(look, ADDRESSES, ['Desktop'], hasPagesInObs)).toEqual(carriers);
  });
});
