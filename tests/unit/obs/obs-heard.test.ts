import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsHeard } from '../../../electron/features/obs/obs-heard.ts';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { ObsHands } from '../../../electron/features/obs/setup-steps.ts';
import type { SoundVerdict } from '../../../electron/features/obs/sound-verdict.ts';
import type { ObsSoundCode } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { type FakeInput, newInput } from '../../support/fake-obs-model.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const URL_NOW = `http://127.0.0.1:4000/overlay/${'k'.repeat(43)}/`;
const DESKTOP = 'Desktop "Audio" 소리';
const OURS = 'Stagelight';
const LOUD = [[0.2, 0.5, 0.5]];
const KEPT = [[0, 0, 0.5]];
const QUIET = [[0, 0, 0]];
const SHOWN_MS = 5_000;

function world() {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock).scene('Live', [
    { source: OURS, kind: 'browser_source', settings: { url: URL_NOW } },
  ]);
  obs.model.inputs.set(DESKTOP, newInput(DESKTOP, 'pulse_output_capture', {}));
  obs.model.desktop = DESKTOP;
  const state = { connected: true, pages: true, streaming: true, recording: false };
  const connection = new Emitter<void>((failure) => {
    throw failure;
  });
  const onPurpose = { names: [] as readonly string[] };
  const settings = new Emitter<void>((failure) => {
    throw failure;
  });
  const heard = new ObsHeard({
    calls: obs.calls(),
    look: () => lookAt(obs.calls()),
    hands: new ObsHands(obs.calls(), clock),
    addresses: () => ({ current: URL_NOW, old: [] }),
    hasPagesInObs: () => state.pages,
    outputs: () => state,
    isConnected: () => state.connected,
    onConnection: connection.on,
    onPurpose: { read: () => onPurpose.names, onChange: settings.on },
    clock,
    log: silentLogger,
  });
  onTestFinished(() => heard.dispose());
  /** One alert that sounds, with these levels by input. */
  const alert = async (levels: Readonly<Record<string, unknown>>): Promise<SoundVerdict> => {
    const probe = heard.listen();
    if (!probe) throw new Error('OBS is not there.');
    const inputs = Object.entries(levels).map(([inputName, inputLevelsMul]) => {
      return { inputName, inputLevelsMul };
    });
    obs.emit('InputVolumeMeters', { inputs });
    return probe.end(SHOWN_MS);
  };
  const mean = (...names: readonly string[]) => {
    onPurpose.names = names;
    settings.fire();
  };
  const settle = () => clock.advance(200);
  return { heard, obs, state, connection, alert, mean, settle, desktop: obs.input(DESKTOP) };
}

