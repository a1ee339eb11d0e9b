import { change, ENDLESS, type HostileLedger, writeBooks } from './hostile-ledgers.ts';

const COLUMNS = `seq, kind, received_at, channel_id, who, beams, donation_type, amount_minor, currency,
  campaign_id, reward_id, draw_count, payload, perhaps_twice`;

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
        CREATE TRIGGER t2 AFTER DELETE ON chat BEGIN INSERT INTO gaps VALUES (NULL, 1, 2, 'x', 'chat'); END;
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
        `PRAGMA ignore_check_constraints = ON; INSERT INTO gaps VALUES (50, 9, 5, 'x', NULL);
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
          left_at, mark);
        INSERT INTO ledger VALUES (1, 'a', 1, 1, 1, 1, NULL), (1, 'b', 1, 1, 1, 1, NULL);`,
      );
    },
  },
];
