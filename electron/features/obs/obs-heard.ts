import { isDeepStrictEqual } from 'node:util';
import type {
  ObsHeard as HeardState,
  ObsFinding,
  ObsFindingCode,
  ObsSoundCode,
} from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { ObsCalls } from './obs-calls.ts';
import type { ObsLook } from './obs-look.ts';
import type { OurAddresses } from './our-address.ts';
import { oursIn } from './proof-findings.ts';
import { carriersOf, lookAtInputs, lookAtOutputs, MONITOR_AND_OUTPUT } from './sound-look.ts';
import {
  type OutputTracks,
  PeakMeter,
  type SoundVerdict,
  settingsFault,
  soundVerdict,
} from './sound-verdict.ts';

/** Changes OBS; each is done once OBS shows it. */
export interface SoundHands {
  setSettings(input: string, settings: Readonly<Record<string, boolean>>): Promise<void>;
  setMuted(input: string, muted: boolean): Promise<void>;
  setVolume(input: string, factor: number): Promise<void>;
  addTracks(input: string, tracks: readonly number[]): Promise<void>;
  setMonitor(input: string, type: string): Promise<void>;
}

export interface HeardParts {
  readonly calls: ObsCalls;
  readonly look: () => Promise<ObsLook>;
  readonly hands: SoundHands;
  readonly addresses: () => OurAddresses;
  /** Whether overlay pages in OBS are connected: they play the sound before all others. */
  readonly hasPagesInObs: () => boolean;
  readonly outputs: () => { readonly streaming: boolean; readonly recording: boolean };
  readonly isConnected: () => boolean;
  /** OBS was reached, or lost. */
  readonly onConnection: Subscribe<unknown>;
  /** The inputs that viewers don't hear on purpose. Left out: none. */
  readonly onPurpose?: {
    readonly read: () => readonly string[];
    readonly onChange: Subscribe<unknown>;
  };
  readonly clock: Clock;
  readonly log: Logger;
}

/** Listens while one alert sounds. */
export interface SoundProbe extends Disposable {
  /** The alert is over: what viewers heard of it. `soundedMs`: how long a page surely played it. */
  end(soundedMs: number): Promise<SoundVerdict>;
}

type SoundFinding = ObsFinding & { readonly code: ObsSoundCode };

/** Silence for less says nothing. */
const SOUNDS_WITHIN_MS = 1_000;
const UNTOLD: SoundVerdict = { state: 'untold' };

const MIXER_EVENTS = [
  'InputMuteStateChanged',
  'InputVolumeChanged',
  'InputAudioTracksChanged',
  'InputAudioMonitorTypeChanged',
] as const;

/** Whether viewers hear alerts: read from OBS's meters while one sounds, and only then. */
export class ObsHeard implements Disposable {
  readonly onChange: Subscribe<void>;
  readonly #parts: HeardParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  #state: HeardState = { state: 'unknown' };
  #finding: SoundFinding | null = null;
  #onPurpose: readonly string[];

