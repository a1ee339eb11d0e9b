import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { DisposableStore } from '../../electron/base/disposables.ts';
import { Redactor, silentLogger } from '../../electron/base/log.ts';
import { makeKey } from '../../electron/base/random.ts';
import { createImagePolicy } from '../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../electron/events/hub.ts';
import { startDoors } from '../../electron/features/doors/index.ts';
import { LogKeeper } from '../../electron/storage/log-keeper.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import { API_SOCKET, type ApiDown } from '../../shared/api/v1.ts';
import { NO_SHOWS } from '../../shared/overlay/show-views.ts';
import { wireFrame } from '../fixtures/wire-events.ts';
import { heapInUse } from '../integration/stream/support/heap.ts';
import { receiveText } from '../support/receive-text.ts';
import { ScriptedCore } from '../support/scripted-core.ts';
import { MemoryVault } from '../unit/auth/fakes.ts';
import { startWorld } from '../unit/server/world.ts';
import type { Section } from './report.ts';
import { percentile } from './stats.ts';

const PROGRAMS = 50;
const PER_SECOND = 500;
const WARM_UP_S = 2;
const MOST_MS = 20;
const MOST_GROWTH_KB = 1_000;
const KILOBYTE = 1_000;
/** Every tenth message has a value, and waits for the disk. */
const VALUED_EVERY = 10;

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** Programs at the API's socket, all in this process: what they take counts as well. */
export async function benchDoors(seconds: number): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-doors-'));
  const owned = new DisposableStore();
  try {
    return await measure(folder, owned, seconds);
  } finally {
    owned.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openDoors(folder: string, owned: DisposableStore) {
  const parts = { file: join(folder, 'ledger.sqlite'), clock: systemClock, log: silentLogger };
  const keeper = new LogKeeper(parts);
  const { ledger } = openLedger({ ...parts, sync: keeper.sync });
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: false });
  const hub = new EventHub({ ...parts, ledger, imagePolicy, onFailure: rethrow });
  const core = new ScriptedCore();
  const doors = await startDoors(
    {
      ...parts,
      vault: new MemoryVault(),
      makeKey,
      redactor: new Redactor(),
      ledger,
      hub,
      language: { current: 'en' },
      feeds: core.feeds,
      views: () => NO_SHOWS,
      onViews: () => ({ dispose: () => undefined }),
      pageServer: () => null,
    },
    owned,
  );
  const world = await startWorld({ api: doors.api, clock: systemClock });
  const { key } = await doors.commands['doors.create-key']({
    name: 'bench',
    scopes: ['events:read'],
    origins: [],
  });
  const close = async (): Promise<void> => {
    await world.stop();
    hub.dispose();
    ledger.close();
    await keeper.close();
  };
  return { hub, key, port: world.pageServer.port, close };
}

/** One program that notes how long each event was on its way, from the hub's stamp. */
class Program {
  readonly waits: number[] = [];
  readonly #socket: WebSocket;
  #last = 0;
  gaps = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as ApiDown));
  }

  static async at(port: number, key: string): Promise<Program> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${API_SOCKET}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const program = new Program(socket);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'subscribe', id: 1, topics: ['events'] }));
    return program;
  }

  get heard(): number {
    return this.#last;
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(message: ApiDown): void {
    if (message.type !== 'events') return;
    const now = systemClock.now();
    for (const { seq, receivedAt } of message.events) {
      if (this.#last > 0 && seq !== this.#last + 1) this.gaps += 1;
      this.#last = seq;
      this.waits.push(now - receivedAt);
    }
  }
}

async function measure(folder: string, owned: DisposableStore, seconds: number): Promise<Section> {
  const { hub, key, port, close } = await openDoors(folder, owned);
  const programs = await Promise.all(Array.from({ length: PROGRAMS }, () => Program.at(port, key)));
  const feed = (forSeconds: number) => feedHub(hub, forSeconds);
  await feed(WARM_UP_S);
  for (const program of programs) program.waits.length = 0;
  const before = heapInUse();
  await feed(seconds);
  const { p95, p99 } = waitsOf(programs);
  const behind = programs.filter(({ heard, gaps }) => gaps > 0 || heard < hub.lastSeq).length;
  for (const program of programs) program.waits.length = 0;
  const growth = (heapInUse() - before) / KILOBYTE;
  for (const program of programs) program.close();
  await close();
  return {
    title: `API: ${PROGRAMS} programs, ${PER_SECOND} events a second for ${seconds} s`,
    rows: [
      {
        name: 'From the hub to a program, p95',
        value: p95,
        text: `${p95.toFixed(0)} ms`,
        target: { kind: 'under', value: MOST_MS },
      },
      {
        name: 'The same, p99',
        value: p99,
        text: `${p99.toFixed(0)} ms`,
      },
      {
        name: 'Programs that miss an event',
        value: behind,
        text: String(behind),
        target: { kind: 'equal', value: 0 },
      },
      {
        name: 'Heap growth after collection',
        value: growth,
        text: `${growth.toFixed(0)} kB`,
        target: { kind: 'under', value: MOST_GROWTH_KB },
      },
    ],
    notes: ['The programs run in the same process as the app: their reading is in the figures.'],
  };
}

/** Nothing of them is kept: a million and a half of them would count as growth. */
function waitsOf(programs: readonly Program[]) {
  const waits = programs.flatMap((program) => program.waits);
  return { p95: percentile(waits, 0.95), p99: percentile(waits, 0.99) };
}

const SETTLE_MS = 500;

async function feedHub(hub: EventHub, seconds: number): Promise<void> {
  const total = Math.round(PER_SECOND * seconds);
  const began = systemClock.monotonic();
  for (let sent = 0; sent < total; ) {
    const due = Math.min(
      total,
      Math.floor(((systemClock.monotonic() - began) / 1_000) * PER_SECOND),
    );
    for (; sent < due; sent += 1) {
      receiveText(hub, wireFrame(sent % VALUED_EVERY === 0 ? 'DONATION' : 'CHAT', {}));
    }
    await delay(systemClock, 2);
  }
  await delay(systemClock, SETTLE_MS);
}
