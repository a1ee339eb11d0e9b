import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StagelightError } from '../base/errors.ts';
import { Access, assertStrongKeys, type Place } from './access.ts';
import { CommandRouter } from './command-router.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { DashboardBroadcaster } from './dashboard-broadcaster.ts';
import { DashboardConnection } from './dashboard-connection.ts';
import { createHttpPages } from './http-pages.ts';
import { OverlayBroadcaster } from './overlay-broadcaster.ts';
import { OverlayConnection } from './overlay-connection.ts';
import { type Connection, PageSockets } from './page-sockets.ts';
import { type PagePeer, Refusals } from './peer.ts';
import type { CommandAsk, OpenPage, OverlayHost, PageServer, PageServerOptions } from './ports.ts';
import { ReadingPages, SoundPages } from './sound-pages.ts';
import { readStaticFile } from './static-files.ts';

const HOST = '127.0.0.1';

/**
 * Starts the server of the overlay and dashboard pages on 127.0.0.1.
 * @throws StagelightError when the port is in use or refused; RangeError when a key could be guessed.
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  assertStrongKeys(options.keys);
  await warnWithoutPages(options);
  const server = createServer();
  const port = await listen(server, options.port);
  return new RunningOutputs(server, port, options);
}

class RunningOutputs implements PageServer {
  readonly port: number;
  readonly #server: Server;
  readonly #access: Access;
  readonly #keys: Record<Place, string>;
  readonly #sockets: PageSockets;
  readonly #limits: ConnectionLimits;
  readonly #overlay: OverlayBroadcaster;
  readonly #dashboard: DashboardBroadcaster;
  readonly #router: CommandRouter;
  readonly #options: PageServerOptions;
  readonly #readers = new ReadingPages();
  readonly #sounders: SoundPages;
  #disposing: Promise<void> | null = null;

  constructor(server: Server, port: number, options: PageServerOptions) {
    const { keys, clock, log } = options;
    this.port = port;
    this.#keys = { ...keys };
    this.#server = server;
    this.#options = options;
    const access = new Access(port, keys);
    this.#access = access;
    const refusals = new Refusals(log);
    // Created before the broadcaster, so that the page to play a sound is told before the alert.
    this.#sounders = new SoundPages(options.overlay.onAlert);
    this.#overlay = new OverlayBroadcaster(options.overlay, clock);
    this.#dashboard = new DashboardBroadcaster(options.dashboard, clock);
    this.#router = new CommandRouter(options.commands, clock);
    this.#sockets = new PageSockets({
      access,
      refusals,
      clock,
      log,
      connect: (place, host) => this.#connect(place, host),
    });
    const app = createHttpPages({ ...options, access, refusals });
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const limits = new ConnectionLimits(server, { clock, refusals });
    this.#limits = limits;
    server.on('request', async (request, response) => {
      if (!limits.begin(request, response)) return;
      await answer(request, response);
      limits.written(request);
    });
    // For example no file descriptor is left for a new connection; existing ones continue.
    server.on('error', (failure) => log.error('The page server had a problem', { failure }));
    server.on('upgrade', (request, stream, head) => {
      limits.release(request.socket);
      this.#sockets.upgrade(request, stream, head);
    });
  }

  openPage(place: Place, peer: PagePeer): OpenPage {
    const connection = this.#connect(place, 'app-window');
    connection.start(peer);
    return connection;
  }

  runCommand(name: string, args: unknown, ask: CommandAsk | null = null): Promise<unknown> {
    return this.#router.run(name, args, ask);
  }

  get overlayUrl(): string {
    return `http://${HOST}:${this.port}/overlay/${this.#keys.overlay}/`;
  }

  get dashboardUrl(): string {
    return `http://${HOST}:${this.port}/dashboard/${this.#keys.dashboard}/`;
  }

  renewKey(place: Place, key: string): void {
    assertStrongKeys({ ...this.#keys, [place]: key });
    this.#keys[place] = key;
    this.#access.renew(place, key);
    // The dashboard that asked for it still waits for its answer.
    setImmediate(() => void this.#sockets.closeAll(place));
  }

  get canSound(): boolean {
    return this.#sounders.isAnyAble;
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  #connect(place: Place, seat: OverlayHost): Connection {
    const options = this.#options;
    if (place === 'dashboard') {
      return new DashboardConnection({
        ...options,
        source: options.dashboard,
        broadcaster: this.#dashboard,
        router: this.#router,
      });
    }
    return new OverlayConnection({
      ...options,
      source: options.overlay,
      broadcaster: this.#overlay,
      readers: this.#readers,
      sounders: this.#sounders,
      seat,
    });
  }

  async #dispose(): Promise<void> {
    this.#sounders.dispose();
    this.#overlay.dispose();
    this.#dashboard.dispose();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#sockets.dispose();
    this.#server.closeAllConnections();
    this.#limits.dispose();
    await closed;
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (failure: NodeJS.ErrnoException) => {
      const code = failure.code === 'EADDRINUSE' ? 'port-in-use' : 'port-unavailable';
      reject(new StagelightError({ code, values: { port } }, { cause: failure }));
    };
    server.once('error', onError);
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Pages that were not built would only cause 404s. */
async function warnWithoutPages({ pages, log }: PageServerOptions): Promise<void> {
  for (const place of ['overlay', 'dashboard'] as const) {
    if (!(await readStaticFile(pages[place], `${place}.html`)))
      log.warn(`The ${place} is not built`);
  }
}
