import { existsSync, readdirSync, renameSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HANGS_MS } from './hangs.ts';

const root = resolve(import.meta.dirname, '../..');

/** Where the kit lies that starts a real OBS; it is no part of this repository. */
const kit = resolve(root, process.env['OBS_KIT'] ?? '../shared/obs-kit');

export type ObsAnswer = Readonly<Record<string, unknown>>;

/** The kit's own client: what a test does to OBS by hand, beside Stagelight. */
export interface ObsHand {
  call(type: string, data?: object): Promise<ObsAnswer>;
  /** `*`: every event. */
  on(event: string, listener: (data: ObsAnswer, type: string) => void): () => void;
  waitFor(event: string, test?: (data: ObsAnswer) => boolean, ms?: number): Promise<ObsAnswer>;
  close(): void;
}

export interface SourceState {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly page: 'none' | 'loading' | 'loaded' | 'failed' | 'crashed' | 'frozen';
  readonly loads: number;
  /** How many pictures of the page OBS was given. */
  readonly frame: number;
  /** Which of them OBS has drawn last. */
  readonly drawn: number;
  readonly msSinceFrame: number;
  readonly blank: boolean;
  readonly console: readonly string[];
}

export interface BrowserHost {
  sources(): SourceState[];
  source(name: string): SourceState;
  when(name: string, test: (state: SourceState) => boolean, ms?: number): Promise<SourceState>;
  drawn(name: string, options?: { quiet?: number; ms?: number }): Promise<SourceState>;
  evaluate(name: string, expression: string): Promise<unknown>;
  /** The newest picture that OBS was given, as PNG; null for none. */
  picture(name: string): Buffer | null;
  fault(name: string, kind: 'freeze' | 'thaw' | 'crash' | 'blank'): Promise<void>;
}

