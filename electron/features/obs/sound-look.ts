import type { ObsCalls, ObsRequest, ObsResult } from './obs-calls.ts';
import type { ObsLook } from './obs-look.ts';
import type { OurAddresses } from './our-address.ts';
import { oursIn } from './proof-findings.ts';
import type { OutputTracks, SoundInput } from './sound-verdict.ts';

export const MONITOR_ONLY = 'OBS_MONITORING_TYPE_MONITOR_ONLY';
export const MONITOR_AND_OUTPUT = 'OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT';

/** What hears all that the computer plays. */
const DESKTOP_SOUND =
  /^(wasapi_output_capture|coreaudio_output_capture|sck_audio_capture|pulse_output_capture|pipewire-audio-output-capture|jack_output_capture)/;

/** The inputs through which an alert's sound reaches OBS. */
export function carriersOf(
  look: ObsLook,
  addresses: OurAddresses,
  desktop: readonly string[],
  hasPagesInObs: boolean,
): readonly string[] {
  const ours = hasPagesInObs ? oursIn(look, addresses) : [];
  const through = ours.filter(({ settings }) => settings['reroute_audio'] === true);
  const names = through.map(({ name }) => name);
  // Which of several sources plays it is not known.
  return names.length > 0 && names.length === ours.length ? names : [...names, ...desktop];
}

const PROFILE = [
  ['Output', 'Mode'],
  ['SimpleOutput', 'RecTracks'],
  ['AdvOut', 'TrackIndex'],
  ['AdvOut', 'RecTracks'],
  ['AdvOut', 'RecType'],
  ['AdvOut', 'FFAudioMixes'],
] as const;

/** The names of the inputs that hear the desktop, and the tracks that outputs send: one message. */
export async function lookAtOutputs(
  calls: Pick<ObsCalls, 'batch'>,
): Promise<{ readonly desktop: readonly string[]; readonly tracks: OutputTracks }> {
  const [list, special, ...parameters] = await calls.batch([
    { requestType: 'GetInputList' },
    { requestType: 'GetSpecialInputs' },
    ...PROFILE.map(
      ([parameterCategory, parameterName]): ObsRequest => ({
        requestType: 'GetProfileParameter',
        requestData: { parameterCategory, parameterName },
      }),
    ),
  ]);
  const [mode, simpleRecord, advStream, advRecord, recordType, ffmpegMixes] =
    parameters.map(parameterOf);
  const isAdvanced = mode === 'Advanced';
  const recorded = recordType === 'FFmpeg' ? ffmpegMixes : advRecord;
  return {
    desktop: desktopNames(list, special),
    tracks: {
      stream: isAdvanced ? [trackOf(advStream)] : [1],
      record: tracksIn(isAdvanced ? recorded : simpleRecord),
    },
  };
}

/** How OBS treats the sound of these inputs: one message. Those that are gone are left out. */
export async function lookAtInputs(
  calls: Pick<ObsCalls, 'batch'>,
  names: readonly string[],
): Promise<readonly SoundInput[]> {
  if (names.length === 0) return [];
  const results = await calls.batch(
    names.flatMap((inputName): ObsRequest[] => [
      { requestType: 'GetInputMute', requestData: { inputName } },
      { requestType: 'GetInputVolume', requestData: { inputName } },
      { requestType: 'GetInputAudioTracks', requestData: { inputName } },
      { requestType: 'GetInputAudioMonitorType', requestData: { inputName } },
    ]),
  );
  return names.flatMap((name, index) => {
    const own = results.slice(4 * index, 4 * index + 4);
    if (!own.some((result) => result.ok)) return [];
    const [muted, volume, tracks, monitor] = own.map((result) => (result.ok ? result.data : {}));
    return [
      {
        name,
        muted: isBoolean(muted?.['inputMuted']) ? muted['inputMuted'] : null,
        volume: isNumber(volume?.['inputVolumeMul']) ? volume['inputVolumeMul'] : null,
        tracks: tracksOf(tracks?.['inputAudioTracks']),
        monitorOnly: isText(monitor?.['monitorType'])
          ? monitor['monitorType'] === MONITOR_ONLY
          : null,
      },
    ];
  });
}

function desktopNames(
  list: ObsResult | undefined,
  special: ObsResult | undefined,
): readonly string[] {
  const inputs = list?.ok && Array.isArray(list.data['inputs']) ? list.data['inputs'] : [];
  const captured = inputs.flatMap((input: unknown) => {
    const { inputName, inputKind } = (input ?? {}) as Record<string, unknown>;
    return isText(inputName) && isText(inputKind) && DESKTOP_SOUND.test(inputKind)
      ? [inputName]
      : [];
  });
  const { desktop1, desktop2 } = special?.ok ? special.data : {};
  return [...new Set([desktop1, desktop2, ...captured].filter(isText))];
}

function parameterOf(result: ObsResult | undefined): string {
  if (!result?.ok) return '';
  const { parameterValue, defaultParameterValue } = result.data;
  return isText(parameterValue)
    ? parameterValue
    : isText(defaultParameterValue)
      ? defaultParameterValue
      : '';
}

function trackOf(text: string | undefined): number {
  const track = Number(text);
  return Number.isInteger(track) && track >= 1 && track <= 6 ? track : 1;
}

/** From OBS's bits; none told: the first. */
function tracksIn(text: string | undefined): readonly number[] {
  const bits = Number(text);
  const tracks = [1, 2, 3, 4, 5, 6].filter((track) => (bits & (1 << (track - 1))) !== 0);
  return tracks.length > 0 ? tracks : [1];
}

function tracksOf(value: unknown): readonly number[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).flatMap(([track, on]) => (on === true ? [Number(track)] : []));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
