import { onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Redactor } from '../../../electron/base/log.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../../electron/events/hub.ts';
import { type SinksFeature, startSinks } from '../../../electron/features/sinks/index.ts';
import type { PostParts } from '../../../electron/features/sinks/post.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { type NewSink, SENT_KINDS, type SinkRow } from '../../../shared/contract/sinks.ts';
import type { EventKind } from '../../../shared/events.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { Receiver } from '../../support/event-receiver.ts';
import { receiveText } from '../../support/receive-text.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { rememberingLogger } from '../events/support.ts';
import { memoryLedger, temporaryFolder } from '../storage/support.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

interface SinksGiven {
  readonly resolve?: PostParts['resolve'];
  readonly ledger?: Ledger;
  readonly vault?: MemoryVault;
  readonly dataDir?: string;
}

export const ALL = { kinds: [...SENT_KINDS], leastBeams: 0 };

/** The sinks on a real hub, real books, and a clock in the test's hands. */
export class SinksWorld {
  readonly clock = new VirtualClock();
  readonly vault: MemoryVault;
  readonly ledger: Ledger;
  readonly hub: EventHub;
  readonly dataDir: string;
  readonly redactor = new Redactor();
  readonly lines: ReturnType<typeof rememberingLogger>['lines'];
  random = () => 0;
  readonly #log: ReturnType<typeof rememberingLogger>['log'];
  readonly #resolve: PostParts['resolve'] | undefined;
  #owned = new DisposableStore();
  #sinks: SinksFeature | null = null;
  #keys = 0;

  private constructor({ resolve, ledger, vault, dataDir }: SinksGiven) {
    const { log, lines } = rememberingLogger();
    this.lines = lines;
    this.#log = log;
    this.#resolve = resolve;
    this.vault = vault ?? new MemoryVault();
    this.dataDir = dataDir ?? temporaryFolder();
    this.ledger = ledger ?? memoryLedger(this.clock);
    this.hub = new EventHub({
      clock: this.clock,
      log,
      ledger: this.ledger,
      imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
      onFailure: rethrow,
    });
    onTestFinished(() => {
      this.#owned.dispose();
      this.hub.dispose();
    });
  }

  static async start(given: SinksGiven = {}): Promise<SinksWorld> {
    const world = new SinksWorld(given);
    await world.restart();
    return world;
  }

  get sinks(): SinksFeature {
    if (!this.#sinks) throw new TypeError('The sinks were not started.');
    return this.#sinks;
  }

  get rows(): readonly SinkRow[] {
    return this.sinks.feeds.sinks.read().sinks;
  }

  /** Ends without a word, as a kill does, and starts anew with what is kept. */
  async restart(): Promise<void> {
    this.#owned.dispose();
    this.#owned = new DisposableStore();
    this.#sinks = await startSinks(
      {
        vault: this.vault,
        redactor: this.redactor,
        makeKey: () => {
          this.#keys += 1;
          return `key-${this.#keys}-`.padEnd(43, 'k');
        },
        clock: this.clock,
        random: () => this.random(),
        log: this.#log,
        ledger: this.ledger,
        dataDir: this.dataDir,
        hub: this.hub,
        language: { current: 'en' },
        ...(this.#resolve && { resolve: this.#resolve }),
      },
      this.#owned,
    );
  }

  /** Its id. */
  async webhook(address: string, filter = ALL, nearby = false): Promise<string> {
    return this.add({ kind: 'webhook', name: 'a bot', address, nearby, filter });
  }

  async add(sink: NewSink): Promise<string> {
    const { id } = await this.sinks.commands['sinks.add'](sink);
    return id;
  }

  /** So many events arrive at the hub, which hands them on. */
  async happen(
    kind: EventKind,
    count = 1,
    data: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    for (let at = 0; at < count; at += 1) receiveText(this.hub, wireFrame(kind, data));
    this.hub.flush();
    await settle();
  }

  /** Resolves once it holds, after whatever network and disk take. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await settle();
  }

  row(id: string): SinkRow {
    const row = this.rows.find((each) => each.id === id);
    if (!row) throw new TypeError('There is no such sink.');
    return row;
  }

  /** Of a sink that waits: why. */
  problem(id: string): string | null {
    const { state } = this.row(id);
    return state.kind === 'delivering' ? null : (state.problem?.code ?? null);
  }
}

/** Closed when the test is over. */
export async function openReceiver(): Promise<Receiver> {
  const receiver = await Receiver.open();
  onTestFinished(() => receiver.close());
  return receiver;
}
