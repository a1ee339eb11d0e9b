import { type Clock, delay } from '../../base/clock.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsRefusedError } from './obs-errors.ts';
import { BROWSER_KIND } from './obs-look.ts';
import { ObsNoBrowserError, ObsNotReachedError } from './setup-errors.ts';
import type { SetupStep, SourceSettings } from './setup-plan.ts';
import { hasTransform, type Transform } from './setup-transform.ts';

const EXISTS = 601;
const UNKNOWN_KIND = 605;

/** OBS takes a request up at its next frame; a busy one draws few. */
const REACHED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 40;
/** OBS frees the name of a removed source up to 110 ms later; a busy one later. */
const NAME_FREE_WITHIN_MS = 2_000;
/** OBS keeps volumes with fewer digits than it is given. */
const SAME_VOLUME = 0.01;

/** One item of a scene. */
export interface ItemPlace {
  readonly scene: string;
  readonly item: number;
}

/**
 * Changes OBS. OBS answers before a request has taken effect, so each change is done once OBS shows
 * it: when the promise resolves. Rejects with `ObsNotReachedError` if it never does.
 */
export class ObsHands {
  readonly #calls: ObsCalls;
  readonly #clock: Clock;

  constructor(calls: ObsCalls, clock: Clock) {
    this.#calls = calls;
    this.#clock = clock;
  }

  /** Carries out one step of a set-up. */
  async apply(step: SetupStep): Promise<void> {
    switch (step.kind) {
      case 'create':
        return this.#create(step);
      case 'add':
        return this.#add(step.scene, step.input, step.transform);
      case 'settings':
        return this.setSettings(step.input, step.settings);
      case 'unmute':
        return this.setMuted(step.input, false);
      case 'place':
        return this.setTransform(step, step.input, step.transform);
      case 'show':
        return this.setEnabled(step, step.input, true);
      case 'hide':
        return this.setEnabled(step, step.input, false);
      case 'raise':
        return this.setIndex(step, step.input, step.top);
      case 'lock':
        return this.setLocked(step, step.input, true);
    }
  }

