/** What OBS 29 gives a browser source that names nothing, and other kinds as far as tests use them. */
export const KIND_DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  browser_source: {
    css: 'body { background-color: rgba(0, 0, 0, 0); margin: 0px auto; overflow: hidden; }',
    fps: 30,
    fps_custom: false,
    height: 600,
    reroute_audio: false,
    restart_when_active: false,
    shutdown: false,
    url: 'https://obsproject.com/browser-source',
    webpage_control_level: 1,
    width: 800,
  },
  color_source_v3: { color: 4_291_940_817, height: 1080, width: 1920 },
  ffmpeg_source: { clear_on_media_end: true, is_local_file: true },
  image_source: { unload: false },
  pulse_output_capture: { device_id: 'default' },
  text_ft2_source_v2: { text: 'The lazy dog' },
  xshm_input: { screen: 0 },
};

/** Kinds that have sound; the rest answers 604 to every question about it. */
export const SOUNDING: ReadonlySet<string> = new Set([
  'browser_source',
  'ffmpeg_source',
  'pulse_output_capture',
]);

export const NEW_TRANSFORM: FakeTransform = {
  alignment: 5,
  boundsAlignment: 0,
  boundsHeight: 0,
  boundsType: 'OBS_BOUNDS_NONE',
  boundsWidth: 0,
  cropBottom: 0,
  cropLeft: 0,
  cropRight: 0,
  cropTop: 0,
  positionX: 0,
  positionY: 0,
  rotation: 0,
  scaleX: 1,
  scaleY: 1,
};

export const BOUNDS_TYPES: ReadonlySet<unknown> = new Set([
  'OBS_BOUNDS_NONE',
  'OBS_BOUNDS_STRETCH',
  'OBS_BOUNDS_SCALE_INNER',
  'OBS_BOUNDS_SCALE_OUTER',
  'OBS_BOUNDS_SCALE_TO_WIDTH',
  'OBS_BOUNDS_SCALE_TO_HEIGHT',
  'OBS_BOUNDS_MAX_ONLY',
]);

const FAR = 90_001;
const ANY = Number.MAX_SAFE_INTEGER;

/** The least and the most that `SetSceneItemTransform` takes; 402 outside. */
export const TRANSFORM_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  positionX: [-FAR, FAR],
  positionY: [-FAR, FAR],
  rotation: [-360, 360],
  scaleX: [-FAR, FAR],
  scaleY: [-FAR, FAR],
  alignment: [0, ANY],
  boundsAlignment: [0, ANY],
  boundsWidth: [1, FAR],
  boundsHeight: [1, FAR],
  cropLeft: [0, 100_000],
  cropTop: [0, 100_000],
  cropRight: [0, 100_000],
  cropBottom: [0, 100_000],
};

export interface FakeTransform {
  alignment: number;
  boundsAlignment: number;
  boundsHeight: number;
  boundsType: string;
  boundsWidth: number;
  cropBottom: number;
  cropLeft: number;
  cropRight: number;
  cropTop: number;
  positionX: number;
  positionY: number;
  rotation: number;
  scaleX: number;
  scaleY: number;
}

export interface FakeItem {
  readonly id: number;
  /** Of the input, scene or group it shows. */
  readonly source: string;
  enabled: boolean;
  locked: boolean;
  blend: string;
  transform: FakeTransform;
  /** The input that was removed while this stood in a scene that is not drawn: it stays listed. */
  removed?: FakeInput;
}

export type FakeData = Readonly<Record<string, unknown>>;

/** `comment` is OBS's own sentence, as far as it is known. */
export type FakeAnswer =
  | { readonly ok: true; readonly data: Record<string, unknown> }
  | { readonly ok: false; readonly code: number; readonly comment: string };

/** What a request does: answers at once, and changes the model when OBS gets to it. */
export interface FakeDeed {
  readonly data?: Record<string, unknown>;
  readonly effect?: () => void;
}

/** OBS refuses the request. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, comment = '') {
    super(comment);
    this.code = code;
  }
}

export interface FakeInput {
  readonly name: string;
  readonly kind: string;
  /** Without what is at its default. */
  settings: Record<string, unknown>;
  muted: boolean;
  monitor: string;
  tracks: Record<string, boolean>;
  volumeMul: number;
  balance: number;
  /** Milliseconds. */
  syncOffset: number;
  filters: FakeFilter[];
}

export interface FakeFilter {
  readonly filterName: string;
  readonly filterKind: string;
  readonly filterSettings: FakeData;
  filterEnabled: boolean;
}

export interface FakeScene {
  readonly name: string;
  readonly isGroup: boolean;
  /** From the bottom to the top. */
  items: FakeItem[];
  nextId: number;
}

export function newInput(name: string, kind: string, settings: Record<string, unknown>): FakeInput {
  const tracks = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((track) => [track, true]));
  const monitor = 'OBS_MONITORING_TYPE_NONE';
  const sound = { muted: false, monitor, tracks, volumeMul: 1, balance: 0.5, syncOffset: 0 };
  return { name, kind, settings, ...sound, filters: [] };
}

