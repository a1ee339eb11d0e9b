import type { ObsChange, ObsWish } from '../../../shared/contract/obs.ts';
import type { ObsItem, ObsLookWithNames, ObsScene } from './obs-look.ts';
import { addressState, isOurs, isWhole, type OurAddresses, renewedAddress } from './our-address.ts';
import { ObsNoSceneError } from './setup-errors.ts';
import { fillingTransform, isFilling, type Transform } from './setup-transform.ts';

/** The name of the source that a set-up makes; taken: with a number. */
const SOURCE_NAME = 'Stagelight';
/** An overlay gains nothing from more, and OBS would draw it for each. */
const MAX_FPS = 60;

export type SourceSettings = Readonly<Record<string, string | number | boolean>>;

/** One item of a scene that exists. */
interface InScene {
  readonly scene: string;
  readonly input: string;
  readonly item: number;
}

/** What is done for one change, with what was before. Holds no more than a request needs. */
export type SetupStep =
  /** A new input with its item on top of the scene, filling the canvas, locked. */
  | {
      readonly kind: 'create';
      readonly scene: string;
      readonly input: string;
      readonly settings: SourceSettings;
      readonly transform: Transform;
    }
  /** An item of an input that exists, the same way. */
  | {
      readonly kind: 'add';
      readonly scene: string;
      readonly input: string;
      readonly transform: Transform;
    }
  | {
      readonly kind: 'settings';
      readonly input: string;
      readonly settings: SourceSettings;
      readonly before: SourceSettings;
    }
  | { readonly kind: 'unmute'; readonly input: string }
  | (InScene & {
      readonly kind: 'place';
      readonly transform: Transform;
      readonly before: Transform;
    })
  | (InScene & { readonly kind: 'show' })
  | (InScene & { readonly kind: 'raise'; readonly before: number; readonly top: number })
  | (InScene & { readonly kind: 'lock' });

export interface SetupPlan {
  /** As the streamer reads it. */
  readonly changes: readonly ObsChange[];
  readonly steps: readonly SetupStep[];
  /** The scenes that are set up. */
  readonly scenes: readonly string[];
}

/** What a set-up changes in OBS as it is; nothing, where all is as wished. */
export function planFor(look: ObsLookWithNames, wish: ObsWish, addresses: OurAddresses): SetupPlan {
  return new Planner(look, wish, addresses).plan();
}

class Planner {
  readonly #look: ObsLookWithNames;
  readonly #wish: ObsWish;
  readonly #addresses: OurAddresses;
  /** Inputs that show the whole overlay. */
  readonly #ours: readonly string[];
  /** Inputs that the wished scenes show. */
  readonly #used = new Set<string>();
  /** Scenes that show the overlay once the steps are done. */
  readonly #done = new Set<string>();
  readonly #sceneSteps: SetupStep[] = [];
  #created: string | null = null;

  constructor(look: ObsLookWithNames, wish: ObsWish, addresses: OurAddresses) {
    this.#look = look;
    this.#wish = wish;
    this.#addresses = addresses;
    this.#ours = [...look.browsers.values()]
      .filter(({ settings }) => isOurs(settings, addresses) && isWhole(settings))
      .map(({ name }) => name);
  }

