import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { DisposableStore } from '../../electron/base/disposables.ts';
import { Redactor, silentLogger } from '../../electron/base/log.ts';
import { makeKey, systemRandom } from '../../electron/base/random.ts';
import { createImagePolicy } from '../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../electron/events/hub.ts';
import { startSinks } from '../../electron/features/sinks/index.ts';
import { LogKeeper } from '../../electron/storage/log-keeper.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import { SENT_KINDS } from '../../shared/contract/sinks.ts';
import { wireFrame } from '../fixtures/wire-events.ts';
import { heapInUse } from '../integration/stream/support/heap.ts';
import { hasNats, NatsProcess } from '../support/nats-server.ts';
import { receiveText } from '../support/receive-text.ts';
import { MemoryVault } from '../unit/auth/fakes.ts';
import type { Section } from './report.ts';
import { percentile } from './stats.ts';

const PER_SECOND = 5_000;
const LONGEST_S = 20;
const WARM_UP = 2_000;
const BACKLOG = 20_000;
const MOST_TIMES_BARE = 4;
const MOST_MS = 100;
const MOST_GROWTH_KB = 5_000;
const KILOBYTE = 1_000;
const STREAM = 'STAGELIGHT';
/** As the sink has: messages on their way together. */
const WINDOW = 1_000;
/** Without the traces of every call that the client keeps by itself. */
const AS_THE_SINK = { noAsyncTraces: true };

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** Events from the hub into a stream of a real nats-server; without one nothing is measured. */
export async function benchSinks(seconds: number): Promise<Section> {
  const title = `Outbox: ${PER_SECOND.toLocaleString('en-US')} events a second into JetStream`;
  if (!hasNats) {
    const note = 'Skipped: nats-server is not installed (`apt-get install nats-server`).';
    return { title, rows: [], notes: [note] };
  }
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-sinks-'));
  const server = await NatsProcess.start();
  const outbox = await openOutbox(folder, server);
  try {
    return await measure(title, outbox, server, Math.min(seconds, LONGEST_S));
  } finally {
    await outbox.close();
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A ledger, a hub and one sink, with the moments of each event. */
async function openOutbox(folder: string, server: NatsProcess) {
  const owned = new DisposableStore();
  const parts = { file: join(folder, 'ledger.sqlite'), clock: systemClock, log: silentLogger };
  const keeper = new LogKeeper(parts);
  const { ledger } = openLedger({ ...parts, sync: keeper.sync });
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: false });
  const hub = new EventHub({ ...parts, ledger, imagePolicy, onFailure: rethrow });
  const moments = new Moments();
  owned.add(hub.onBatch(({ events }) => moments.onDisk(events.at(-1)?.seq ?? 0)));
  const { sinks: repository } = ledger;
  const move = repository.move.bind(repository);
  repository.move = (id, position) => {
    moments.onArrival(position);
    move(id, position);
  };
  const { commands } = await startSinks(
    {
      ...parts,
      vault: new MemoryVault(),
      redactor: new Redactor(),
      makeKey,
      random: systemRandom,
      ledger,
      hub,
      dataDir: folder,
      language: { current: 'en' },
    },
    owned,
  );
  const { id } = await commands['sinks.add']({
    kind: 'nats',
    name: 'bench',
    address: server.address,
    nearby: false,
    filter: { kinds: [...SENT_KINDS], leastBeams: 0 },
    nats: { stream: STREAM, prefix: 'stagelight', make: true },
    login: { user: '', password: '' },
  });
  return {
    hub,
    moments,
    turn: (on: boolean) => commands['sinks.switch']({ id, on }),
    close: async (): Promise<void> => {
      owned.dispose();
      hub.dispose();
      ledger.close();
      await keeper.close();
    },
  };
}

type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** When events were on disk and when the server had them. */
class Moments {
  #written: { readonly upTo: number; readonly at: number }[] = [];
  arrived = 0;
  waits: number[] = [];

  onDisk(seq: number): void {
    this.#written.push({ upTo: seq, at: systemClock.monotonic() });
  }

  onArrival(position: number): void {
    const now = systemClock.monotonic();
    for (let next = this.#written[0]; this.arrived < position; this.arrived += 1) {
      while (next && next.upTo <= this.arrived) {
        this.#written.shift();
        next = this.#written[0];
      }
      if (next) this.waits.push(now - next.at);
    }
  }

