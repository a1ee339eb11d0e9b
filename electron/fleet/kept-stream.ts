import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type OrderedConsumerOptions,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type NatsConnection, TimeoutError } from '@nats-io/transport-node';
import type { Clock } from '../base/clock.ts';

const LIMIT_MS = 5_000;
const PAGE = 500;
/** A server delivers for so long what it has. */
const EXPIRES_MS = 1_000;
/** Of one that was killed while it delivered, the client may hear nothing for ever. */
const PAGE_MOST_MS = 3_000;
/** So many pages in a row may be empty while there is more. */
const QUIET_MOST = 3;
const NO_MESSAGE = 10_037;
const NO_STREAM = 10_059;

/** A stream of a fleet that keeps everything that it takes. */
export class KeptStream {
  readonly name: string;
  /** Changes when it is made anew. */
  readonly made: string;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly #clock: Clock;

  private constructor(
    connection: NatsConnection,
    manager: JetStreamManager,
    made: string,
    name: string,
    clock: Clock,
  ) {
    this.#clock = clock;
    this.name = name;
    this.made = made;
    this.client = jetstream(connection, { timeout: LIMIT_MS });
    this.manager = manager;
  }

  /** Makes it if there is none. null: another one has its name. Throws what NATS throws. */
  static async open(
    connection: NatsConnection,
    name: string,
    settings: Pick<StreamConfig, 'num_replicas'> & Partial<Pick<StreamConfig, 'duplicate_window'>>,
    clock: Clock,
  ): Promise<KeptStream | null> {
    const manager = await jetstreamManager(connection, { timeout: LIMIT_MS });
    const info =
      (await manager.streams.info(name).catch(unlessMissing)) ??
      (await manager.streams.add({
        name,
        subjects: [`${name}.>`],
        retention: RetentionPolicy.Limits,
        // Full, it refuses what is new, which then waits where it is.
        discard: DiscardPolicy.New,
        storage: StorageType.File,
        ...settings,
      }));
    if (!keepsAll(info.config, name)) return null;
    return new KeptStream(connection, manager, String(info.created), name, clock);
  }

  /** The last message of a subject; null: there is none. */
  lastOf(last_by_subj: string): Promise<StoredMsg | null> {
    return this.manager.streams.getMessage(this.name, { last_by_subj }).catch(unlessMissing);
  }

  /** null: it was erased. */
  at(seq: number): Promise<StoredMsg | null> {
    return this.manager.streams.getMessage(this.name, { seq }).catch(unlessMissing);
  }

  /** Everything of a subject behind the place `after`, up to `last`. `start`: all behind `after`, unless it is given. */
  async *pages(
    subject: string,
    {
      after,
      last,
      start = behind(after),
    }: {
      readonly after: number;
      readonly last: number;
      readonly start?: Partial<OrderedConsumerOptions>;
    },
  ): AsyncGenerator<readonly JsMsg[]> {
    let quiet = 0;
    for (let at = after; at < last; ) {
      const from = at === after ? start : behind(at);
      const { messages, isAll } = await this.#page({ ...from, filter_subjects: subject }, last);
      at = messages.at(-1)?.seq ?? at;
      if (messages.length > 0) yield messages;
      quiet = messages.length > 0 ? 0 : quiet + 1;
      // The last ones may have been erased meanwhile.
      if (isAll || (messages.length < PAGE && (await this.#endsAt(subject, at)))) return;
      if (quiet === QUIET_MOST) throw new TimeoutError();
    }
  }

  /**
   * The first messages, up to the place `last`: as many as a page has, or as come in time. Each page has a consumer of
   * its own: what a server delivers late to one that is not listened to any more would be missing.
   */
  async #page(
    wanted: Partial<OrderedConsumerOptions>,
    last: number,
  ): Promise<{ readonly messages: readonly JsMsg[]; readonly isAll: boolean }> {
    const consumer = await this.client.consumers.get(this.name, wanted);
    const coming = await consumer.fetch({ max_messages: PAGE, expires: EXPIRES_MS });
    const limit = this.#clock.setTimeout(() => coming.stop(), PAGE_MOST_MS);
    const messages: JsMsg[] = [];
    try {
      for await (const message of coming) {
        if (message.seq <= last) messages.push(message);
        if (message.seq >= last) return { messages, isAll: true };
      }
      return { messages, isAll: false };
    } finally {
      limit.dispose();
      // Where it is not there any more, nobody waits for the answer.
      void consumer.delete().catch(() => false);
    }
  }

  /** Whether nothing of the subject is behind the place. */
  async #endsAt(subject: string, place: number): Promise<boolean> {
    return ((await this.lastOf(subject))?.seq ?? 0) <= place;
  }
}

const behind = (place: number): Partial<OrderedConsumerOptions> => ({
  deliver_policy: DeliverPolicy.StartSequence,
  opt_start_seq: place + 1,
});

/** Limits and replicas are its owner's. */
function keepsAll(config: StreamConfig, name: string): boolean {
  const { subjects, retention, discard, max_age, max_msgs_per_subject } = config;
  return (
    subjects?.join() === `${name}.>` &&
    retention === RetentionPolicy.Limits &&
    discard === DiscardPolicy.New &&
    max_age === 0 &&
    (max_msgs_per_subject ?? -1) <= 0
  );
}

function unlessMissing(failure: unknown): null {
  const code = failure instanceof JetStreamApiError ? failure.code : 0;
  if (code === NO_STREAM || code === NO_MESSAGE) return null;
  throw failure;
}
