import type { Subscribe } from '../../../electron/base/emitter.ts';
import type { Logger } from '../../../electron/base/log.ts';
import type {
  ApiSource,
  CoreCommandHandlers,
  FeedSources,
  PageServerOptions,
} from '../../../electron/server/ports.ts';
import { ACTIVITY_KINDS, type ActivityKind } from '../../../shared/contract/show.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import {
  EMPTY_DOORS,
  EMPTY_OSC,
  EMPTY_SINKS,
  EMPTY_STREAMERBOT,
  EMPTY_WIDGETS,
} from '../../support/empty-states.ts';

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

/** What `idleActivities` answers for, as pages get it. */
export const IDLE_FEEDS = [
  ...ACTIVITY_KINDS,
  'doors',
  'streamerbot',
  'sinks',
  'osc',
  'widgets',
] as const;

/** The feeds of activities, none of which ever began, and of what other programs come through. */
export function idleActivities(
  onChange: Subscribe<void>,
): Pick<FeedSources, (typeof IDLE_FEEDS)[number]> {
  const idle = {};
  const feeds = ACTIVITY_KINDS.map((kind) => [kind, { read: () => idle, onChange }]);
  const activities = Object.fromEntries(feeds) as Pick<FeedSources, ActivityKind>;
  return {
    ...activities,
    doors: { read: () => EMPTY_DOORS, onChange },
    streamerbot: { read: () => EMPTY_STREAMERBOT, onChange },
    sinks: { read: () => EMPTY_SINKS, onChange },
    osc: { read: () => EMPTY_OSC, onChange },
    widgets: { read: () => EMPTY_WIDGETS, onChange },
  };
}

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