/** Everything a scene collection holds, and what OBS shows of it. */
export class FakeModel {
  video = {
    baseHeight: 1080,
    baseWidth: 1920,
    fpsDenominator: 1,
    fpsNumerator: 30,
    outputHeight: 720,
    outputWidth: 1280,
  };
  collection = 'Untitled';
  programScene = 'Scene';
  /** In the order of OBS's own list, top first. */
  readonly scenes = new Map<string, FakeScene>();
  readonly inputs = new Map<string, FakeInput>();
  /** Names of removed sources that OBS has not freed yet. */
  readonly held = new Set<string>();
  /** Kinds this OBS knows. */
  readonly kinds = new Set(Object.keys(KIND_DEFAULTS));
  stream = { type: 'rtmp_common', settings: {} as Record<string, unknown> };
  /** What it has counted since it started. */
  stats = {
    activeFps: 30,
    averageFrameRenderTime: 4.5,
    availableDiskSpace: 50_000,
    cpuUsage: 8.5,
    memoryUsage: 200.5,
    outputSkippedFrames: 0,
    outputTotalFrames: 0,
    renderSkippedFrames: 0,
    renderTotalFrames: 0,
    webSocketSessionIncomingMessages: 0,
    webSocketSessionOutgoingMessages: 0,
  };
  /** Of the stream under way. */
  streamCounts = { outputCongestion: 0, outputSkippedFrames: 0, outputTotalFrames: 0 };
  /** The input that is the profile's "Desktop Audio"; null: none. */
  desktop: string | null = null;
  /** By category and name. */
  profile: Readonly<Record<string, string>> = { 'Output Mode': 'Simple' };
  streaming = false;
  recording = false;
  paused = false;
  /** Whether the server that OBS streams to answers. */
  server: 'up' | 'dead' = 'up';
  /** The recording uses the stream's encoder: it cannot be paused. */
  sharesEncoder = false;
  studioMode = false;

  constructor() {
    this.addScene('Scene');
  }

  addScene(name: string, isGroup = false): FakeScene {
    const scene: FakeScene = { name, isGroup, items: [], nextId: 1 };
    this.scenes.set(name, scene);
    return scene;
  }

  renameScene(scene: FakeScene, name: string): void {
    const all = [...this.scenes].map(([key, each]) => {
      return each === scene ? ([name, { ...each, name }] as const) : ([key, each] as const);
    });
    this.scenes.clear();
    for (const [key, each] of all) this.scenes.set(key, each);
    if (this.programScene === scene.name) this.programScene = name;
  }

  isTaken(name: string): boolean {
    return this.scenes.has(name) || this.inputs.has(name) || this.held.has(name);
  }

  addItem(scene: FakeScene, source: string, enabled = true): FakeItem {
    const item: FakeItem = {
      id: scene.nextId,
      source,
      enabled,
      locked: false,
      blend: 'OBS_BLEND_NORMAL',
      transform: { ...NEW_TRANSFORM },
    };
    scene.nextId += 1;
    scene.items.push(item);
    return item;
  }

  /** Its items stay listed in scenes that are not drawn, until one of these comes on air. */
  removeInput(input: FakeInput): void {
    for (const { items } of this.scenes.values()) {
      for (const item of items) if (item.source === input.name) item.removed ??= input;
    }
    this.sweep();
  }

  /** Drops what is listed in drawn scenes of inputs that were removed. */
  sweep(): void {
    for (const scene of this.scenes.values()) {
      if (!this.shows(this.programScene, scene.name)) continue;
      scene.items = scene.items.filter(({ removed }) => !removed);
    }
  }

  isShownAnywhere(source: string): boolean {
    return [...this.scenes.values()].some(({ items }) =>
      items.some((item) => item.source === source && !item.removed),
    );
  }

  /** Whether `scene` shows `wanted` at any depth; OBS refuses what would close a circle. */
  shows(scene: string, wanted: string): boolean {
    if (scene === wanted) return true;
    return (this.scenes.get(scene)?.items ?? []).some(({ source }) => this.shows(source, wanted));
  }

  settingsOf(input: FakeInput): Record<string, unknown> {
    return { ...KIND_DEFAULTS[input.kind], ...input.settings };
  }

  sizeOf(source: string, removed?: FakeInput): { readonly width: number; readonly height: number } {
    const scene = this.scenes.get(source);
    if (scene && !scene.isGroup) {
      return { width: this.video.baseWidth, height: this.video.baseHeight };
    }
    const input = removed ?? this.inputs.get(source);
    const { width, height } = input ? this.settingsOf(input) : {};
    return {
      width: typeof width === 'number' ? width : 0,
      height: typeof height === 'number' ? height : 0,
    };
  }

  /** As `GetSceneItemTransform` gives it. */
  transformOf({ source, transform, removed }: FakeItem): Record<string, unknown> {
    const { width, height } = this.sizeOf(source, removed);
    return {
      ...transform,
      width: width * transform.scaleX,
      height: height * transform.scaleY,
      sourceWidth: width,
      sourceHeight: height,
    };
  }
}
