import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { prepareAll, type Statements } from '../../storage/statements.ts';
import { contentOf, SHARED } from './taker.ts';

const SQL = {
  open: `SELECT id, since FROM fleet_shares
    WHERE epoch = :epoch AND giver = :epoch AND ended_at > :at ORDER BY id LIMIT 1`,
  add: `INSERT INTO fleet_shares (epoch, giver, since, began_at, ended_at)
    VALUES (:epoch, :giver, :since, :at, :until)`,
  endOne: 'UPDATE fleet_shares SET ended_at = ? WHERE id = ?',
  end: `UPDATE fleet_shares SET ended_at = :at
    WHERE id = (SELECT max(id) FROM fleet_shares WHERE epoch = :epoch)`,
  // One moment alone is that of an event that waited: it is no other one's.
  shareOf: `SELECT giver, since FROM fleet_shares JOIN events ON events.seq = :seq
    WHERE epoch = :epoch AND received_at BETWEEN began_at AND ended_at
    ORDER BY began_at <> ended_at, fleet_shares.id LIMIT 1`,
  upTo: `SELECT kind, payload FROM events
    WHERE seq BETWEEN :since AND :seq AND kind = (SELECT kind FROM events WHERE seq = :seq) ORDER BY seq`,
  known: 'SELECT shared_id FROM fleet_shared_ids WHERE seq = ?',
  keep: 'INSERT INTO fleet_shared_ids VALUES (?, ?)',
  waiting: `SELECT epoch, key ->> '$[0]' AS seq FROM fleet_outbox
    WHERE type = 'event' AND epoch IN (SELECT epoch FROM fleet_shares) ORDER BY id`,
  tidyShares: `DELETE FROM fleet_shares WHERE NOT EXISTS
    (SELECT 1 FROM fleet_outbox WHERE fleet_outbox.epoch = fleet_shares.epoch AND type = 'event')`,
  tidyIds: `DELETE FROM fleet_shared_ids WHERE NOT EXISTS
    (SELECT 1 FROM fleet_outbox WHERE source = 'events' AND key = json_array(seq))`,
} as const;

interface Share {
  /** The claim under which this host receives it. */
  readonly epoch: number;
  /** The claim of the host that had the channel first, and its first number that both may have. */
  readonly giver: number;
  readonly since: number;
  readonly at: number;
  readonly until: number;
}

/**
 * Events that two hosts may receive while a channel is on its way from one to the other. Both send such an event
 * under one id, made of its content, so the servers take it once, whenever either message arrives.
 */
export class SharedEvents {
  readonly #sql: Statements<typeof SQL>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, SQL);
  }

  /** This host has it first. Returns from which number on both may have the events. */
  give({ epoch, since, at, until }: Omit<Share, 'giver'>): number {
    const open = this.#sql.open.get({ epoch, at });
    if (!open) {
      this.add({ epoch, giver: epoch, since, at, until });
      return since;
    }
    this.#sql.endOne.run(until, Number(open['id']));
    return Number(open['since']);
  }

  add({ epoch, giver, since, at, until }: Share): void {
    this.#sql.add.run({ epoch, giver, since, at: Math.floor(at), until: Math.ceil(until) });
  }

  /** Ends the latest share of the claim. */
  end(epoch: number, at: number): void {
    this.#sql.end.run({ epoch, at: Math.ceil(at) });
  }

  /** null: no other host has it. Stays the same for an event that waits. */
  idOf(epoch: number, seq: number): string | null {
    const known = this.#sql.known.get(seq)?.['shared_id'];
    if (known !== undefined) return known === '' ? null : String(known);
    const share = this.#sql.shareOf.get({ epoch, seq });
    return share ? this.name(seq, Number(share['giver']), Number(share['since'])) : null;
  }

  /** Returns the id under which it is sent. `giver`, `since`: as in a share. */
  name(seq: number, giver: number, since: number): string {
    const contents = this.#sql.upTo.all({ since, seq }).map(contentOf);
    const content = contents.at(-1) ?? '';
    // Where it came several times, each has its own, as often as the host has it that has more of them.
    const time = contents.filter((other) => other === content).length;
    const hash = createHash('sha256').update(content).digest('base64url');
    const id = `${SHARED}${giver}-${since}-${hash}-${time}`;
    this.#sql.keep.run(seq, id);
    return id;
  }

  /** Nobody knows when it came, so it is compared by content, with what any host has. */
  leaveOut(seq: number): void {
    this.#sql.keep.run(seq, '');
  }

  nameAll(): void {
    for (const { epoch, seq } of this.#sql.waiting.all()) this.idOf(Number(epoch), Number(seq));
  }

  /** Forgets what all of is in the stream. */
  tidy(): void {
    this.#sql.tidyShares.run();
    this.#sql.tidyIds.run();
  }
}
