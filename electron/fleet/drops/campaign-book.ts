import { z } from 'zod';

const ids = z.array(z.string());
const groups = z.array(z.object({ status: z.string(), ids }));
/** `epoch`: of the worker's lease. `at`: by its clock, for people who read the journal. */
const common = { epoch: z.int(), at: z.number() };

/** What the journal says of a campaign, oldest first. It has no secrets: ids and results only. */
export const journalEntrySchema = z.discriminatedUnion('type', [
  /** Stands before its request goes out. */
  z.object({ type: z.literal('sending'), claimIds: ids, ...common }),
  /** The answer to the request. Whoever is in neither list was paid. */
  z.object({ type: z.literal('sent'), refused: groups, unknown: ids, ...common }),
  /** The request was certainly not carried out: its claims wait again. */
  z.object({ type: z.literal('refused'), code: z.string(), ...common }),
  /** The request may have been carried out. */
  z.object({ type: z.literal('unknown'), code: z.string(), ...common }),
  /** What the platform's list says of claims whose result was unknown. */
  z.object({ type: z.literal('seen'), paid: ids, waiting: ids, gone: ids, ...common }),
]);

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** A claim that the platform no longer has. */
const GONE = 'NOT_FOUND';

/** What is known of a campaign's claims by its journal: a claim with a result is never sent again. */
export class CampaignBook {
  /** Of the request that is under way; none: there is no such request. */
  #underWay: readonly string[] = [];
  readonly #doubtful = new Set<string>();
  readonly #paid = new Set<string>();
  /** Claims that the platform refused to mark, with its reason. */
  readonly #refused = new Map<string, string>();

  /** Sent, and nobody knows what became of it: to be looked up before anything is sent. */
  get doubtful(): readonly string[] {
    return [...this.#doubtful];
  }

  mayPay(claimId: string): boolean {
    const isSent = this.#underWay.includes(claimId) || this.#doubtful.has(claimId);
    return !isSent && !this.#paid.has(claimId) && !this.#refused.has(claimId);
  }

  /** Whoever had a request under way is gone. */
  interrupt(): void {
    this.#doubt(this.#underWay);
    this.#underWay = [];
  }

  apply(entry: JournalEntry): void {
    switch (entry.type) {
      case 'sending':
        this.interrupt();
        this.#underWay = entry.claimIds;
        break;
      case 'sent':
        this.#answered(entry);
        break;
      case 'refused':
        this.#underWay = [];
        break;
      case 'unknown':
        this.interrupt();
        break;
      case 'seen':
        // Written by whoever found the request under way, and nobody with it.
        this.interrupt();
        for (const claimId of [...entry.paid, ...entry.waiting, ...entry.gone]) {
          this.#doubtful.delete(claimId);
        }
        for (const claimId of entry.paid) this.#paid.add(claimId);
        for (const claimId of entry.gone) this.#refused.set(claimId, GONE);
        break;
      default:
        entry satisfies never;
    }
  }

  #answered({ refused, unknown }: Extract<JournalEntry, { type: 'sent' }>): void {
    for (const { status, ids: claimIds } of refused) {
      for (const claimId of claimIds) this.#refused.set(claimId, status);
    }
    this.#doubt(unknown);
    for (const claimId of this.#underWay) {
      if (!this.#refused.has(claimId) && !this.#doubtful.has(claimId)) this.#paid.add(claimId);
    }
    this.#underWay = [];
  }

  #doubt(claimIds: readonly string[]): void {
    for (const claimId of claimIds) this.#doubtful.add(claimId);
  }
}
