import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { parseJson } from '../../../shared/json.ts';
import { FleetError } from '../fleet-errors.ts';
import { keyOf } from '../leases.ts';
import { type JournalEntry, journalEntrySchema } from './campaign-book.ts';

const LIMIT_MS = 5_000;
const PAGE = 500;
const NO_MESSAGE = 10_037;
const NO_STREAM = 10_059;

/** What a campaign's journal says, and the place of its last entry; 0: there is none. */
export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly last: number;
}

/** The journal of all payouts of a fleet, by campaign. */
export interface DropsJournal {
  /** Throws `fleet-foreign` where something else stands in it, and what NATS throws. */
  read(campaignId: string): Promise<JournalPage>;
  /**
   * Adds an entry only if the campaign's last one is still at `last`, so that of two hosts one is
   * refused. Resolves with its place once the servers have it. Throws what NATS throws; then it may be
   * there or not.
   */
  append(campaignId: string, entry: JournalEntry, last: number): Promise<number>;
}

/**
 * The stream of a fleet's payouts, which is made if there is none. Throws `fleet-foreign` if another
 * one has its name.
 */
export async function openDropsJournal(
  connection: NatsConnection,
  fleet: string,
  replicas: number,
): Promise<DropsJournal> {
  // The dash tells it from every other name of every fleet.
  const stream = `stagelight-drops_${fleet}`;
  const manager = await jetstreamManager(connection, { timeout: LIMIT_MS });
  const { config } =
    (await manager.streams.info(stream).catch(unlessMissing)) ??
    (await manager.streams.add({
      name: stream,
      subjects: [`${stream}.>`],
      retention: RetentionPolicy.Limits,
      // Full, it refuses what is new: then nothing is paid.
      discard: DiscardPolicy.New,
      storage: StorageType.File,
      num_replicas: replicas,
    }));
  if (!keepsAll(config, stream)) throw new FleetError('fleet-foreign', { bucket: stream });
  return new NatsJournal(manager, jetstream(connection, { timeout: LIMIT_MS }), stream);
}

function keepsAll(config: StreamConfig, stream: string): boolean {
  const { subjects, retention, discard, max_age, max_msgs_per_subject } = config;
  return (
    subjects?.join() === `${stream}.>` &&
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

class NatsJournal implements DropsJournal {
  readonly #manager: JetStreamManager;
  readonly #jetstream: JetStreamClient;
  readonly #stream: string;

  constructor(manager: JetStreamManager, client: JetStreamClient, stream: string) {
    this.#manager = manager;
    this.#jetstream = client;
    this.#stream = stream;
  }

  async read(campaignId: string): Promise<JournalPage> {
    const subject = this.#subject(campaignId);
    const found = await this.#manager.streams
      .getMessage(this.#stream, { last_by_subj: subject })
      .catch(unlessMissing);
    const last = found?.seq ?? 0;
    const entries: JournalEntry[] = [];
    if (last === 0) return { entries, last };
    const consumer = await this.#jetstream.consumers.get(this.#stream, {
      filter_subjects: subject,
      deliver_policy: DeliverPolicy.All,
    });
    try {
      for (let at = 0; at < last; ) {
        const before = at;
        const options = { max_messages: PAGE, expires: LIMIT_MS };
        for await (const message of await consumer.fetch(options)) {
          at = message.seq;
          if (at <= last) entries.push(this.#entryOf(message.string()));
          if (at >= last) break;
        }
        if (at === before) throw new Error('The journal could not be read to its end.');
      }
    } finally {
      await consumer.delete().catch(() => false);
    }
    return { entries, last };
  }

  async append(campaignId: string, entry: JournalEntry, last: number): Promise<number> {
    const { seq } = await this.#jetstream.publish(
      this.#subject(campaignId),
      JSON.stringify(entry),
      { expect: { streamName: this.#stream, lastSubjectSequence: last } },
    );
    return seq;
  }

  #entryOf(text: string): JournalEntry {
    const { data } = journalEntrySchema.safeParse(parseJson(text));
    // Whoever wrote it, and whatever it means: without it nobody knows what was paid.
    if (!data) throw new FleetError('fleet-foreign', { bucket: this.#stream });
    return data;
  }

  #subject(campaignId: string): string {
    return `${this.#stream}.${keyOf(campaignId)}`;
  }
}