describe('an alert that sounds', () => {
  it('is heard in the input that hears the desktop, and OBS is asked for levels only meanwhile', async () => {
    const { heard, alert, obs } = world();
    expect(await alert({ [DESKTOP]: LOUD })).toEqual({ state: 'heard', input: DESKTOP });
    expect(heard.state).toMatchObject({ state: 'heard', input: DESKTOP });
    const probe = heard.listen();
    probe?.dispose();
    obs.emit('InputVolumeMeters', { inputs: [{ inputName: DESKTOP, inputLevelsMul: QUIET }] });
    expect(heard.state.state).toBe('heard');
  });

  it('is listened to neither without OBS nor once the app ends', async () => {
    const { heard, state, alert, obs, desktop, connection } = world();
    desktop.muted = true;
    await alert({ [DESKTOP]: KEPT });
    const found = heard.findings;
    expect(found).toHaveLength(1);
    state.connected = false;
    expect(heard.listen()).toBeNull();
    state.connected = true;
    const probe = heard.listen();
    heard.dispose();
    expect(heard.listen()).toBeNull();
    obs.emit('InputRemoved', { inputName: DESKTOP });
    obs.emit('InputMuteStateChanged', { inputName: DESKTOP, inputMuted: false });
    state.connected = false;
    connection.fire();
    expect(heard.findings).toEqual(found);
    expect(await probe?.end(SHOWN_MS)).toEqual({ state: 'untold' });
  });

  const FAULTS: [ObsSoundCode, Partial<FakeInput>, unknown][] = [
    ['muted', { muted: true }, KEPT],
    ['turned-down', { volumeMul: 0 }, KEPT],
    ['no-track', { tracks: { 1: false, 2: true } }, LOUD],
    ['monitor-only', { monitor: 'OBS_MONITORING_TYPE_MONITOR_ONLY' }, LOUD],
  ];
  it.each(FAULTS)('is not heard where it is %s; a press mends it', async (code, fault, levels) => {
    const { heard, alert, desktop, settle } = world();
    Object.assign(desktop, fault);
    expect(await alert({ [DESKTOP]: levels })).toMatchObject({ state: 'not-heard', code });
    expect(heard.findings).toEqual([{ code, source: DESKTOP, by: [], fixable: true }]);
    expect(await heard.mend(code, 'another')).toBe(false);
    const mended = heard.mend(code, DESKTOP);
    await settle();
    expect(await mended).toBe(true);
    expect([heard.findings, heard.state.state]).toEqual([[], 'unknown']);
    expect(await alert({ [DESKTOP]: LOUD })).toMatchObject({ state: 'heard' });
  });

  it('whose input is mended by hand in OBS is no longer found', async () => {
    const { heard, alert, desktop, obs, settle } = world();
    desktop.muted = true;
    desktop.volumeMul = 0;
    await alert({ [DESKTOP]: KEPT });
    await obs.calls().call('SetInputMute', { inputName: DESKTOP, inputMuted: false });
    await settle();
    expect(heard.findings).toMatchObject([{ code: 'turned-down' }]);
    await obs.calls().call('SetInputVolume', { inputName: DESKTOP, inputVolumeMul: 1 });
    await settle();
    expect(heard.findings).toEqual([]);
  });

  it('of which nothing reaches OBS goes through OBS after a press, and the streamer hears it on', async () => {
    const { heard, alert, obs, settle } = world();
    expect(await alert({ [DESKTOP]: QUIET })).toMatchObject({ code: 'silent', input: DESKTOP });
    expect(heard.findings).toEqual([{ code: 'silent', source: OURS, by: [], fixable: true }]);
    const mended = heard.mend('silent', OURS);
    await settle();
    await mended;
    expect(obs.input(OURS).settings['reroute_audio']).toBe(true);
    expect(obs.input(OURS).monitor).toBe('OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT');
    expect(await alert({ [OURS]: QUIET, [DESKTOP]: LOUD })).toMatchObject({ input: OURS });
    expect(heard.findings).toEqual([{ code: 'silent', source: OURS, by: [], fixable: false }]);
  });

  it('whose input is gone from OBS is no longer found, and another name is followed', async () => {
    const { heard, alert, obs, settle } = world();
    await alert({ [DESKTOP]: QUIET });
    await obs.calls().call('SetInputName', { inputName: OURS, newInputName: 'Mine' });
    await settle();
    expect(heard.findings).toMatchObject([{ code: 'silent', source: 'Mine' }]);
    await obs.calls().call('RemoveInput', { inputName: DESKTOP });
    await settle();
    expect(heard.findings).toHaveLength(1);
    await obs.calls().call('RemoveInput', { inputName: 'Mine' });
    await settle();
    expect([heard.findings, heard.state.state]).toEqual([[], 'unknown']);
  });

  it.each<[string, Readonly<Record<string, string>>, object, number[], object]>([
    [
      'the stream’s track',
      { 'Output Mode': 'Advanced', 'AdvOut TrackIndex': '3' },
      {},
      [3],
      { state: 'heard' },
    ],
    [
      'not the stream’s track',
      { 'Output Mode': 'Advanced', 'AdvOut TrackIndex': '3' },
      {},
      [1],
      { code: 'no-track' },
    ],
    [
      'a recording’s track',
      { 'Output Mode': 'Advanced', 'AdvOut RecTracks': '12' },
      { streaming: false, recording: true },
      [4],
      { state: 'heard' },
    ],
    [
      'no recording’s track',
      { 'Output Mode': 'Advanced', 'AdvOut RecTracks': '12' },
      { streaming: false, recording: true },
      [1, 2],
      { code: 'no-track' },
    ],
    [
      'a track of FFmpeg’s',
      { 'Output Mode': 'Advanced', 'AdvOut RecType': 'FFmpeg', 'AdvOut FFAudioMixes': '2' },
      { streaming: false, recording: true },
      [2],
      { state: 'heard' },
    ],
    [
      'the track of a simple recording',
      { 'SimpleOutput RecTracks': '2' },
      { streaming: false, recording: true },
      [2],
      { state: 'heard' },
    ],
    ['the first track before a broadcast', {}, { streaming: false }, [1], { state: 'heard' }],
  ])('on %s', async (_, profile, running, tracks, expected) => {
    const { alert, desktop, obs, state } = world();
    Object.assign(state, running);
    obs.model.profile = { ...obs.model.profile, ...profile };
    desktop.tracks = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [n, tracks.includes(n)]));
    expect(await alert({ [DESKTOP]: LOUD })).toMatchObject(expected);
  });

  it('is carried by our source where its sound goes through OBS and a page of it is connected', async () => {
    const { heard, alert, obs, state } = world();
    obs.input(OURS).settings['reroute_audio'] = true;
    expect(await alert({ [OURS]: [], [DESKTOP]: LOUD })).toEqual({ state: 'untold' });
    expect(heard.state.state).toBe('untold');
    state.pages = false;
    expect(await alert({ [OURS]: [], [DESKTOP]: LOUD })).toMatchObject({ input: DESKTOP });
  });

  it('leaves inputs out that are not part of the mix', async () => {
    const { alert, obs } = world();
    obs.model.inputs.set('Elsewhere', newInput('Elsewhere', 'pulse_output_capture', {}));
    expect(await alert({ [DESKTOP]: QUIET })).toMatchObject({ code: 'silent' });
  });

  it('claims nothing where OBS tells nothing, is refused, or ends', async () => {
    const { heard, alert, obs, state, connection } = world();
    expect(await heard.listen()?.end(SHOWN_MS)).toEqual({ state: 'untold' });
    obs.refuse('GetSceneList', 207);
    expect(await alert({ [DESKTOP]: LOUD })).toEqual({ state: 'untold' });
    obs.input(DESKTOP).muted = true;
    await alert({ [DESKTOP]: KEPT });
    expect(heard.findings).toHaveLength(1);
    obs.die();
    state.connected = false;
    connection.fire();
    expect([heard.findings, heard.state.state, heard.listen()]).toEqual([[], 'unknown', null]);
  });

  it('that was on screen for a moment only proves no silence', async () => {
    const { heard, obs } = world();
    const probe = heard.listen();
    obs.emit('InputVolumeMeters', { inputs: [{ inputName: DESKTOP, inputLevelsMul: QUIET }] });
    expect(await probe?.end(400)).toEqual({ state: 'untold' });
    expect(heard.findings).toEqual([]);
  });
});

