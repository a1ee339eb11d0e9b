import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StagelightError } from '../base/errors.ts';
import { Access, assertStrongKeys, type Place } from './access.ts';
import { BeaconPages } from './beacon-pages.ts';
import { CommandRouter } from './command-router.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { DashboardBroadcaster } from './dashboard-broadcaster.ts';
import { DashboardConnection } from './dashboard-connection.ts';
import { createHttpPages } from './http-pages.ts';
import { OverlayBroadcaster } from './overlay-broadcaster.ts';
import { OverlayConnection } from './overlay-connection.ts';
import { type Connection, PageSockets } from './page-sockets.ts';
import { Refusals } from './peer.ts';
import type { OverlayHost, PageServer, PageServerOptions, RunCommand } from './ports.ts';
import { ReadingPages, SoundPages } from './sound-pages.ts';
import { readStaticFile } from './static-files.ts';
import { widgetAddress } from './widget-answers.ts';

const HOST = '127.0.0.1';

/** On 127.0.0.1. Throws if the port is not to be had; a RangeError for keys that could be guessed. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { clock, log } = options;
  const keys = { ...options.keys };
  assertStrongKeys(keys);
  await warnWithoutPages(options);
  const server = createServer();
  const port = await listen(server, options.port);
  const access = new Access(port, keys);
  const refusals = new Refusals(log);
  const { connect, router, sounders, beacons, dispose } = connections(options);
  // Knowing a key does not prove that the person sits at the computer.
  const run: RunCommand = (name, args, ask) => router.run(name, args, ask, refuseOwnerAction);
  const connectApi = (origin: string | null, key: string | null) =>
    options.api.connect({ origin, key, run });
  const sockets = new PageSockets({ access, refusals, clock, log, connect, connectApi });
  const limits = new ConnectionLimits(server, { clock, refusals });
  const overlayKey = () => keys.overlay;
  const app = createHttpPages({ ...options, access, refusals, run, port, overlayKey });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', async (request, response) => {
    if (!limits.begin(request, response)) return;
    await answer(request, response);
    limits.written(request);
  });
  // For example no file descriptor is left for a new connection; existing ones continue.
  server.on('error', (failure) => log.error('The page server had a problem', { failure }));
  server.on('upgrade', (request, stream, head) => {
    limits.release(request.socket);
    sockets.upgrade(request, stream, head);
  });
  const close = async (): Promise<void> => {
    dispose();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await sockets.dispose();
    server.closeAllConnections();
    limits.dispose();
    await closed;
  };
  let closing: Promise<void> | null = null;
  const base = options.publicBase ?? `http://${HOST}:${port}`;
  const urlOf = (place: Place) => `${base}/${place}/${keys[place]}/`;
  return {
    port,
    base,
    get overlayUrl() {
      return urlOf('overlay');
    },
    get dashboardUrl() {
      return urlOf('dashboard');
    },
    get canSound() {
      return sounders.isAnyAble;
    },
    beacons,
    widgetUrl: (id) => (options.publicBase ? '' : widgetAddress(port, keys.overlay, id)),
    openPage(place, peer) {
      const connection = connect(place, 'app-window');
      connection.start(peer);
      return connection;
    },
    runCommand: (name, args, ask) => router.run(name, args, ask),
    runForProgram: run,
    renewKey(place, key) {
      assertStrongKeys({ ...keys, [place]: key });
      keys[place] = key;
      access.renew(place, key);
      // The dashboard that asked for it still waits for its answer.
      setImmediate(() => void sockets.closeAll(place));
    },
    dispose() {
      closing ??= close();
      return closing;
    },
  };
}

function refuseOwnerAction(): never {
  throw new StagelightError({ code: 'owner-code-needed' });
}

/** What pages are connected to: their feeds, the commands, and who sounds and who reads aloud. */
function connections(options: PageServerOptions) {
  const { overlay, dashboard, clock } = options;
  // Created before the broadcaster, so that the page to play a sound is told before the alert.
  const sounders = new SoundPages(overlay.onAlert);
  const readers = new ReadingPages();
  const beacons = new BeaconPages();
  const overlays = new OverlayBroadcaster(overlay, options.widgets, clock);
  const dashboards = new DashboardBroadcaster(dashboard, clock);
  const router = new CommandRouter(options.commands, clock);
  const connect = (place: Place, seat: OverlayHost, search = ''): Connection => {
    if (place === 'dashboard') {
      const parts = { ...options, source: dashboard, broadcaster: dashboards, router };
      return new DashboardConnection(parts);
    }
    const parts = { ...options, source: overlay, broadcaster: overlays, seat, search };
    return new OverlayConnection({ ...parts, readers, sounders, beacons });
  };
  const dispose = (): void => {
    sounders.dispose();
    overlays.dispose();
    dashboards.dispose();
  };
  return { connect, router, sounders, beacons, dispose };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (failure: NodeJS.ErrnoException) => {
      const code = failure.code === 'EADDRINUSE' ? 'port-in-use' : 'port-unavailable';
      reject(new StagelightError({ code, values: { port } }, { cause: failure }));
    };
    server.once('error', onError);
    server.listen({ host: HOST, port }, () => {
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
