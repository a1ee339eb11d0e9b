import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ConnectionState } from '../../shared/status.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Core } from '../core.ts';
import { FleetError } from './fleet-errors.ts';
import type { Lease } from './leases.ts';

/** Where Prometheus and health checks ask this host. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
  /** `STAGELIGHT_METRICS_KEY`; null: on this computer only. */
  readonly key: string | null;
}

interface WatchedChannel {
  readonly lease: Lease;
  readonly core: {
    readonly status: Pick<Core['status'], 'read'>;
    readonly keeper: { readonly recorder: Pick<Core['keeper']['recorder'], 'onGap'> };
  };
}

interface MetricsParts {
  readonly channels: () => readonly WatchedChannel[];
  /** null: NATS is there, and the host takes its share. Otherwise what keeps it from that. */
  readonly notReady: () => string | null;
}

const STATES: readonly ConnectionState[] = [
  'starting',
  'signed-out',
  'signing-in',
  'connecting',
  'live',
  'reconnecting',
  'stopped',
];

/** The figures of one host, read from its channels when somebody asks. */
export class Metrics {
  readonly registry = new Registry();
  readonly #parts: MetricsParts;
  readonly #moves: Counter<'what'>;
  readonly #gaps: Counter<'channel' | 'reason'>;
  readonly #gapSeconds: Counter<'channel' | 'reason'>;
  readonly #watching = new Map<string, Disposable>();

  constructor(parts: MetricsParts) {
    this.#parts = parts;
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#moves = new Counter({
      name: 'stagelight_channel_moves_total',
      help: 'Channels that this host started, gave back, or lost',
      labelNames: ['what'],
      registers,
    });
    const labelNames = ['channel', 'reason'] as const;
    this.#gaps = new Counter({
      name: 'stagelight_gaps_total',
      help: 'Stretches in which events may have been missed',
      labelNames,
      registers,
    });
    this.#gapSeconds = new Counter({
      name: 'stagelight_gap_seconds_total',
      help: 'Length of those stretches',
      labelNames,
      registers,
    });
    this.#addStates();
    this.#addFigures();
  }

  get notReady(): string | null {
    return this.#parts.notReady();
  }

  /** What became of a channel on this host. */
  note(what: 'started' | 'stopped' | 'lost', { channelId }: Lease): void {
    this.#moves.inc({ what });
    this.#watching.get(channelId)?.dispose();
    this.#watching.delete(channelId);
    const channel = this.#parts.channels().find(({ lease }) => lease.channelId === channelId);
    if (what !== 'started' || !channel) return;
    const gaps = channel.core.keeper.recorder.onGap(({ from, to, reason }) => {
      this.#gaps.inc({ channel: channelId, reason });
      this.#gapSeconds.inc({ channel: channelId, reason }, Math.max(0, to - from) / 1_000);
    });
    this.#watching.set(channelId, gaps);
  }

  #addStates(): void {
    const { channels, notReady } = this.#parts;
    new Gauge({
      name: 'stagelight_channels',
      help: 'Channels of this host by the state of their connection',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const state of STATES) this.set({ state }, 0);
        for (const { core } of channels()) this.inc({ state: core.status.read().connection.state });
      },
    });
    new Gauge({
      name: 'stagelight_ready',
      help: '1 while this host takes its share of the channels',
      registers: [this.registry],
      collect() {
        this.set(notReady() === null ? 1 : 0);
      },
    });
  }

  #addFigures(): void {
    const { channels } = this.#parts;
    const each = (
      name: string,
      help: string,
      read: (status: ReturnType<Core['status']['read']>) => number | null,
    ) =>
      new Gauge({
        name,
        help,
        labelNames: ['channel'],
        registers: [this.registry],
        collect() {
          this.reset();
          for (const { lease, core } of channels()) {
            const value = read(core.status.read());
            if (value !== null) this.set({ channel: lease.channelId }, value);
          }
        },
      });
    each('stagelight_channel_live', '1 while events of the channel arrive', ({ connection }) =>
      connection.state === 'live' ? 1 : 0,
    );
    each('stagelight_sessions_used', 'Session slots of the channel in use', ({ session }) =>
      session ? session.slotsUsed : null,
    );
    each('stagelight_round_trip_seconds', 'From PING to PONG', ({ session }) =>
      session?.roundTripMs == null ? null : session.roundTripMs / 1_000,
    );
    each(
      'stagelight_alerts_waiting',
      'Alerts that wait to be shown',
      ({ alerts }) => alerts.waiting,
    );
    each(
      'stagelight_overlay_pages',
      'Overlay pages that are connected',
      ({ overlay }) => overlay.connectedPages,
    );
    new Gauge({
      name: 'stagelight_channel_epoch',
      help: "The number of the channel's lease",
      labelNames: ['channel'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { lease } of channels()) this.set({ channel: lease.channelId }, lease.epoch);
      },
    });
    new Counter({
      name: 'stagelight_events_total',
      help: 'Events since the channel started on this host',
      labelNames: ['channel', 'kind'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { lease, core } of channels()) {
          for (const [kind, count] of Object.entries(core.status.read().counts)) {
            this.inc({ channel: lease.channelId, kind }, count);
          }
        }
      },
    });
  }
}

/** Answers `/metrics`, `/healthz` and `/readyz`. Throws `fleet-metrics-port`. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'registry' | 'notReady'>,
  address: MetricsAddress,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(metrics, address, request, response).catch(() => response.destroy());
  });
  await listening(server, address);
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, { host, port }: MetricsAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new FleetError('fleet-metrics-port', { address: `${host}:${port}` }, { cause }));
    });
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
}

async function answer(
  metrics: Pick<Metrics, 'registry' | 'notReady'>,
  { key }: MetricsAddress,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, text: string, type = 'text/plain; charset=utf-8') => {
    response.writeHead(status, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  // A page in a browser has no business here, whatever name it gave this address.
  if (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) {
    return say(403, 'Forbidden\n');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(405, 'Method not allowed\n');
  switch (request.url?.split('?')[0]) {
    case '/healthz':
      return say(200, 'ok\n');
    case '/readyz':
      return metrics.notReady === null ? say(200, 'ready\n') : say(503, `${metrics.notReady}\n`);
    case '/metrics': {
      if (key !== null && !isKey(request.headers.authorization, key))
        return say(401, 'Unauthorized\n');
      return say(200, await metrics.registry.metrics(), metrics.registry.contentType);
    }
    default:
      return say(404, 'Not found\n');
  }
}

function isKey(given: string | undefined, key: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${key}`)];
  return one.length === other.length && timingSafeEqual(one, other);
}
