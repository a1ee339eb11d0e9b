import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Logger, silentLogger } from '../base/log.ts';
import { makeKey as systemMakeKey, systemRandom } from '../base/random.ts';
import { answerFailure, answerManners, fail } from './answers.ts';
import { PortProblem } from './command-line.ts';
import { controlRoutes } from './control/routes.ts';
import type { Publication } from './events/hub.ts';
import type { SimEvent } from './events/payloads.ts';
import { requestFaults, type Way } from './faults/request-faults.ts';
import { unknownPath } from './guards.ts';
import { imageRoutes } from './images.ts';
import { oauthRoutes } from './oauth/token-routes.ts';
import { Platform, type PlatformSwitches } from './platform.ts';
import type { RequestLog } from './request-log.ts';
import { resourceRoutes } from './resources/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { SimClock } from './sim-clock.ts';
import type { ConnectClient } from './sockets/local-line.ts';
import { createSeededWorld, type SeedOptions } from './world/seed.ts';
import type { World } from './world/world.ts';

/** Longer than any body of the specification, and than a frame that a fault sends. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Random things and the world's own options may be left out too. */
export interface SimulatorOptions extends PlatformSwitches, Partial<Omit<SeedOptions, 'clock'>> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Real time; simulated time is laid over it. */
  readonly clock?: Clock;
  /** Simulated milliseconds in one real one; 1 by default. */
  readonly timeScale?: number;
  /** Session answers in `{code, message, content}`; on by default. */
  readonly sessionEnvelope?: boolean;
  /** How far the platform's clock is ahead of `clock`, in milliseconds; negative: behind. */
  readonly clockAheadMs?: number;
  /** Addresses begin with https and wss. Left out: http and ws. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Plays the lively mix of events from the start. Off by default. */
  readonly show?: boolean;
  readonly log?: Logger;
}

export interface Simulator
  extends Pick<
    Platform,
    'clock' | 'sessions' | 'sockets' | 'events' | 'faults' | 'show' | 'moveTime'
  > {
  readonly baseUrl: string;
  readonly port: number;
  readonly controlKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly streamerChannelId: string;
  readonly world: World;
  readonly requestLog: RequestLog;
  publish(event: SimEvent): Publication;
  /** Opens a session's address from within this process, without TCP; see `Sockets.connect`. */
  readonly connect: ConnectClient;
  /** Asks the platform from within this process, without TCP. An answer that is lost rejects. */
  readonly fetch: typeof globalThis.fetch;
  /** Ends everything at once, open connections included. Twice is harmless. */
  dispose(): Promise<void>;
}

/** Starts the stand-in platform on 127.0.0.1. @throws PortProblem when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const realClock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const makeKey = options.makeKey ?? systemMakeKey;
  const log = options.log ?? silentLogger;
  const clock = new SimClock(realClock, {
    scale: options.timeScale ?? 1,
    aheadMs: options.clockAheadMs ?? 0,
  });
  const { world, application, streamer } = createSeededWorld({
    ...options,
    clock,
    random,
    makeKey,
  });
  const streamerChannelId = streamer.channelId;
  const platform = new Platform({
    ...options,
    realClock,
    clock,
    world,
    random,
    makeKey,
    log,
    streamerChannelId,
  });
  const controlKey = makeKey();
  const authority = { host: '', isSecure: options.tls !== undefined };
  const routes = new Hono();
  routes.onError(answerFailure);
  routes.use('*', limitBody);
  routes.route('/', controlRoutes(platform, { controlKey, streamerChannelId }));
  routes.route('/', imageRoutes());
  routes.route('/', platformRoutes(platform, realClock, options.sessionEnvelope, authority));
  const listener = createListener(routes, platform, options.tls);
  const port = await listener.listen(options.port ?? 0).catch((failure: unknown) => {
    platform.dispose();
    throw failure;
  });
  authority.host = `127.0.0.1:${port}`;
  const baseUrl = `${authority.isSecure ? 'https' : 'http'}://${authority.host}`;
  world.imageBase = `${baseUrl}/sim`;
  if (options.show) platform.show.start();

  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    platform.dispose();
    return listener.close();
  };
  const { sessions, sockets, events, faults, show } = platform;
  return {
    baseUrl,
    port,
    controlKey,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    streamerChannelId,
    world,
    clock,
    sessions,
    sockets,
    events,
    faults,
    show,
    requestLog: platform.context.log,
    publish: (event) => events.publish(event),
    connect: sockets.connect,
    fetch: localFetch(routes),
    moveTime: (ms, keepAlive) => platform.moveTime(ms, keepAlive),
    dispose: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function localFetch(routes: Hono): Simulator['fetch'] {
  return async (input, init) => {
    let isLost = false;
    const way: Way = { loseAnswer: () => (isLost = true) };
    const answer = await routes.fetch(new Request(input, init), way);
    if (isLost) throw new TypeError('fetch failed');
    return answer;
  };
}

/** By what the client announces: enough against mistakes, and attackers have nothing to win here. */
const limitBody: MiddlewareHandler = async (c, next) => {
  if (Number(c.req.header('content-length') ?? 0) <= MAX_BODY_BYTES) return next();
  return fail(c, 413, `A body holds at most ${MAX_BODY_BYTES} bytes`);
};

function platformRoutes(
  platform: Platform,
  realClock: Clock,
  sessionEnvelope: boolean | undefined,
  authority: { readonly host: string; readonly isSecure: boolean },
): Hono<{ Bindings: Way }> {
  const { context, sessions, faultBook } = platform;
  const routes = new Hono<{ Bindings: Way }>();
  routes.use('*', requestFaults(faultBook, context.log, realClock, platform.stopping));
  routes.use('*', answerManners(context.world, context.clock));
  routes.route('/', oauthRoutes(context));
  routes.route(
    '/',
    sessionRoutes(context, sessions, faultBook, {
      sessionEnvelope: sessionEnvelope ?? true,
      socketBase: () => `${authority.isSecure ? 'wss' : 'ws'}://${authority.host}/`,
    }),
  );
  routes.route('/', resourceRoutes(context));
  routes.all('*', unknownPath(context));
  return routes;
}

/** The HTTP server of the simulator, on 127.0.0.1 only; without `tls` there is no encryption. */
function createListener(routes: Hono, platform: Platform, tls: SimulatorOptions['tls']) {
  const answer = getRequestListener(
    (request, env) => {
      const way: Way = {
        loseAnswer: () => (env as HttpBindings).incoming.socket.destroy(),
      };
      return routes.fetch(request, way);
    },
    { overrideGlobalObjects: false },
  );
  const server: Server = tls ? createTlsServer(tls, answer) : createServer(answer);
  server.on('upgrade', (request, socket, head) => {
    platform.sockets.handleUpgrade(request, socket, head);
  });
  // WebSockets are none of the HTTP server's own any more: their lines are kept here.
  const lines = new Set<Socket>();
  server.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  return {
    listen: (port: number) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', (cause) => reject(new PortProblem(port, cause)));
        server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
      }),
    /** Ends every connection at once, WebSockets and half-open ones included. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const line of lines) line.destroy();
      }),
  };
}
