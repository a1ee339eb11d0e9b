import type { ObsCalls, ObsResult } from './obs-calls.ts';
import {
  contentsIn,
  contentsOf,
  FRAME,
  type Frame,
  frameIn,
  type Names,
  type ObsBrowser,
  type ObsLook,
  type ObsScene,
} from './obs-look.ts';

interface ProgramLookParts {
  readonly calls: Pick<ObsCalls, 'batch'>;
  /** The scene on air, as it was last told; null: not yet. */
  readonly programScene: () => string | null;
}

const NO_NAMES: Names = { sceneNames: [], groupNames: [], browserNames: [] };

/**
 * Looks at the scene on air, with what it nests and all browser sources. The names are remembered, so
 * that one message is enough however many scenes there are; what is new costs one more.
 */
export class ProgramLook {
  readonly #parts: ProgramLookParts;
  /** Scenes and groups as they were last seen. */
  #seen: ReadonlyMap<string, ObsScene> = new Map();
  #browserNames: readonly string[] = [];

  constructor(parts: ProgramLookParts) {
    this.#parts = parts;
  }

  async look(): Promise<ObsLook> {
    const { calls, programScene } = this.#parts;
    const guessed = this.#guess(programScene());
    const results = await calls.batch([...FRAME, ...contentsOf(guessed)]);
    const frame = frameIn(results);
    const found = new Found();
    found.add(guessed, results.slice(FRAME.length), frame.defaults);
    for (;;) {
      const missing = found.missing(frame);
      if (contentsOf(missing).length === 0) break;
      found.add(missing, await calls.batch(contentsOf(missing)), frame.defaults);
    }
    this.#remember(frame, found);
    const { canvas } = frame;
    const scenes = new Map(found.reached(frame.programScene).map((scene) => [scene.name, scene]));
    const browsers = frame.browserNames.flatMap((name) => found.browsers.get(name) ?? []);
    return {
      canvas,
      programScene: frame.programScene,
      scenes,
      browsers: new Map(browsers.map((browser) => [browser.name, browser])),
    };
  }

  #guess(program: string | null): Names {
    if (program === null) return { ...NO_NAMES, browserNames: this.#browserNames };
    const inner = reachedFrom(program, this.#seen).filter(({ name }) => name !== program);
    return {
      sceneNames: [program, ...inner.flatMap(({ name, isGroup }) => (isGroup ? [] : [name]))],
      groupNames: inner.flatMap(({ name, isGroup }) => (isGroup ? [name] : [])),
      browserNames: this.#browserNames,
    };
  }

  /** What OBS has no more is forgotten. */
  #remember(frame: Frame, found: Found): void {
    const names = new Set([...frame.sceneNames, ...frame.groupNames]);
    const all = [...this.#seen, ...found.scenes];
    this.#seen = new Map(all.filter(([name]) => names.has(name)));
    this.#browserNames = frame.browserNames;
  }
}

/** What the messages of one look have brought. */
class Found {
  readonly scenes = new Map<string, ObsScene>();
  readonly browsers = new Map<string, ObsBrowser>();
  /** Also what OBS refused: it was removed meanwhile. */
  readonly #asked = new Set<string>();
  readonly #askedBrowsers = new Set<string>();

  add(names: Names, results: readonly ObsResult[], defaults: ObsResult | undefined): void {
    for (const name of [...names.sceneNames, ...names.groupNames]) this.#asked.add(name);
    for (const name of names.browserNames) this.#askedBrowsers.add(name);
    const { scenes, browsers } = contentsIn(names, results, defaults);
    for (const scene of scenes) this.scenes.set(scene.name, scene);
    for (const browser of browsers) this.browsers.set(browser.name, browser);
  }

  reached(program: string): readonly ObsScene[] {
    return reachedFrom(program, this.scenes);
  }

  missing({ programScene, browserNames }: Frame): Names {
    const inner = this.reached(programScene).flatMap(({ items }) => items);
    const wanted = (kind: 'scene' | 'group') => [
      ...new Set(inner.filter((item) => item.kind === kind).map(({ source }) => source)),
    ];
    const isNew = (name: string) => !this.#asked.has(name);
    return {
      sceneNames: [...new Set([programScene, ...wanted('scene')])].filter(isNew),
      groupNames: wanted('group').filter(isNew),
      browserNames: browserNames.filter((name) => !this.#askedBrowsers.has(name)),
    };
  }
}

/** The scene and all that it nests, each once, as far as they are known. */
function reachedFrom(name: string, scenes: ReadonlyMap<string, ObsScene>): readonly ObsScene[] {
  const reached = new Set<ObsScene>();
  const walk = (each: string): void => {
    const scene = scenes.get(each);
    if (!scene || reached.has(scene)) return;
    reached.add(scene);
    for (const item of scene.items) if (item.kind !== 'input') walk(item.source);
  };
  walk(name);
  return [...reached];
}
