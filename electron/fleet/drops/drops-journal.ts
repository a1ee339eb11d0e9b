import type { NatsConnection } from '@nats-io/transport-node';
import { parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import { FleetError } from '../fleet-errors.ts';
import { KeptStream } from '../kept-stream.ts';
import { keyOf } from '../leases.ts';
import { type JournalEntry, journalEntrySchema } from './campaign-book.ts';

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
  clock: Clock,
): Promise<DropsJournal> {
  // The dash tells it from every other name of every fleet.
  const stream = `stagelight-drops_${fleet}`;
  const kept = await KeptStream.open(connection, stream, { num_replicas: replicas }, clock);
  if (!kept) throw new FleetError('fleet-foreign', { bucket: stream });
  return new NatsJournal(kept);
}

class NatsJournal implements DropsJournal {
  readonly #kept: KeptStream;

  constructor(kept: KeptStream) {
    this.#kept = kept;
  }

  async read(campaignId: string): Promise<JournalPage> {
    const subject = this.#subject(campaignId);
    const last = (await this.#kept.lastOf(subject))?.seq ?? 0;
    const entries: JournalEntry[] = [];
    for await (const messages of this.#kept.pages(subject, { after: 0, last })) {
      entries.push(...messages.map((message) => this.#entryOf(message.string())));
    }
    return { entries, last };
  }

  async append(campaignId: string, entry: JournalEntry, last: number): Promise<number> {
    const { client, name } = this.#kept;
    const { seq } = await client.publish(this.#subject(campaignId), JSON.stringify(entry), {
      expect: { streamName: name, lastSubjectSequence: last },
    });
    return seq;
  }

  #entryOf(text: string): JournalEntry {
    const { data } = journalEntrySchema.safeParse(parseJson(text));
    // Whoever wrote it, and whatever it means: without it nobody knows what was paid.
    if (!data) throw new FleetError('fleet-foreign', { bucket: this.#kept.name });
    return data;
  }

  #subject(campaignId: string): string {
    return `${this.#kept.name}.${keyOf(campaignId)}`;
  }
}
