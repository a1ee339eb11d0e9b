import type { Clock } from '../../base/clock.ts';
import { FleetError } from '../fleet-errors.ts';
import { CampaignBook, type JournalEntry } from './campaign-book.ts';
import type { DropsJournal } from './drops-journal.ts';

/** Distributes over the kinds of entries. */
type Unstamped<T> = T extends unknown ? Omit<T, 'epoch' | 'at'> : never;

export interface CampaignJournalParts {
  readonly journal: DropsJournal;
  readonly clock: Clock;
  readonly epoch: number;
  /** Whether this host may pay in this moment. */
  readonly isProven: () => boolean;
}

/**
 * A campaign's journal in the hands of its one writer. After a failed write nobody knows what stands
 * there: read it anew.
 */
export class CampaignJournal {
  readonly campaignId: string;
  readonly book: CampaignBook;
  readonly #parts: CampaignJournalParts;
  #last: number;

  private constructor(parts: CampaignJournalParts, campaignId: string, last: number) {
    this.#parts = parts;
    this.campaignId = campaignId;
    this.book = new CampaignBook();
    this.#last = last;
  }

  static async open(parts: CampaignJournalParts, campaignId: string): Promise<CampaignJournal> {
    const { entries, last } = await parts.journal.read(campaignId);
    const opened = new CampaignJournal(parts, campaignId, last);
    for (const entry of entries) opened.book.apply(entry);
    opened.book.interrupt();
    return opened;
  }

  /** Throws `fleet-not-owner`, and what NATS throws. */
  async write(entry: Unstamped<JournalEntry>): Promise<void> {
    const { journal, clock, epoch, isProven } = this.#parts;
    if (!isProven()) throw new FleetError('fleet-not-owner');
    const stamped: JournalEntry = { ...entry, epoch, at: clock.now() };
    this.#last = await journal.append(this.campaignId, stamped, this.#last);
    this.book.apply(stamped);
  }
}