  async until(seq: number): Promise<void> {
    while (this.arrived < seq) await delay(systemClock, 2);
  }
}

async function measure(
  title: string,
  { hub, moments, turn }: Outbox,
  server: NatsProcess,
  seconds: number,
): Promise<Section> {
  await happen(hub, WARM_UP);
  await moments.until(hub.lastSeq);
  const [message] = await server.stored(STREAM);
  const bare = await publishBare(server, JSON.stringify(message?.body));
  await turn(false);
  await happen(hub, BACKLOG);
  const beganDrain = systemClock.monotonic();
  await turn(true);
  await moments.until(hub.lastSeq);
  const drained = rate(BACKLOG, beganDrain);
  moments.waits = [];
  const before = heapInUse();
  const began = systemClock.monotonic();
  const sent = await feed(hub, seconds);
  await moments.until(hub.lastSeq);
  const reached = rate(sent, began);
  const { waits } = moments;
  moments.waits = [];
  const growth = (heapInUse() - before) / KILOBYTE;
  const { state } = await server.manage(({ streams }) => streams.info(STREAM));
  const p95 = percentile(waits, 0.95);
  return {
    title,
    rows: [
      {
        name: `Events a second, for ${seconds} s`,
        value: reached,
        text: whole(reached),
        target: { kind: 'at-least', value: PER_SECOND * 0.98 },
      },
      {
        name: 'From the ledger to the server’s answer, p95',
        value: p95,
        text: `${p95.toFixed(1)} ms`,
        baseline: `${percentile(bare.waits, 0.95).toFixed(1)} ms`,
        target: { kind: 'under', value: MOST_MS },
      },
      {
        name: `Backlog of ${whole(BACKLOG)}, events a second`,
        value: bare.rate / drained,
        text: whole(drained),
        baseline: whole(bare.rate),
        ratio: bare.rate / drained,
        target: { kind: 'under', value: MOST_TIMES_BARE },
      },
      {
        name: 'Missing or twice in the stream',
        value: Math.abs(state.messages - hub.lastSeq),
        text: whole(Math.abs(state.messages - hub.lastSeq)),
        target: { kind: 'equal', value: 0 },
      },
      {
        name: 'Heap growth after collection',
        value: growth,
        text: `${growth.toFixed(0)} kB`,
        target: { kind: 'under', value: MOST_GROWTH_KB },
      },
    ],
    notes: [
      `The baseline is the client alone, publishing the same message ${WINDOW} at a time in this run; its p95 is that of a message in such a window.`,
    ],
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const rate = (count: number, since: number) => count / ((systemClock.monotonic() - since) / 1_000);

/** So many donations, as fast as the hub takes them. */
async function happen(hub: EventHub, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    receiveText(hub, wireFrame('DONATION', {}));
    if (done % 200 === 199) await delay(systemClock, 1);
  }
  await delay(systemClock, 500);
}

async function feed(hub: EventHub, seconds: number): Promise<number> {
  const total = PER_SECOND * seconds;
  const began = systemClock.monotonic();
  for (let sent = 0; sent < total; ) {
    const passed = (systemClock.monotonic() - began) / 1_000;
    const due = Math.min(total, Math.floor(passed * PER_SECOND));
    for (; sent < due; sent += 1) receiveText(hub, wireFrame('DONATION', {}));
    await delay(systemClock, 2);
  }
  return total;
}

function publishBare(server: NatsProcess, body: string) {
  return server.manage(async ({ streams }, connection) => {
    await streams.add({ name: 'BARE', subjects: ['bare.>'] });
    const client = jetstream(connection);
    const waits: number[] = [];
    const publish = async (number: number): Promise<void> => {
      const began = systemClock.monotonic();
      await client.publish('bare.channel.DONATION', body, {
        msgID: `bare-${number}`,
        expect: { streamName: 'BARE' },
      });
      waits.push(systemClock.monotonic() - began);
    };
    const began = systemClock.monotonic();
    for (let from = 0; from < BACKLOG; from += WINDOW) {
      await Promise.all(Array.from({ length: WINDOW }, (_, at) => publish(from + at)));
    }
    return { rate: rate(Math.ceil(BACKLOG / WINDOW) * WINDOW, began), waits };
  }, AS_THE_SINK);
}
