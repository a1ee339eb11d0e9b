import type { ObsFindingCode } from '../../../shared/contract/obs.ts';
import { type Clock, delay } from '../../base/clock.ts';
import type { ObsCalls, ObsRequest } from './obs-calls.ts';
import { filtersOn } from './obs-filters.ts';
import type { ObsBrowser, ObsLook } from './obs-look.ts';
import { addressState, freshAddress, type OurAddresses, renewedAddress } from './our-address.ts';
import { place } from './placement.ts';
import {
  coveredSteps,
  isHidden,
  isOutside,
  type Showing,
  type Step,
  showingsOf,
} from './proof-findings.ts';
import { fillingTransform } from './setup-transform.ts';

interface ItemPlace {
  readonly scene: string;
  readonly item: number;
}
type Values = Readonly<Record<string, string | number | boolean>>;

/** Changes OBS; each is done once OBS shows it. `source` is named if that never happens. */
export interface FixHands {
  setSettings(input: string, settings: Values): Promise<void>;
  setMuted(input: string, muted: boolean): Promise<void>;
  setTransform(place: ItemPlace, source: string, transform: Values): Promise<void>;
  setEnabled(place: ItemPlace, source: string, enabled: boolean): Promise<void>;
  /** 0 is the bottom. */
  setIndex(place: ItemPlace, source: string, index: number): Promise<void>;
  /** Lets OBS write it to disk: else it is gone if OBS crashes. */
  save(): Promise<void>;
}

interface FixParts {
  readonly calls: Pick<ObsCalls, 'call' | 'batch'>;
  readonly hands: FixHands;
  readonly clock: Clock;
  readonly addresses: () => OurAddresses;
  /** How many overlay pages in OBS are connected and alive. */
  readonly livingPages: () => Promise<number>;
}

/** How long a page may take until it is connected again. */
const RELOAD_MS = 4_000;
const LOOK_EVERY_MS = 250;
/** OBS's button of a browser source that loads the page anew. */
export function refreshOf(inputName: string) {
  return { inputName, propertyName: 'refreshnocache' };
}

/** Mends one finding, from the state of OBS at that moment. */
export class ObsFixes {
  readonly #parts: FixParts;

  constructor(parts: FixParts) {
    this.#parts = parts;
  }

  async mend(code: ObsFindingCode, source: string, look: ObsLook): Promise<void> {
    const browser = look.browsers.get(source);
    if (!browser || !addressState(browser.settings, this.#parts.addresses())) return;
    const showings = showingsOf(look, [source]);
    switch (code) {
      case 'no-source':
      case 'part-missing':
        return;
      case 'not-in-program':
        return this.#addToProgram(source, look);
      case 'hidden':
        return this.#enable(showings);
      case 'old-address':
        return this.#renew(browser);
      case 'not-connected':
        return this.#reload(browser, true);
      case 'frozen':
        return this.#reload(browser, false);
      case 'outside':
        return this.#bringIn(showings, look);
      case 'covered':
        return this.#raise(showings, look);
      case 'wrong-size':
        return this.#resize(source, showings, look);
      case 'shuts-down':
        return this.#parts.hands.setSettings(source, {
          shutdown: false,
          restart_when_active: false,
        });
      case 'filtered':
        return this.#unfilter(source);
      case 'not-in-picture':
        await this.#raise(showings, look);
        return this.#reload(browser, false);
      case 'muted':
        return this.#parts.hands.setMuted(source, false);
      // Found while an alert sounds, and mended there.
      case 'turned-down':
      case 'no-track':
      case 'monitor-only':
      case 'silent':
        return;
    }
  }

  async #addToProgram(source: string, { programScene, canvas }: ObsLook): Promise<void> {
    const { calls, hands } = this.#parts;
    const { sceneItemId } = await calls.call('CreateSceneItem', {
      sceneName: programScene,
      sourceName: source,
    });
    const added = { scene: programScene, item: sceneItemId };
    await hands.setTransform(added, source, fillingTransform(canvas));
  }

  async #enable(showings: readonly Showing[]): Promise<void> {
    const [first] = showings;
    const disabled = first?.path.filter(({ item }) => !item.enabled) ?? [];
    for (const step of disabled) {
      await this.#parts.hands.setEnabled(placeOf(step), step.item.source, true);
    }
  }

  async #bringIn(showings: readonly Showing[], look: ObsLook): Promise<void> {
    const away = showings.find((each) => !isHidden(each) && isOutside(each, look));
    for (const step of away?.path ?? []) {
      const alone = place(step.item.transform);
      const isIn = !isOutside({ ...(away as Showing), corners: alone.corners }, look);
      if (!isIn || step === away?.path.at(-1)) await this.#fill(step, look);
    }
  }

  async #fill(step: Step, { canvas }: ObsLook): Promise<void> {
    const present = isCanvasSized(step, canvas) ? step.item.transform : undefined;
    const transform = fillingTransform(canvas, present);
    await this.#parts.hands.setTransform(placeOf(step), step.item.source, transform);
  }

  async #raise(showings: readonly Showing[], look: ObsLook): Promise<void> {
    for (const showing of showings) {
      for (const step of coveredSteps(showing, look, false)) {
        const top = step.scene.items.length - 1;
        await this.#parts.hands.setIndex(placeOf(step), step.item.source, top);
      }
    }
  }

  async #resize(source: string, showings: readonly Showing[], look: ObsLook): Promise<void> {
    const { width, height } = look.canvas;
    await this.#parts.hands.setSettings(source, { width, height });
    for (const { path } of showings) {
      const step = path.at(-1);
      if (step) await this.#fill(step, look);
    }
  }

  async #unfilter(sourceName: string): Promise<void> {
    const { calls } = this.#parts;
    const filters = (await filtersOn(calls, [sourceName])).get(sourceName) ?? [];
    await calls.batch(
      filters.map((filterName): ObsRequest => {
        const requestData = { sourceName, filterName, filterEnabled: false };
        return { requestType: 'SetSourceFilterEnabled', requestData };
      }),
    );
  }

  async #renew({ name, settings }: ObsBrowser): Promise<void> {
    const url = renewedAddress(settings, this.#parts.addresses());
    await this.#parts.hands.setSettings(name, { url });
  }

  /** By its button; a frozen page only comes back with an address that OBS does not know. */
  async #reload(browser: ObsBrowser, byButton: boolean): Promise<void> {
    const { calls, hands, livingPages, clock } = this.#parts;
    const before = await livingPages();
    if (byButton) {
      await calls.call('PressInputPropertiesButton', refreshOf(browser.name));
      if (await this.#hasMore(before)) return;
    }
    const url = freshAddress(String(browser.settings['url']), clock.now());
    await hands.setSettings(browser.name, { url });
    await this.#hasMore(before);
  }

  async #hasMore(before: number): Promise<boolean> {
    const { livingPages, clock } = this.#parts;
    for (let waited = 0; waited < RELOAD_MS; waited += LOOK_EVERY_MS) {
      await delay(clock, LOOK_EVERY_MS);
      if ((await livingPages()) > before) return true;
    }
    return false;
  }
}

const placeOf = ({ scene, item }: Step): ItemPlace => ({ scene: scene.name, item: item.id });

function isCanvasSized({ item }: Step, { width, height }: ObsLook['canvas']): boolean {
  const { size } = place(item.transform);
  return size.width === width && size.height === height;
}