  constructor(parts: HeardParts) {
    this.#parts = parts;
    const { calls, log } = parts;
    this.#changes = this.#owned.add(
      new Emitter<void>((failure) => log.error('an OBS listener failed', { failure })),
    );
    this.onChange = this.#changes.on;
    this.#onPurpose = parts.onPurpose?.read() ?? [];
    this.#owned.add(
      parts.onConnection(() => {
        if (!parts.isConnected()) this.#set({ state: 'unknown' }, null);
      }),
    );
    if (parts.onPurpose) this.#owned.add(parts.onPurpose.onChange(() => this.#onPurposeChanged()));
    const stops = [
      ...MIXER_EVENTS.map((event) =>
        calls.on(event, ({ inputName }) => this.#mixerChanged(inputName)),
      ),
      calls.on('InputRemoved', ({ inputName }) => this.#removed(inputName)),
      calls.on('InputNameChanged', (change) => this.#renamed(change)),
    ];
    for (const stop of stops) this.#owned.add(toDisposable(stop));
  }

  get state(): HeardState {
    return this.#state;
  }

  /** What keeps the sound of alerts from viewers, as the last one showed. */
  get findings(): readonly ObsFinding[] {
    return this.#finding ? [this.#finding] : [];
  }

  /** An alert with sound begins. null: OBS is not there to be asked. */
  listen(): SoundProbe | null {
    const { calls, isConnected } = this.#parts;
    if (!isConnected() || this.#owned.isDisposed) return null;
    const meter = new PeakMeter();
    const stop = calls.on('InputVolumeMeters', ({ inputs }) => meter.take(inputs));
    const owned = this.#owned.add(toDisposable(stop));
    const dispose = (): void => this.#owned.release(owned);
    return {
      dispose,
      end: async (soundedMs) => {
        dispose();
        return this.#judge(meter, soundedMs);
      },
    };
  }

  /** Mends what was found; false: it was not found here. */
  async mend(code: ObsFindingCode, source: string): Promise<boolean> {
    const finding = this.#finding;
    if (finding?.code !== code || finding.source !== source || !finding.fixable) return false;
    await this.#mend(finding.code, source);
    if (this.#finding === finding) this.#set({ state: 'unknown' }, null);
    return true;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #judge(meter: PeakMeter, soundedMs: number): Promise<SoundVerdict> {
    const { calls, look, log } = this.#parts;
    try {
      const [seen, outputs] = [await look(), await lookAtOutputs(calls)];
      const { addresses, hasPagesInObs } = this.#parts;
      const carriers = carriersOf(seen, addresses(), outputs.desktop, hasPagesInObs());
      const isMixed = (name: string): boolean => meter.listed.size === 0 || meter.listed.has(name);
      const inputs = await lookAtInputs(calls, carriers.filter(isMixed));
      const isMeant = inputs.some(({ name }) => this.#onPurpose.includes(name));
      const judged = soundVerdict({
        inputs,
        peaks: meter.peaks,
        outputs: this.#sent(outputs.tracks),
      });
      // The sound may go by a way of its own, where nobody listens.
      const verdict = isMeant && judged.state === 'not-heard' ? UNTOLD : judged;
      if (this.#owned.isDisposed) return UNTOLD;
      if (isSilent(verdict) && (soundedMs < SOUNDS_WITHIN_MS || meter.listed.size === 0)) {
        return UNTOLD;
      }
      this.#become(verdict, seen);
      return verdict;
    } catch (failure) {
      log.debug('OBS did not tell whether an alert was heard', { failure });
      return UNTOLD;
    }
  }

  #become(verdict: SoundVerdict, look: ObsLook): void {
    const at = this.#parts.clock.now();
    switch (verdict.state) {
      case 'heard':
        this.#set({ state: 'heard', at, input: verdict.input }, null);
        return;
      case 'untold':
        if (!this.#finding) this.#set({ state: 'untold', at }, null);
        return;
      case 'not-heard':
        this.#set({ state: 'not-heard', at }, this.#findingOf(verdict, look));
    }
  }

  /** Where no sound arrives, OBS can take it from our source itself. */
  #findingOf(
    { code, input }: Extract<SoundVerdict, { state: 'not-heard' }>,
    look: ObsLook,
  ): SoundFinding {
    if (code !== 'silent') return { code, source: input, by: [], fixable: true };
    const ours = oursIn(look, this.#parts.addresses());
    const aside = ours.find(({ settings }) => settings['reroute_audio'] !== true);
    const isThrough = ours.some(({ name }) => name === input);
    const source = isThrough ? input : (aside?.name ?? input);
    return { code, source, by: [], fixable: !isThrough && aside !== undefined };
  }

  async #mend(code: ObsSoundCode, input: string): Promise<void> {
    const { calls, hands } = this.#parts;
    switch (code) {
      case 'muted':
        return hands.setMuted(input, false);
      case 'turned-down':
        return hands.setVolume(input, 1);
      case 'no-track': {
        const { tracks } = await lookAtOutputs(calls);
        const wanted = new Set([1, ...tracks.stream, ...tracks.record]);
        return hands.addTracks(input, [...wanted]);
      }
      case 'monitor-only':
        return hands.setMonitor(input, MONITOR_AND_OUTPUT);
      case 'silent':
        await hands.setSettings(input, { reroute_audio: true });
        // Else the streamer would hear it no more.
        return hands.setMonitor(input, MONITOR_AND_OUTPUT);
    }
  }

  /** What was told of the last alert counts no more. */
  #onPurposeChanged(): void {
    const onPurpose = this.#parts.onPurpose?.read() ?? [];
    if (isDeepStrictEqual(onPurpose, this.#onPurpose)) return;
    this.#onPurpose = onPurpose;
    this.#state = { state: 'unknown' };
    this.#finding = null;
    this.#changes.fire();
  }

  /** The streamer may have mended it by hand. */
  #mixerChanged(input: string): void {
    const finding = this.#finding;
    if (finding?.source !== input || finding.code === 'silent') return;
    this.#lookAgain(input).catch((failure: unknown) => {
      this.#parts.log.debug('OBS did not tell of its mixer', { failure });
    });
  }

  #removed(input: string): void {
    if (this.#finding?.source === input) this.#set({ state: 'unknown' }, null);
  }

  #renamed(change: { readonly oldInputName: string; readonly inputName: string }): void {
    const finding = this.#finding;
    if (finding?.source !== change.oldInputName) return;
    this.#set(this.#state, { ...finding, source: change.inputName });
  }

  async #lookAgain(name: string): Promise<void> {
    const { calls } = this.#parts;
    const { tracks } = await lookAtOutputs(calls);
    const [input] = await lookAtInputs(calls, [name]);
    const finding = this.#finding;
    if (finding?.source !== name || this.#owned.isDisposed) return;
    const code = input ? settingsFault(input, this.#sent(tracks)) : null;
    if (code === null) this.#set({ state: 'unknown' }, null);
    else if (code !== finding.code) this.#set(this.#state, { ...finding, code });
  }

  /** Before a broadcast, the tracks of the stream count. */
  #sent({ stream, record }: OutputTracks): OutputTracks {
    const { streaming, recording } = this.#parts.outputs();
    const isStream = streaming || !recording;
    return { stream: isStream ? stream : [], record: recording ? record : [] };
  }

  #set(state: HeardState, finding: SoundFinding | null): void {
    if (this.#owned.isDisposed) return;
    if (state.state === 'unknown' && this.#state.state === 'unknown' && !this.#finding) return;
    this.#state = state;
    this.#finding = finding;
    this.#changes.fire();
  }
}

const isSilent = (verdict: SoundVerdict): boolean =>
  verdict.state === 'not-heard' && verdict.code === 'silent';
