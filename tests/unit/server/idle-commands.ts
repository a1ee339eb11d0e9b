import type { Logger } from '../../../electron/base/log.ts';
import type {
  ApiSource,
  CoreCommandHandlers,
  PageServerOptions,
} from '../../../electron/server/ports.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';

export function mediaItemOf(hash: string): MediaItem {
  return {
    hash,
    name: 'wave.png',
    type: 'image/png',
    bytes: 5,
    addedAt: 1_000,
    uses: 0,
    broken: false,
  };
}

const answers: Partial<CoreCommandHandlers> = {
  'test-event.play': async () => ({ seq: 1 }),
  'sign-in.start': async () => ({ url: 'https://example.test/' }),
  'sign-in.sign-out': async () => {},
  'settings.set-language': async () => {},
  'notice.dismiss': async () => {},
  'alerts.pause': async () => {},
  'alerts.skip': async () => {},
  'alerts.panic': async () => {},
  'alerts.clear': async () => {},
  'alerts.replay': async () => {},
  'alerts.replay-missed': async () => {},
  'alerts.dismiss': async () => {},
  'alerts.set-sound': async () => {},
  'alerts.approve': async () => {},
  'alerts.reject': async () => {},
  'media.begin': async () => ({ upload: 'upload' }),
  'media.part': async () => {},
  'media.finish': async () => mediaItemOf('0'.repeat(64)),
  'media.remove': async () => {},
  'overlay.set': async () => {},
  'broadcast.begin': async () => ({ beganAt: 1 }),
  'broadcast.outline': async () => ({ outline: null }),
  'broadcast.events': async () => ({ events: [], next: null, beganAt: null, endedAt: null }),
};

/** What a core answers that has nothing to do; nobody asks the control room of it. */
export const idleCommands = answers as CoreCommandHandlers;

/** Nobody gets in. */
export const CLOSED_API: ApiSource = {
  names: () => false,
  connect: () => {
    throw new TypeError('No program may connect here.');
  },
  answer: async () => ({ status: 401, body: null }),
};

/** There are none. */
export const NO_WIDGETS: PageServerOptions['widgets'] = {
  page: () => null,
  frames: () => [],
  session: () => null,
  onFrames: () => ({ dispose: () => undefined }),
  onSession: () => ({ dispose: () => undefined }),
  onEvents: () => ({ dispose: () => undefined }),
  fault: () => undefined,
  keep: () => undefined,
};

export const IDLE_OPTIONS = { api: CLOSED_API, widgets: NO_WIDGETS };

/** Writes each line's message and fields. */
export function recordingLogger(lines: string[]): Logger {
  const write = (message: string, fields?: object) =>
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { debug: write, info: write, warn: write, error: write };
}
