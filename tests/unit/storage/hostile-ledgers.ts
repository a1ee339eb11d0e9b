import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { silentLogger } from '../../../electron/base/log.ts';
import { openLedger } from '../../../electron/storage/open-ledger.ts';
import { gapOf } from '../../support/gaps.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { chat } from './chat-support.ts';
import { donation, draw, purchase, subscription } from './support.ts';

/** Honest books: six events, two messages, a gap. */
export function writeBooks(file: string): void {
  const { ledger } = openLedger({ file, clock: new VirtualClock(), log: silentLogger });
  ledger.record([donation(1), donation(2, { donationType: 'CHEERING' }), subscription(3)]);
  ledger.record([draw(4), purchase(5), donation(6, { donatorChannelId: null })]);
  ledger.chat.record([chat(7), chat(8)]);
  ledger.recordGap(gapOf({ from: 5, to: 9, reason: 'reset', kinds: ['donation'] }));
  ledger.reserveNumbers(10);
  ledger.close();
}

/** Changes honest books with SQL of anybody's making. */
export function change(file: string, sql: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** A query without end. */
export const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT';

export interface HostileLedger {
  readonly name: string;
  readonly make: (file: string) => void;
}

/** Books that are refused as a whole. */
export const REFUSED: readonly HostileLedger[] = [
  {
    name: 'no database',
    make: (file) => writeFileSync(file, 'SQLite format 4, and not a database at all'.repeat(100)),
  },
  { name: 'nothing', make: (file) => writeFileSync(file, '') },
  {
    name: 'a page of nonsense behind the right first words',
    make: (file) =>
      writeFileSync(
        file,
        Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_192, 0x5a)]),
      ),
  },
  {
    name: 'the database of another program',
    make: (file) => {
      writeBooks(file);
      change(file, 'PRAGMA application_id = 7');
    },
  },
  {
    name: 'a format from before all formats',
    make: (file) => {
      writeBooks(file);
      change(file, 'PRAGMA user_version = -2147483648');
    },
  },
  {
    name: 'a view that never ends in the place of the events',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `DROP TRIGGER events_summed; PRAGMA foreign_keys = OFF; DROP TABLE events;
        CREATE VIEW events AS ${ENDLESS} i AS seq, 'DONATION' AS kind, i AS received_at, 'c' AS channel_id,
          NULL AS who, NULL AS beams, NULL AS donation_type, NULL AS amount_minor, NULL AS currency,
          NULL AS campaign_id, NULL AS reward_id, NULL AS draw_count, '{}' AS payload FROM n;`,
      );
    },
  },
  {
    name: 'a view that eats memory in the place of the chat',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `DROP TABLE chat; CREATE VIEW chat AS SELECT 1 AS seq, 1 AS received_at, '' AS who,
          '' AS nickname, '' AS content, hex(zeroblob(400000000)) AS payload;`,
      );
    },
  },
  {
    name: 'a column that is worked out when it is read',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `ALTER TABLE gaps RENAME TO honest;
        CREATE TABLE gaps (id INTEGER PRIMARY KEY, began_at, ended_at,
          reason AS (hex(zeroblob(400000))) VIRTUAL, kinds);
        INSERT INTO gaps (id, began_at, ended_at) SELECT id, began_at, ended_at FROM honest;`,
      );
    },
  },
  {
    name: 'a column that was worked out when it was written',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `ALTER TABLE gaps RENAME TO honest;
        CREATE TABLE gaps (id INTEGER PRIMARY KEY, began_at, ended_at,
          reason AS (began_at || 'x') STORED, kinds);
        INSERT INTO gaps (id, began_at, ended_at) SELECT id, began_at, ended_at FROM honest;`,
      );
    },
  },
  {
    name: 'a virtual table in the place of the claims',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `DROP TABLE claims; CREATE VIRTUAL TABLE claims USING fts5 (claim_id, campaign_id, reward_id,
          category_id, category_name, channel_id, state, claimed_at, updated_at, first_seen_at,
          seen_at, waits_since);`,
      );
    },
  },
  {
    name: 'a table too few',
    make: (file) => {
      writeBooks(file);
      change(file, 'DROP TABLE follower_marks');
    },
  },
  {
    name: 'a table with a column too few',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        'DROP TABLE gaps; CREATE TABLE gaps (id INTEGER PRIMARY KEY, began_at, reason, kinds)',
      );
    },
  },
  {
    name: 'damaged pages',
    make: (file) => {
      writeBooks(file);
      const { length } = readFileSync(file);
      const opened = openSync(file, 'r+');
      // Behind the schema: the pages of the tables.
      for (let at = 4_096 * 3; at + 4_096 <= length; at += 4_096) {
        writeSync(opened, Buffer.alloc(64, 0xee), 0, 64, at);
      }
      closeSync(opened);
    },
  },
  {
    name: 'half of a file',
    make: (file) => {
      writeBooks(file);
      truncateSync(file, Math.floor(readFileSync(file).length / 2 / 4_096) * 4_096);
    },
  },
  {
    name: 'a schema that does not parse',
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE gaps (((' WHERE name = 'gaps';`,
      );
    },
  },
];
