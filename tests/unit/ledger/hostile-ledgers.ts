import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { silentLogger } from '../../../electron/base/log.ts';
import { openLedger } from '../../../electron/ledger/open-ledger.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { chat } from './chat-support.ts';
import { donation, draw, purchase, subscription } from './support.ts';

/** Honest books: six events, two messages, a gap. */
export function writeBooks(file: string): void {
  const { ledger } = openLedger({ file, clock: new VirtualClock(), log: silentLogger });
  ledger.record([donation(1), donation(2, { donationType: 'CHEERING' }), subscription(3)]);
  ledger.record([draw(4), purchase(5), donation(6, { donatorChannelId: null })]);
  ledger.chat.record([chat(7), chat(8)]);
  ledger.recordGap({ from: 5, to: 9, reason: 'reset' });
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

const COLUMNS = `seq, kind, received_at, channel_id, who, beams, donation_type, amount_minor, currency,
  campaign_id, reward_id, draw_count, payload`;

/** The table of events made anew with columns of somebody's choice, holding what it held. */
const remade = (columns: string, rest = ''): string => `
  ALTER TABLE events RENAME TO honest;
  DROP TRIGGER events_summed;
  CREATE TABLE events (${columns});
  INSERT INTO events (${COLUMNS}) SELECT ${COLUMNS} FROM honest;
  DROP TABLE honest;
  ${rest}`;

const LOOSE = COLUMNS;
const PAYLOAD = `(SELECT payload FROM events WHERE seq = 1)`;
const row = (seq: string, kind: string, at: string, payload: string): string =>
  `INSERT INTO events (seq, kind, received_at, channel_id, payload)
    VALUES (${seq}, ${kind}, ${at}, 'c', ${payload});`;

const ENDLESS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT';

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
          reason AS (hex(zeroblob(400000))) VIRTUAL);
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
          reason AS (began_at || 'x') STORED);
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
      change(file, 'DROP TABLE gaps; CREATE TABLE gaps (id INTEGER PRIMARY KEY, began_at, reason)');
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

/** Books of which the honest rows come over, and so many rows stay out. */
export const PARTLY: readonly (HostileLedger & { readonly badRows: number })[] = [
  {
    name: 'triggers on everything',
    badRows: 0,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `CREATE TRIGGER t1 AFTER INSERT ON events BEGIN DELETE FROM events; END;
        CREATE TRIGGER t2 AFTER DELETE ON chat BEGIN INSERT INTO gaps VALUES (NULL, 1, 2, 'x'); END;
        CREATE TRIGGER t3 AFTER UPDATE ON ledger BEGIN DELETE FROM alerts; END;`,
      );
    },
  },
  {
    name: 'views, tables and indexes that no books have',
    badRows: 0,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `CREATE VIEW lure AS ${ENDLESS} i FROM n; CREATE TABLE extra (x BLOB);
        INSERT INTO extra VALUES (zeroblob(1000000));
        CREATE INDEX heavy ON events (abs(seq), length(hex(payload)));
        CREATE INDEX partly ON chat (content) WHERE length(content) > 2;`,
      );
    },
  },
  {
    name: 'conditions and defaults that are dear to work out',
    badRows: 0,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `PRAGMA ignore_check_constraints = ON; ${remade(
          `${LOOSE} CHECK (length(hex(zeroblob(400000000))) > 0), extra CHECK (extra IS NOT 7)`,
        )}`,
      );
    },
  },
  {
    name: 'numbers twice',
    badRows: 2,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        remade(
          LOOSE,
          `${row('1', `'DONATION'`, '5', PAYLOAD)}
        ${row('2', `'DONATION'`, '5', PAYLOAD)}`,
        ),
      );
    },
  },
  {
    name: 'types of all sorts',
    badRows: 9,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        remade(
          LOOSE,
          [
            row(`'eleven'`, `'DONATION'`, '5', PAYLOAD),
            row('11.5', `'DONATION'`, '5', PAYLOAD),
            row(`x'0b'`, `'DONATION'`, '5', PAYLOAD),
            row('NULL', `'DONATION'`, '5', PAYLOAD),
            row('12', `'CHAT'`, '5', PAYLOAD),
            row('13', `'DONATION'`, `'today'`, PAYLOAD),
            row('14', `'DONATION'`, '-5', PAYLOAD),
            row('15', `x'00'`, '5', PAYLOAD),
            row('16', `'DONATION'`, '5', '7'),
          ].join('\n'),
        ),
      );
    },
  },
  {
    name: 'numbers beyond all counting',
    badRows: 4,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        remade(
          LOOSE,
          [
            row('9223372036854775807', `'DONATION'`, '5', PAYLOAD),
            row('9007199254740991', `'DONATION'`, '5', PAYLOAD),
            row('-1', `'DONATION'`, '5', PAYLOAD),
            row('17', `'DONATION'`, '9223372036854775807', PAYLOAD),
          ].join('\n'),
        ),
      );
    },
  },
  {
    name: 'payloads that say nothing, or something else',
    badRows: 8,
    make: (file) => {
      writeBooks(file);
      const other = (seq: number, payload: string) => row(`${seq}`, `'DONATION'`, '5', payload);
      change(
        file,
        remade(
          LOOSE,
          [
            other(21, `'{'`),
            other(22, `'null'`),
            other(23, `'[]'`),
            other(24, `'{}'`),
            other(25, `json_set(${PAYLOAD}, '$.payAmount', -5)`),
            other(26, `json_set(${PAYLOAD}, '$.payAmount', 1e300)`),
            other(27, `json_set(${PAYLOAD}, '$.donationText', json('{"a":1}'))`),
            other(28, `replace(hex(zeroblob(30000)), '00', '[')`),
          ].join('\n'),
        ),
      );
    },
  },
  {
    name: 'blobs that are too large to be read',
    badRows: 3,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        remade(
          LOOSE,
          [
            row('31', `'DONATION'`, '5', 'zeroblob(9000000)'),
            row('32', `'DONATION'`, '5', `CAST(zeroblob(9000000) AS TEXT)`),
            row('33', 'zeroblob(9000000)', '5', PAYLOAD),
          ].join('\n'),
        ),
      );
    },
  },
  {
    name: 'alerts and items of what is not there',
    badRows: 3,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
        INSERT INTO alerts (seq, state, received_at, queued_at) VALUES (99, 'queued', 1, 1);
        INSERT INTO payout_items VALUES (99, 0, 'claim', NULL);
        UPDATE alerts SET state = 'for ever' WHERE seq = 1;`,
      );
    },
  },
  {
    name: 'gaps that end before they begin, and broadcasts too',
    badRows: 2,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `PRAGMA ignore_check_constraints = ON; INSERT INTO gaps VALUES (50, 9, 5, 'x');
        INSERT INTO broadcasts VALUES (50, 9, 5);`,
      );
    },
  },
  {
    name: 'a numbering at the end of all numbers',
    badRows: 1,
    make: (file) => {
      writeBooks(file);
      change(file, 'UPDATE ledger SET next_number = 9223372036854775807');
    },
  },
  {
    name: 'two rows about itself',
    badRows: 1,
    make: (file) => {
      writeBooks(file);
      change(
        file,
        `DROP TABLE ledger; CREATE TABLE ledger (id, epoch, next_number, heard_at, broadcast_began_at,
          left_at); INSERT INTO ledger VALUES (1, 'a', 1, 1, 1, 1), (1, 'b', 1, 1, 1, 1);`,
      );
    },
  },
];