describe('an input that viewers do not hear on purpose', () => {
  it('is no finding any more, and marks no alert', async () => {
    const { heard, alert, mean, desktop } = world();
    desktop.muted = true;
    await alert({ [DESKTOP]: KEPT });
    let changes = 0;
    heard.onChange(() => {
      changes += 1;
    });
    mean(DESKTOP);
    expect([heard.findings, heard.state.state, changes]).toEqual([[], 'unknown', 1]);
    expect(await alert({ [DESKTOP]: KEPT })).toEqual({ state: 'untold' });
    expect([heard.findings, heard.state.state]).toEqual([[], 'untold']);
  });

  it('is found again once the streamer takes it back', async () => {
    const { heard, alert, mean, desktop } = world();
    desktop.muted = true;
    mean(DESKTOP);
    await alert({ [DESKTOP]: KEPT });
    mean();
    expect(heard.state.state).toBe('unknown');
    expect(await alert({ [DESKTOP]: KEPT })).toMatchObject({ state: 'not-heard', code: 'muted' });
    expect(heard.findings).toMatchObject([{ code: 'muted', source: DESKTOP }]);
  });

  it('is still heard where it sounds all the same', async () => {
    const { alert, mean } = world();
    mean(DESKTOP);
    expect(await alert({ [DESKTOP]: LOUD })).toEqual({ state: 'heard', input: DESKTOP });
  });

  it('says nothing of the others', async () => {
    const { heard, alert, mean, desktop } = world();
    mean('Another');
    desktop.muted = true;
    expect(await alert({ [DESKTOP]: KEPT })).toMatchObject({ state: 'not-heard' });
    mean('Another');
    expect(heard.findings).toHaveLength(1);
  });
});