  plan(): SetupPlan {
    const named = this.#wish.scenes.length > 0 ? this.#wish.scenes : [this.#look.programScene];
    const scenes = [...new Set(named)];
    for (const scene of scenes) this.#prepare(scene, scenes);
    const inputSteps = [...this.#used].flatMap((input) => this.#inputSteps(input));
    const steps = [...inputSteps, ...this.#sceneSteps];
    return { changes: steps.map(changeOf), steps, scenes };
  }

  /** Scenes that this one nests come first: what they show, it shows. */
  #prepare(name: string, wished: readonly string[], below: readonly string[] = []): void {
    if (this.#done.has(name) || below.includes(name)) return;
    const scene = this.#look.scenes.get(name);
    if (!scene || scene.isGroup) throw new ObsNoSceneError(name);
    const nested = this.#nestedIn(scene, new Set());
    for (const inner of wished) {
      if (inner !== name && nested.has(inner)) this.#prepare(inner, wished, [...below, name]);
    }
    this.#sceneSteps.push(...this.#stepsIn(scene));
    this.#done.add(name);
  }

  /** Names of scenes and groups that are shown within, at any depth. */
  #nestedIn(scene: ObsScene, seen: Set<string>): ReadonlySet<string> {
    for (const { source, kind, enabled } of scene.items) {
      if (kind === 'input' || !enabled || seen.has(source)) continue;
      seen.add(source);
      const inner = this.#look.scenes.get(source);
      if (inner) this.#nestedIn(inner, seen);
    }
    return seen;
  }

  #stepsIn(scene: ObsScene): readonly SetupStep[] {
    const own = scene.items.filter(({ source }) => this.#ours.includes(source));
    const item = own.find(({ enabled }) => enabled) ?? own[0];
    const nested = item?.enabled ? null : this.#shownWithin(scene);
    if (nested !== null) {
      for (const input of nested) this.#used.add(input);
      return [];
    }
    if (!item) return [this.#newItem(scene.name)];
    this.#used.add(item.source);
    return this.#itemSteps(scene, item);
  }

  /** The inputs by which what the scene nests shows the overlay; null: it does not. */
  #shownWithin(scene: ObsScene): readonly string[] | null {
    const nested = this.#nestedIn(scene, new Set());
    if ([...nested].some((name) => this.#done.has(name))) return [];
    for (const name of nested) {
      const items = this.#look.scenes.get(name)?.items ?? [];
      const shown = items.find(({ source, enabled }) => enabled && this.#ours.includes(source));
      if (shown) return [shown.source];
    }
    return null;
  }

  #newItem(scene: string): SetupStep {
    const transform = fillingTransform(this.#look.canvas);
    const existing = this.#created ?? this.#existing();
    if (existing !== null) {
      if (existing !== this.#created) this.#used.add(existing);
      return { kind: 'add', scene, input: existing, transform };
    }
    const input = freeName(this.#look.names);
    this.#created = input;
    return { kind: 'create', scene, input, settings: this.#wanted({}), transform };
  }

  /** The source that is added elsewhere: the one in use here, else one at the address of now. */
  #existing(): string | null {
    const isCurrent = (name: string) =>
      addressState(this.#settingsOf(name), this.#addresses) === 'current';
    const [used] = this.#used;
    return used ?? this.#ours.find(isCurrent) ?? this.#ours[0] ?? null;
  }

  #itemSteps(scene: ObsScene, { id, ...item }: ObsItem): readonly SetupStep[] {
    const { canvas } = this.#look;
    const at = { scene: scene.name, input: item.source, item: id };
    const index = scene.items.findIndex((each) => each.id === id);
    const top = scene.items.length - 1;
    const steps: SetupStep[] = [];
    if (!item.enabled) steps.push({ kind: 'show', ...at });
    if (!isFilling(item.transform, canvas)) {
      const transform = fillingTransform(canvas, item.transform);
      steps.push({ kind: 'place', ...at, transform, before: before(item.transform, transform) });
    }
    if (scene.items.slice(index + 1).some((above) => !this.#isOurs(above))) {
      steps.push({ kind: 'raise', ...at, before: index, top });
    }
    if (!item.locked) steps.push({ kind: 'lock', ...at });
    return steps;
  }

  #isOurs({ source }: ObsItem): boolean {
    const browser = this.#look.browsers.get(source);
    return browser !== undefined && isOurs(browser.settings, this.#addresses);
  }

  #inputSteps(input: string): readonly SetupStep[] {
    const present = this.#settingsOf(input);
    const wanted = Object.entries(this.#wanted(present));
    const changed = wanted.filter(([name, value]) => present[name] !== value);
    const steps: SetupStep[] = [];
    if (changed.length > 0) {
      const settings = Object.fromEntries(changed);
      steps.push({ kind: 'settings', input, settings, before: before(present, settings) });
    }
    const { muted } = this.#look.browsers.get(input) ?? {};
    if (this.#wish.audio === 'obs' && muted === true) steps.push({ kind: 'unmute', input });
    return steps;
  }

  #settingsOf(input: string): Readonly<Record<string, unknown>> {
    return this.#look.browsers.get(input)?.settings ?? {};
  }

  #wanted(present: Readonly<Record<string, unknown>>): SourceSettings {
    const { width, height, fps } = this.#look.canvas;
    const { url } = present;
    const isCurrent = addressState(present, this.#addresses) === 'current';
    return {
      url: isCurrent && typeof url === 'string' ? url : renewedAddress(present, this.#addresses),
      width,
      height,
      fps_custom: true,
      fps: Math.max(1, Math.min(MAX_FPS, Math.round(fps))),
      shutdown: false,
      restart_when_active: false,
      reroute_audio: this.#wish.audio === 'obs',
    };
  }
}

function freeName(taken: ReadonlySet<string>): string {
  let name = SOURCE_NAME;
  for (let copy = 2; taken.has(name); copy += 1) name = `${SOURCE_NAME} ${copy}`;
  return name;
}

/** The present values of the fields that change, as far as they can be written back. */
function before(present: Readonly<Record<string, unknown>>, changed: SourceSettings) {
  const kept = Object.keys(changed).flatMap((name) => {
    const value = present[name];
    const canKeep = ['string', 'number', 'boolean'].includes(typeof value);
    return canKeep ? [[name, value as string | number | boolean] as const] : [];
  });
  return Object.fromEntries(kept);
}

const FIELDS = {
  url: 'address',
  width: 'size',
  height: 'size',
  fps_custom: 'fps',
  fps: 'fps',
  shutdown: 'shutdown',
  restart_when_active: 'restart',
  reroute_audio: 'audio',
} as const;

function changeOf(step: SetupStep): ObsChange {
  switch (step.kind) {
    case 'create':
    case 'add':
    case 'place':
    case 'show':
    case 'raise':
    case 'lock':
      return { kind: step.kind, scene: step.scene, input: step.input };
    case 'unmute':
      return { kind: 'unmute', input: step.input };
    case 'settings': {
      const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
      const changed = names.filter((name) => Object.hasOwn(step.settings, name));
      const fields = [...new Set(changed.map((name) => FIELDS[name]))];
      return { kind: 'settings', input: step.input, fields };
    }
  }
}
