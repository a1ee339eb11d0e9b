import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { freePort } from '../support/free-port.ts';
import { type NatsPlace, NatsProcess } from '../support/nats-server.ts';

const SERVERS = 3;
const AGAIN_MS = 200;
const READY_MOST_MS = 60_000;

/** Three servers that keep everything three times. */
export class NatsCluster {
  readonly servers: readonly NatsProcess[];

  private constructor(servers: readonly NatsProcess[]) {
    this.servers = servers;
  }

  /** Resolves when a leader has been elected and the cluster keeps things. */
  static async start(place: NatsPlace | null): Promise<NatsCluster> {
    const routePorts: number[] = [];
    for (let at = 0; at < SERVERS; at += 1) routePorts.push(await freePort());
    const routes = routePorts.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    const servers = await Promise.all(
      routePorts.map((port, at) =>
        // Clients keep to the addresses that they were given: those may lead through a line that is cut.
        NatsProcess.start(
          `server_name: "server-${at + 1}"\ncluster { name: "fleet", listen: "127.0.0.1:${port}", no_advertise: true, routes: [${routes}] }`,
          place,
        ),
      ),
    );
    const cluster = new NatsCluster(servers);
    await cluster.#untilReady();
    return cluster;
  }

  get addresses(): readonly string[] {
    return this.servers.map(({ address }) => address);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.dispose()));
  }

  async #untilReady(): Promise<void> {
    const until = systemClock.monotonic() + READY_MOST_MS;
    const connection = await connect({ servers: [...this.addresses] });
    try {
      for (;;) {
        const isReady = await this.#keepsThings(connection);
        if (isReady) return;
        if (systemClock.monotonic() > until) throw new Error('The NATS servers found no leader.');
        await delay(systemClock, AGAIN_MS);
      }
    } finally {
      await connection.close();
    }
  }

  async #keepsThings(connection: Awaited<ReturnType<typeof connect>>): Promise<boolean> {
    try {
      const { streams } = await jetstreamManager(connection);
      await streams.add({ name: 'PROBE', subjects: ['probe'], num_replicas: SERVERS });
      await streams.delete('PROBE');
      return true;
    } catch {
      return false;
    }
  }
}
