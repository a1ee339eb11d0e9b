import { WebSocket } from 'ws';
import { type BridgeDown, type BridgeUp, CORE_FEED_NAMES } from '../../../shared/contract/index.ts';
import type { OverlayDown, OverlayUp } from '../../../shared/overlay/overlay-feed.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, type World } from './world.ts';

/** A page as seen from its socket: frames wait in a queue until the test asks for them. */
export class TestPage<D, U> {
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly #waiting: D[] = [];
  #wake: (() => void) | null = null;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.#waiting.push(JSON.parse(String(data)) as D);
      this.#wake?.();
    });
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
    socket.on('error', () => {});
  }

  send(frame: U): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** The next frame; waits for it. */
  async next(): Promise<D> {
    for (;;) {
      const frame = this.#waiting.shift();
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async take(count: number): Promise<D[]> {
    const frames: D[] = [];
    while (frames.length < count) frames.push(await this.next());
    return frames;
  }

  /** Frames up to and including the first that fits. */
  async until(fits: (frame: D) => boolean): Promise<D[]> {
    const frames: D[] = [];
    for (;;) {
      const frame = await this.next();
      frames.push(frame);
      if (fits(frame)) return frames;
    }
  }

  /** Everything the server sent before it answers a ping: what is not here was not sent. */
  async sentSoFar(): Promise<D[]> {
    const answered = new Promise<void>((resolve) => this.socket.once('pong', () => resolve()));
    this.socket.ping();
    await answered;
    return this.#waiting.splice(0);
  }

  async cut(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}

export type OverlayPage = TestPage<OverlayDown, OverlayUp>;
export type DashboardPage = TestPage<BridgeDown, BridgeUp>;

function opened(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => {
      socket.terminate();
      reject(new Error(String(response.statusCode)));
    });
    socket.on('error', reject);
  });
}

export interface Knock {
  readonly path: string;
  readonly origin?: string | null;
  readonly host?: string;
  readonly autoPong?: boolean;
}

/** Opens a socket as a browser would; rejects with the status when the server refuses. */
export async function knock(world: World, knocking: Knock): Promise<WebSocket> {
  const { port } = world.pageServer;
  const origin = knocking.origin === undefined ? `http://127.0.0.1:${port}` : knocking.origin;
  const headers = {
    ...(origin === null ? {} : { Origin: origin }),
    ...(knocking.host === undefined ? {} : { Host: knocking.host }),
  };
  const url = `ws://127.0.0.1:${port}${knocking.path}`;
  return opened(new WebSocket(url, { headers, autoPong: knocking.autoPong ?? true }));
}

export async function openOverlay(world: World): Promise<OverlayPage> {
  const { port } = world.pageServer;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/overlay/${OVERLAY_KEY}/feed`, {
    origin: `http://127.0.0.1:${port}`,
  });
  const page: OverlayPage = new TestPage(socket);
  await opened(socket);
  return page;
}

/** An overlay that has attached and read all it is given to begin with. */
export async function attachOverlay(world: World): Promise<OverlayPage> {
  const page = await openOverlay(world);
  page.send({ type: 'attach', epoch: null, after: 0 });
  await page.until((frame) => frame.type === 'figures');
  return page;
}

export async function openDashboard(world: World): Promise<DashboardPage> {
  const { port } = world.pageServer;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/dashboard/${DASHBOARD_KEY}/bridge`, {
    origin: `http://127.0.0.1:${port}`,
  });
  const page: DashboardPage = new TestPage(socket);
  await opened(socket);
  return page;
}

/** A greeting, a frame a feed, and the events (in one while they are few). */
export const FIRST_FRAMES = 1 + CORE_FEED_NAMES.length + 1;

/** A dashboard that has been greeted and read every feed. */
export async function readyDashboard(world: World): Promise<DashboardPage> {
  const page = await openDashboard(world);
  await page.take(FIRST_FRAMES);
  return page;
}
