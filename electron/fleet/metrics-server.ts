import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { FleetError } from './fleet-errors.ts';
import type { Metrics } from './metrics.ts';

/** Where Prometheus and health checks ask this host. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
  /** `STAGELIGHT_METRICS_KEY`; null: on this computer only. */
  readonly key: string | null;
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
    server.listen({ host, port }, () => resolve());
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
