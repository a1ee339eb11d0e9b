import type { ObsChange, ObsWish } from '../../../shared/contract/obs.ts';
import { WIDGET_GROUPS } from '../../../shared/overlay/names.ts';
import type { ObsItem, ObsLookWithNames, ObsScene } from './obs-look.ts';
import {
  addressFor,
  addressState,
  isOurs,
  type OurAddresses,
  type OverlayPart,
  partOf,
  renewedAddress,
} from './our-address.ts';
import { ObsNoSceneError } from './setup-errors.ts';
import { fillingTransform, isFilling, type Transform } from './setup-transform.ts';

/** A part of the overlay that a set-up makes a source for. */
type SetupPart = Exclude<OverlayPart, 'widget'>;

/** The names of the sources that a set-up makes; taken: with a number. */
const SOURCE_NAMES: Readonly<Record<SetupPart, string>> = {
  whole: 'Stagelight',
  other: 'Stagelight widgets',
  chat: 'Stagelight chat',
  alerts: 'Stagelight alerts',
};
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
  | (InScene & { readonly kind: 'show' | 'hide' })
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
  const parts: readonly SetupPart[] = wish.sources === 'groups' ? WIDGET_GROUPS : ['whole'];
  const named = wish.scenes.length > 0 ? wish.scenes : [look.programScene];
  const scenes = [...new Set(named)];
  const others = new OtherSources(look, addresses, parts);
  const homes = [...new Set(scenes.map((scene) => others.homeOf(scene)))];
  const planned = parts.map((part) => new Planner(look, wish, addresses, part).plan(homes));
  const inputSteps = planned.flatMap((each) => each.inputSteps);
  const sceneSteps = [
    ...others.hidden(homes),
    ...inTheirOrder(planned.flatMap((each) => each.sceneSteps)),
  ];
  const steps = [...inputSteps, ...sceneSteps];
  return { changes: steps.map(changeOf), steps, scenes };
}

/** New items last: on top of what is raised. Each of several raised ones stands lower by those before. */
function inTheirOrder(steps: readonly SetupStep[]): readonly SetupStep[] {
  const isNew = ({ kind }: SetupStep) => kind === 'create' || kind === 'add';
  const old = steps
    .filter((step) => !isNew(step))
    .map((step, index, all) => {
      if (step.kind !== 'raise') return step;
      const raised = all.slice(0, index).filter((other) => {
        return other.kind === 'raise' && other.scene === step.scene && other.before < step.before;
      });
      return { ...step, before: step.before - raised.length };
    });
  return [...old, ...steps.filter(isNew)];
}

/** Sources of ours that show the overlay in other parts than those that are wished. */
class OtherSources {
  readonly #look: ObsLookWithNames;
  readonly #names: ReadonlySet<string>;
  readonly #wished: ReadonlySet<string>;

  constructor(look: ObsLookWithNames, addresses: OurAddresses, parts: readonly SetupPart[]) {
    this.#look = look;
    const ours = [...look.browsers.values()].filter(({ settings }) => isOurs(settings, addresses));
    const isWished = ({ settings }: { settings: Readonly<Record<string, unknown>> }) =>
      parts.some((part) => part === partOf(settings));
    const others = ours.filter((each) => !isWished(each) && partOf(each.settings) !== 'widget');
    this.#names = new Set(others.map(({ name }) => name));
    this.#wished = new Set(ours.filter(isWished).map(({ name }) => name));
  }

  /** The scene in which the overlay is shown in other parts: there the wished ones take their place. */
  homeOf(scene: string): string {
    if (this.#shows(scene, this.#wished)) return scene;
    const nested = [...nestedIn(this.#look, scene)].find((name) => {
      const isScene = this.#look.scenes.get(name)?.isGroup === false;
      return isScene && this.#shows(name, this.#names) && !this.#shows(scene, this.#names);
    });
    return nested ?? scene;
  }

  /** Takes them off the picture; they stay in OBS, to be shown again. */
  hidden(homes: readonly string[]): readonly SetupStep[] {
    const scenes = new Set(homes.flatMap((home) => [home, ...nestedIn(this.#look, home)]));
    return [...scenes].flatMap((scene) => {
      const items = this.#look.scenes.get(scene)?.items ?? [];
      const shown = items.filter(({ enabled, source }) => enabled && this.#names.has(source));
      return shown.map(({ id, source }) => {
        return { kind: 'hide', scene, input: source, item: id } as const;
      });
    });
  }

  #shows(scene: string, names: ReadonlySet<string>): boolean {
    const items = this.#look.scenes.get(scene)?.items ?? [];
    return items.some(({ enabled, source }) => enabled && names.has(source));
  }
}

/** Names of scenes and groups that are shown within, at any depth. */
function nestedIn(
  look: ObsLookWithNames,
  scene: string,
  seen = new Set<string>(),
): ReadonlySet<string> {
  for (const { source, kind, enabled } of look.scenes.get(scene)?.items ?? []) {
    if (kind === 'input' || !enabled || seen.has(source)) continue;
    seen.add(source);
    nestedIn(look, source, seen);
  }
  return seen;
}

/** Plans the sources of one part of the overlay. */
class Planner {
  readonly #part: SetupPart;
  readonly #look: ObsLookWithNames;
  readonly #wish: ObsWish;
  readonly #addresses: OurAddresses;
  /** Inputs that show this part. */
  readonly #ours: readonly string[];
  /** Inputs that the wished scenes show. */
  readonly #used = new Set<string>();
  /** Scenes that show the overlay once the steps are done. */
  readonly #done = new Set<string>();
  readonly #sceneSteps: SetupStep[] = [];
  #created: string | null = null;

  constructor(look: ObsLookWithNames, wish: ObsWish, addresses: OurAddresses, part: SetupPart) {
    this.#part = part;
    this.#look = look;
    this.#wish = wish;
    this.#addresses = addresses;
    this.#ours = [...look.browsers.values()]
      .filter(({ settings }) => isOurs(settings, addresses) && partOf(settings) === part)
      .map(({ name }) => name);
  }

  plan(scenes: readonly string[]) {
    for (const scene of scenes) this.#prepare(scene, scenes);
    const inputSteps = [...this.#used].flatMap((input) => this.#inputSteps(input));
    return { inputSteps, sceneSteps: this.#sceneSteps };
  }

  /** Scenes that this one nests come first: what they show, it shows. */
  #prepare(name: string, wished: readonly string[], below: readonly string[] = []): void {
    if (this.#done.has(name) || below.includes(name)) return;
    const scene = this.#look.scenes.get(name);
    if (!scene || scene.isGroup) throw new ObsNoSceneError(name);
    const nested = nestedIn(this.#look, name);
    for (const inner of wished) {
      if (inner !== name && nested.has(inner)) this.#prepare(inner, wished, [...below, name]);
    }
    this.#sceneSteps.push(...this.#stepsIn(scene));
    this.#done.add(name);
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
    const nested = nestedIn(this.#look, scene.name);
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
    const input = freeName(SOURCE_NAMES[this.#part], this.#look.names);
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

  #renewed(present: Readonly<Record<string, unknown>>): string {
    return addressFor(this.#part, renewedAddress(present, this.#addresses));
  }

  #wanted(present: Readonly<Record<string, unknown>>): SourceSettings {
    const { width, height, fps } = this.#look.canvas;
    const { url } = present;
    const isCurrent = addressState(present, this.#addresses) === 'current';
    return {
      url: isCurrent && typeof url === 'string' ? url : this.#renewed(present),
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

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let copy = 2; taken.has(name); copy += 1) name = `${wanted} ${copy}`;
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
    case 'hide':
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