export interface RealObs {
  readonly url: string;
  readonly port: number;
  readonly password: string;
  readonly dir: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  readonly browserHost: BrowserHost;
  logs(): Readonly<Record<string, string>>;
  connect(options?: { events?: number; timeout?: number }): Promise<ObsHand>;
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export interface SceneEntry {
  readonly name: string;
  readonly kind?: string;
  readonly settings?: object;
  readonly visible?: boolean;
  readonly x?: number;
  readonly y?: number;
}

export interface RealObsOptions {
  readonly dir?: string;
  readonly port?: number;
  readonly password?: string;
  readonly sceneCollection?: unknown;
  readonly moreCollections?: Readonly<Record<string, unknown>>;
  readonly audio?: boolean;
  readonly withBrowserSource?: boolean;
  readonly profile?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How many pictures of a page OBS gets in a second, at most; 5 if left out. */
  readonly browser?: { readonly fps?: number; readonly chromium?: string };
}

export interface ObsKit {
  startObs(options?: RealObsOptions): Promise<RealObs>;
  sceneCollection(scenes: Readonly<Record<string, readonly SceneEntry[]>>): Collection;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly rgba: Uint8Array;
  at(x: number, y: number): [number, number, number, number];
}

const moduleOf = async <T>(file: string) =>
  (await import(pathToFileURL(resolve(kit, file)).href)) as T;

/** Whether the kit is here; `npm run test:obs` looks for OBS itself before. */
export const hasObsKit = existsSync(resolve(kit, 'obs.mjs'));

type Groups = Readonly<Record<string, readonly SceneEntry[]>>;

interface Collection {
  readonly sources: readonly {
    readonly id: string;
    readonly name: string;
    readonly settings?: object;
  }[];
  readonly groups?: readonly object[];
}

/** The smallest canvas that shows all, so that two slow cores are enough. */
export const CANVAS = { width: 1280, height: 720 } as const;

/** OBS keeps groups beside the scenes; obs-websocket cannot make one. Their items are inputs of their own. */
function grouped(collection: Collection, groups: Groups, inputs: Collection): Collection {
  const names = Object.keys(groups);
  const asGroup = (name: string) => {
    const source = inputs.sources.find((one) => one.name === name);
    // Without a size that is kept, OBS takes a group for empty until something in it moves.
    const settings = {
      ...source?.settings,
      custom_size: true,
      cx: CANVAS.width,
      cy: CANVAS.height,
    };
    return { ...source, id: 'group', versioned_id: 'group', settings };
  };
  const others = inputs.sources.filter(({ name }) => !names.includes(name));
  return {
    ...collection,
    sources: [...collection.sources, ...others],
    groups: names.map(asGroup),
  };
}

/** A quiet game: its own pixels never change. */
export const GAME = {
  name: 'Game',
  kind: 'color_source_v3',
  settings: { color: 0xff30_6a20, ...CANVAS },
} as const;

/** As most broadcasts have it. */
export const USUAL_RATE = { Video: { FPSCommon: 30 } } as const;

/** As few pictures a second as OBS offers: nobody counts them unless a test says so. */
const VIDEO = {
  BaseCX: CANVAS.width,
  BaseCY: CANVAS.height,
  OutputCX: 640,
  OutputCY: 360,
  FPSCommon: 10,
} as const;

/**
 * OBS saves by renaming the old file to `.bak` and then the new one into its place. Killed in between, it
 * starts with the `.bak`; the kit would start it with an empty scene.
 */
function takeBackup(dir: string): void {
  const file = join(dir, 'home/.config/obs-studio/basic/scenes/Untitled.json');
  if (!existsSync(file) && existsSync(`${file}.bak`)) renameSync(`${file}.bak`, file);
}

/** A real OBS, its own display and its own folder; `stop` ends all of it. */
export async function startRealObs(
  options: RealObsOptions & {
    readonly scenes?: Groups;
    readonly groups?: Groups;
    /** Scene collections to switch to. */
    readonly collections?: Readonly<Record<string, Groups>>;
  } = {},
): Promise<RealObs> {
  const { startObs, sceneCollection } = await moduleOf<ObsKit>('obs.mjs');
  const { scenes, groups = {}, collections = {}, profile = {}, browser = {}, ...others } = options;
  const collection = scenes && grouped(sceneCollection(scenes), groups, sceneCollection(groups));
  const moreCollections = Object.fromEntries(
    Object.entries(collections).map(([name, more]) => [name, sceneCollection(more)]),
  );
  if (others.dir !== undefined) takeBackup(others.dir);
  // As page tests do, where it is installed.
  const chromium = process.env['CHROMIUM_SHELL_PATH'];
  const obs = await startObs({
    browser: { ...(chromium !== undefined && { chromium }), ...browser },
    profile: { ...profile, Video: { ...VIDEO, ...profile['Video'] } },
    moreCollections,
    ...(collection && { sceneCollection: collection }),
    ...others,
  });
  if (obs.browserHost) makeHostPatient(obs.browserHost);
  const { connect } = obs;
  obs.connect = async (asked) => {
    const hand = await connect({ timeout: HANGS_MS, ...asked });
    const { waitFor } = hand;
    const patiently: ObsHand['waitFor'] = (event, test, ms = HANGS_MS) => waitFor(event, test, ms);
    return Object.assign(hand, { waitFor: patiently });
  };
  return obs;
}

function makeHostPatient(host: BrowserHost): void {
  const { when, drawn } = host;
  Object.assign(host, {
    when: (name, test, ms = HANGS_MS) => when(name, test, ms),
    drawn: (name, asked) => drawn(name, { ms: HANGS_MS, ...asked }),
  } satisfies Partial<BrowserHost>);
}

export async function decodePicture(bytes: Buffer): Promise<Picture> {
  const { decodePng } = await moduleOf<{ decodePng(bytes: Buffer): Picture }>('png.mjs');
  return decodePng(bytes);
}

/** What OBS itself shows of a source or scene. */
export async function obsPicture(hand: ObsHand, sourceName: string): Promise<Picture> {
  const answer = await hand.call('GetSourceScreenshot', { sourceName, imageFormat: 'png' });
  const [, base64 = ''] = String(answer['imageData']).split(',');
  return decodePicture(Buffer.from(base64, 'base64'));
}

/** Before other programs, where the system allows it: what makes OBS late is then the test's doing. */
export function favourObs({ pid }: Pick<RealObs, 'pid'>): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), -10);
    } catch {
      // Not root, or the thread has ended.
    }
  }
}

/** Takes most of the processor from OBS, as a game does, until it is released. */
export async function starveObs({ pid }: Pick<RealObs, 'pid'>): Promise<{
  release(): Promise<void>;
}> {
  const { starve } = await moduleOf<{
    starve(pid: number, options: { share: number }): { release(): Promise<void> };
  }>('strain.mjs');
  return starve(pid, { share: 0.2 });
}

/** The smallest picture, so that only what is taken from OBS makes it late. */
export const TINY = {
  Video: { ...USUAL_RATE.Video, BaseCX: 320, BaseCY: 180, OutputCX: 160, OutputCY: 90 },
} as const;

/** Takes what OBS streams, and throws it away. */
export async function streamSink(key = 'test'): Promise<{
  server: string;
  key: string;
  stop(): Promise<void>;
}> {
  type Strain = { rtmpSink(options: { key: string }): ReturnType<typeof streamSink> };
  const { rtmpSink } = await moduleOf<Strain>('strain.mjs');
  return rtmpSink({ key });
}
