import type { PageTimers, Stop } from '../../../renderer/bridge/page-host.ts';
import type { OverlayConnectionParts } from '../../../renderer/overlay/connect-overlay.ts';
import type { OpenFeedSocket } from '../../../renderer/overlay/feed-client.ts';
import type { OverlayDown, OverlayUp } from '../../../shared/overlay/overlay-feed.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../../shared/overlay/overlay-settings.ts';

/** Timers and frames that come only when told to. */
export class FakeTimers implements PageTimers {
  now = 0;
  /** What was asked for, in order: the waits of `after`. */
  readonly waits: number[] = [];
  #timers: { readonly at: number; readonly run: () => void }[] = [];
  #frames: (() => void)[] = [];

  after(delayMs: number, run: () => void): Stop {
    const timer = { at: this.now + delayMs, run };
    this.waits.push(delayMs);
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  nextFrame(run: () => void): Stop {
    const frame = (): void => run();
    this.#frames.push(frame);
    return () => {
      this.#frames = this.#frames.filter((other) => other !== frame);
    };
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  get pendingFrames(): number {
    return this.#frames.length;
  }

  /** Draws `count` frames. */
  frames(count = 1): void {
    for (let drawn = 0; drawn < count; drawn += 1) {
      const due = this.#frames;
      this.#frames = [];
      for (const run of due) run();
    }
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = this.#timers
        .filter((timer) => timer.at <= end)
        .sort((a, b) => a.at - b.at)
        .at(0);
      if (!due) break;
      this.now = due.at;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      due.run();
    }
    this.now = end;
  }
}

/** One connection as the core sees it. */
export interface FakeConnection {
  readonly up: OverlayUp[];
  readonly closedByPage: boolean;
  open(): void;
  say(frame: OverlayDown): void;
  sayText(text: unknown): void;
  cut(): void;
}

/** The core's end of the sockets that a page opens. */
export class FakeCore {
  readonly connections: FakeConnection[] = [];
  /** Throws instead of opening while true. */
  refuses = false;

  readonly openSocket: OpenFeedSocket = (events) => {
    if (this.refuses) throw new Error('no socket');
    const up: OverlayUp[] = [];
    let closed = false;
    const connection = {
      up,
      get closedByPage(): boolean {
        return closed;
      },
      open: () => events.opened(),
      say: (frame: OverlayDown) => events.received(JSON.stringify(frame)),
      sayText: (text: unknown) => events.received(text),
      cut: () => events.closed(),
    };
    this.connections.push(connection);
    return {
      send: (text) => {
        if (closed) throw new Error('closed');
        up.push(JSON.parse(text) as OverlayUp);
      },
      close: () => {
        closed = true;
      },
    };
  };

  get last(): FakeConnection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('the page opened no socket');
    return last;
  }

  /** Opens the newest connection and greets. */
  greet(epoch = 'epoch-1', buildId = 'test'): FakeConnection {
    this.last.open();
    this.last.say({ type: 'hello', epoch, buildId, language: 'ko' });
    return this.last;
  }
}

/** What a new installation says to its pages. */
export const DEFAULT_CONFIG = pageConfigOf(DEFAULT_OVERLAY);

/** A page without parameters in its address, and without a loudspeaker. */
export const PLAIN_PAGE: Pick<
  OverlayConnectionParts,
  'only' | 'adapt' | 'sound' | 'cue' | 'speech' | 'now' | 'look' | 'paintBeacon'
> = {
  paintBeacon: () => {},
  look: null,
  only: null,
  speech: null,
  now: () => 0,
  adapt: (config) => config,
  sound: { follow: () => {}, setSilent: () => {}, stop: () => {} },
  cue: () => {},
};
