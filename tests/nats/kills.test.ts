import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { Random } from '../../electron/base/random.ts';
import { TEST_HANGS_MS } from '../support/hangs.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats, type NatsProcess } from '../support/nats-server.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { askAsOwner } from '../support/owner-code.ts';
import { simEvents } from '../support/sim-events.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { steadyRandom } from '../support/steady-random.ts';
import { natsSink, openServer, STREAM, seqsOf } from './nats-world.ts';

/** `npm run test:nats` has 50. */
const KILLS = Number(process.env['KILLS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 31);
const EVENTS_A_LIFE = 300;
const LONGEST_LIFE_MS = 1_000;

/** A host and a server, killed while events come. */
class KilledPair {
  readonly #stage: Stage;
  readonly #server: NatsProcess;
  readonly #random: Random;
  #host: HeadlessProcess;
  readonly kills = { host: 0, server: 0 };

  private constructor(stage: Stage, server: NatsProcess, random: Random, host: HeadlessProcess) {
    this.#stage = stage;
    this.#server = server;
    this.#random = random;
    this.#host = host;
  }

  static async start(random: Random): Promise<KilledPair> {
    const [stage, server] = [await setStage(), await openServer()];
    onTestFinished(() => stage.dispose());
    const host = await stage.startLive();
    const ready = await host.waitFor(({ type }) => type === 'ready');
    const desk = await openDashboard(String(ready['dashboardUrl']));
    await askAsOwner(desk, host, 'sinks.add', natsSink(server.address));
    desk.close();
    return new KilledPair(stage, server, random, host);
  }

  /** Events, and a kill among them, at the moment when the server has one of them; whoever was killed comes back. */
  async liveAndDie(): Promise<void> {
    const isHost = this.#random() < 0.5;
    const { stored, dispose } = await this.#server.watch(
      'stagelight.>',
      Math.ceil(this.#random() * EVENTS_A_LIFE),
    );
    const { donation } = simEvents(this.#stage.simulator);
    for (let count = 0; count < EVENTS_A_LIFE; count += 1) this.#stage.simulator.publish(donation);
    await Promise.race([stored, delay(systemClock, LONGEST_LIFE_MS)]);
    const host = this.#host;
    const died = isHost ? host.stop('SIGKILL').then(() => undefined) : this.#server.kill();
    await Promise.all([died, dispose()]);
    this.kills[isHost ? 'host' : 'server'] += 1;
    if (isHost) this.#host = await this.#stage.startLive();
    else await this.#server.startAgain();
  }

  /** Numbers of all events that the books have. */
  written(): number[] {
    const books = new DatabaseSync(join(this.#stage.dataDir, 'ledger.sqlite'), { readOnly: true });
    try {
      return books
        .prepare('SELECT seq FROM events ORDER BY seq')
        .all()
        .map(({ seq }) => Number(seq));
    } finally {
      books.close();
    }
  }

  async stored(): Promise<number[]> {
    return seqsOf(await this.#server.stored(STREAM));
  }
}

describe.skipIf(!hasNats)('a host and a nats-server that are killed at any moment', () => {
  it(
    `leave every event in the stream once and in order (${KILLS} kills, seed ${SEED})`,
    async () => {
      const pair = await KilledPair.start(steadyRandom(SEED));
      for (let kill = 0; kill < KILLS; kill += 1) await pair.liveAndDie();
      const written = pair.written();
      let stored = await pair.stored();
      while (stored.length < written.length) {
        await delay(systemClock, 200);
        stored = await pair.stored();
      }
      expect(stored).toEqual(written);
      expect(written.length).toBeGreaterThan(KILLS * 10);
      expect(Math.min(...Object.values(pair.kills))).toBeGreaterThan(0);
    },
    TEST_HANGS_MS + KILLS * 6_000,
  );
});