  async setSettings(inputName: string, settings: SourceSettings): Promise<void> {
    await this.#calls.call('SetInputSettings', { inputName, inputSettings: settings });
    await this.#until(inputName, async () => {
      const { inputSettings } = await this.#calls.call('GetInputSettings', { inputName });
      const wanted = Object.entries(settings);
      // What is at its default may be left out.
      return wanted.every(([name, value]) => (inputSettings[name] ?? value) === value);
    });
  }

  async setMuted(inputName: string, inputMuted: boolean): Promise<void> {
    await this.#calls.call('SetInputMute', { inputName, inputMuted });
    await this.#until(inputName, async () => {
      const present = await this.#calls.call('GetInputMute', { inputName });
      return present.inputMuted === inputMuted;
    });
  }

  async setVolume(inputName: string, inputVolumeMul: number): Promise<void> {
    await this.#calls.call('SetInputVolume', { inputName, inputVolumeMul });
    await this.#until(inputName, async () => {
      const present = await this.#calls.call('GetInputVolume', { inputName });
      return Math.abs(present.inputVolumeMul - inputVolumeMul) < SAME_VOLUME;
    });
  }

  /** Adds these to the tracks it is on. */
  async addTracks(inputName: string, tracks: readonly number[]): Promise<void> {
    const wanted = Object.fromEntries(tracks.map((track) => [String(track), true]));
    await this.#calls.call('SetInputAudioTracks', { inputName, inputAudioTracks: wanted });
    await this.#until(inputName, async () => {
      const present = await this.#calls.call('GetInputAudioTracks', { inputName });
      return Object.keys(wanted).every((track) => present.inputAudioTracks[track] === true);
    });
  }

  async setMonitor(inputName: string, monitorType: string): Promise<void> {
    await this.#calls.call('SetInputAudioMonitorType', { inputName, monitorType });
    await this.#until(inputName, async () => {
      const present = await this.#calls.call('GetInputAudioMonitorType', { inputName });
      return present.monitorType === monitorType;
    });
  }

  async setTransform(place: ItemPlace, source: string, transform: Transform): Promise<void> {
    const at = placeOf(place);
    await this.#calls.call('SetSceneItemTransform', { ...at, sceneItemTransform: transform });
    await this.#until(source, async () => {
      const { sceneItemTransform } = await this.#calls.call('GetSceneItemTransform', at);
      return hasTransform(sceneItemTransform, transform);
    });
  }

  async setEnabled(place: ItemPlace, source: string, sceneItemEnabled: boolean): Promise<void> {
    const at = placeOf(place);
    await this.#calls.call('SetSceneItemEnabled', { ...at, sceneItemEnabled });
    await this.#until(source, async () => {
      const present = await this.#calls.call('GetSceneItemEnabled', at);
      return present.sceneItemEnabled === sceneItemEnabled;
    });
  }

  async setLocked(place: ItemPlace, source: string, sceneItemLocked: boolean): Promise<void> {
    const at = placeOf(place);
    await this.#calls.call('SetSceneItemLocked', { ...at, sceneItemLocked });
    await this.#until(source, async () => {
      const present = await this.#calls.call('GetSceneItemLocked', at);
      return present.sceneItemLocked === sceneItemLocked;
    });
  }

  /** 0 is the bottom. */
  async setIndex(place: ItemPlace, source: string, sceneItemIndex: number): Promise<void> {
    const at = placeOf(place);
    await this.#calls.call('SetSceneItemIndex', { ...at, sceneItemIndex });
    await this.#until(source, async () => {
      const present = await this.#calls.call('GetSceneItemIndex', at);
      return present.sceneItemIndex === sceneItemIndex;
    });
  }

  /** The last item of a source takes the source with it. */
  async removeItem(place: ItemPlace, source: string): Promise<void> {
    await this.#calls.call('RemoveSceneItem', placeOf(place));
    await this.#until(source, async () => {
      const { sceneItems } = await this.#calls.call('GetSceneItemList', { sceneName: place.scene });
      return sceneItems.every(({ sceneItemId }) => sceneItemId !== place.item);
    });
  }

  /**
   * Lets OBS write its scenes to disk. It does so by itself when a source is made or an order changes in
   * the scene that its window shows, not for locks, places, and settings: an item is put where it is.
   * Never rejects: at the latest, OBS writes them when it ends.
   */
  save(): Promise<void> {
    return this.#putWhereItIs().catch(() => undefined);
  }

  async #putWhereItIs(): Promise<void> {
    const { currentPreviewSceneName: preview, currentProgramSceneName: program } =
      await this.#calls.call('GetSceneList', {});
    const sceneName = preview ?? program;
    const { sceneItems } = await this.#calls.call('GetSceneItemList', { sceneName });
    const [item] = sceneItems;
    if (!item) return;
    const { sceneItemId, sceneItemIndex } = item;
    const at = { sceneName, sceneItemId: Number(sceneItemId) };
    await this.#calls.call('SetSceneItemIndex', { ...at, sceneItemIndex: Number(sceneItemIndex) });
  }

  async #create(step: Extract<SetupStep, { kind: 'create' }>): Promise<void> {
    const { scene, input, settings, transform } = step;
    const wanted = { sceneName: scene, inputName: input, inputKind: BROWSER_KIND };
    await this.#whenNameIsFree(() =>
      this.#calls.call('CreateInput', { ...wanted, inputSettings: settings }),
    );
    await this.#fill(scene, input, transform);
  }

  async #add(scene: string, input: string, transform: Transform): Promise<void> {
    await this.#calls.call('CreateSceneItem', { sceneName: scene, sourceName: input });
    await this.#fill(scene, input, transform);
  }

  /** New items are on top already. */
  async #fill(scene: string, input: string, transform: Transform): Promise<void> {
    const item = await this.#newest(scene, input);
    await this.setTransform({ scene, item }, input, transform);
    await this.setLocked({ scene, item }, input, true);
  }

  async #newest(scene: string, input: string): Promise<number> {
    let newest = -1;
    await this.#until(input, async () => {
      const { sceneItems } = await this.#calls.call('GetSceneItemList', { sceneName: scene });
      const ids = sceneItems
        .filter(({ sourceName }) => sourceName === input)
        .map(({ sceneItemId }) => Number(sceneItemId));
      newest = Math.max(-1, ...ids);
      return newest >= 0;
    });
    return newest;
  }

  async #whenNameIsFree(create: () => Promise<unknown>): Promise<void> {
    const until = this.#clock.monotonic() + NAME_FREE_WITHIN_MS;
    for (;;) {
      try {
        await create();
        return;
      } catch (failure) {
        const status = failure instanceof ObsRefusedError ? failure.status : null;
        if (status === UNKNOWN_KIND) throw new ObsNoBrowserError({ cause: failure });
        if (status !== EXISTS || this.#clock.monotonic() >= until) throw failure;
        await delay(this.#clock, LOOK_EVERY_MS);
      }
    }
  }

  async #until(source: string, isReached: () => Promise<boolean>): Promise<void> {
    const until = this.#clock.monotonic() + REACHED_WITHIN_MS;
    while (!(await isReached())) {
      if (this.#clock.monotonic() >= until) throw new ObsNotReachedError(source);
      await delay(this.#clock, LOOK_EVERY_MS);
    }
  }
}

function placeOf({ scene, item }: ItemPlace) {
  return { sceneName: scene, sceneItemId: item };
}
