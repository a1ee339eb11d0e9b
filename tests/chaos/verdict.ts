import { DatabaseSync } from 'node:sqlite';
import { silentLogger } from '../../electron/base/log.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import { worstSecond } from '../integration/stream/support/fault-outcome.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import type { FoundGap, Played, Sent } from './played.ts';

/** A monotonic time as the log writes it, where nobody slept. */
const clockOf = (at: number): string =>
  new Date(Date.UTC(2026, 0, 1) + at).toISOString().slice(5, 23);

const MOST_CALLS_A_SECOND = 8;
const MOST_SESSIONS = 3;
/** Every wanted kind is proved every five minutes; a list may take a while. */
const PROOF_MOST_MS = 6 * 60_000;
/** Published times are whole milliseconds, those of gaps are not. */
const ROUNDING_MS = 1;

/** Everything that is wrong with what was played; empty: all promises were kept. */
export function faultsOf(played: Played): readonly string[] {
  return [
    ...played.faults,
    ...lostAndDoubled(played),
    ...cheerFaults(played),
    ...longGaps(played),
    ...ledgerFaults(played),
    ...callFaults(played),
  ];
}

function lostAndDoubled(played: Played): string[] {
  const { sent, ledgerFile } = played;
  const counts = countsIn(ledgerFile);
  const gaps = keptGaps(played);
  const logged = new Set(played.logged.map(({ number }) => number));
  const valued = sent.filter(({ isCheer, hasValue }) => !isCheer && hasValue);
  const isLost = (event: Sent): boolean =>
    event.isDue &&
    !event.isWithheld &&
    !counts.has(event.number) &&
    !logged.has(event.number) &&
    !isCovered(event, gaps);
  const lost = valued.filter(isLost);
  const onBoth = new Set(sent.flatMap(({ number, isOnBoth }) => (isOnBoth ? [number] : [])));
  const doubled = [...counts].filter(
    ([number, { all, sure }]) => all > 1 && !(onBoth.has(number) && sure === 1),
  );
  const known = new Set(sent.map(({ number }) => number));
  const strangers = [...counts.keys()].filter((number) => !known.has(number));
  const said = (events: readonly Sent[]): string =>
    events
      .slice(0, 5)
      .map(({ number, kind, at }) => `${number} ${kind} ${new Date(at).toISOString()}`)
      .join('; ');
  return [
    ...(lost.length > 0 ? [`lost outside of gaps: ${lost.length} (${said(lost)})`] : []),
    ...(doubled.length > 0
      ? [`twice in the ledger: ${doubled.map(([number]) => number).join()}`]
      : []),
    ...(strangers.length > 0 ? [`never sent: ${strangers.join()}`] : []),
  ];
}

/** Cheers are equal: only their numbers can be compared. Those that say of themselves "perhaps twice" may be too many. */
function cheerFaults(played: Played): string[] {
  const gaps = keptGaps(played);
  const cheers = played.sent.filter(({ isCheer }) => isCheer);
  const logged = new Set(played.logged.map(({ number }) => number));
  const expected = cheers.filter(
    (event) =>
      event.isDue && !event.isWithheld && !logged.has(event.number) && !isCovered(event, gaps),
  ).length;
  const due = expected - played.logged.filter(({ number }) => number === null).length;
  const db = new DatabaseSync(played.ledgerFile, { readOnly: true });
  const row = db
    .prepare(
      `SELECT count(*) AS all_of_them, count(perhaps_twice) AS doubtful FROM events
        WHERE kind = 'DONATION' AND payload LIKE '%응원단%'`,
    )
    .get();
  db.close();
  const kept = Number(row?.['all_of_them']);
  const sure = kept - Number(row?.['doubtful']);
  return [
    ...(kept < due ? [`equal donations lost: ${due - kept} of ${due}`] : []),
    ...(sure > cheers.length ? [`equal donations twice: ${sure - cheers.length}`] : []),
  ];
}

/** A gap may begin at the last proof, and end at the next one; more than that was received. */
function longGaps({ gaps, calms }: Played): string[] {
  return gaps.flatMap(({ gap, ahead }) =>
    calms
      // Where the clock was set since, and nobody could say by how much, a gap may begin too early.
      .filter((calm) => gap.kinds.includes(calm.kind) && calm.ahead === ahead)
      .map(({ kind, from, to }) => ({
        kind,
        from: Math.max(gap.from - ahead, from),
        to: Math.min(gap.to - ahead, to),
      }))
      .filter(({ from, to }) => to - from > PROOF_MOST_MS)
      .map(({ kind, from, to }) => {
        const [begun, ended] = [from, to].map((at) => new Date(at).toISOString());
        return `a gap of ${kind} (${gap.reason}) has time in which all was received: ${begun} to ${ended}`;
      }),
  );
}

function isCovered({ kind, at, wallAt }: Sent, gaps: readonly FoundGap[]): boolean {
  return gaps.some(
    ({ gap, ahead }) =>
      gap.kinds.includes(kind) && [wallAt, at + ahead].some((time) => isWithin(time, { gap })),
  );
}

function isWithin(time: number, { gap }: Pick<FoundGap, 'gap'>): boolean {
  return time >= gap.from - ROUNDING_MS && time <= gap.to + ROUNDING_MS;
}

/** Those that a streamer can look up. What the ledger could not take before a kill is in none. */
function keptGaps({ gaps, ledgerFile }: Played): readonly FoundGap[] {
  const db = new DatabaseSync(ledgerFile, { readOnly: true });
  const kept = new Set(
    db
      .prepare('SELECT began_at, ended_at, kinds FROM gaps')
      .all()
      .map((row) => `${row['began_at']} ${row['ended_at']} ${row['kinds']}`),
  );
  db.close();
  return gaps.filter(
    ({ gap, isLogged }) =>
      isLogged || kept.has(`${Math.floor(gap.from)} ${Math.ceil(gap.to)} ${gap.kinds.join()}`),
  );
}

/** How often each number is in the ledger. */
/** How often each numbered event is there. `sure`: not marked as perhaps twice. */
function countsIn(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  const counts = new Map<number, { readonly all: number; readonly sure: number }>();
  for (const row of db.prepare('SELECT payload, perhaps_twice FROM events').all()) {
    const { payload, perhaps_twice: doubt } = row;
    const number = Number(/#(\d+)/.exec(String(payload))?.[1]);
    // Frames that a fault invents are no events of the audience.
    if (Number.isNaN(number)) continue;
    const { all, sure } = counts.get(number) ?? { all: 0, sure: 0 };
    counts.set(number, { all: all + 1, sure: sure + (doubt === null ? 1 : 0) });
  }
  db.close();
  return counts;
}

function ledgerFaults({ ledgerFile, paintedAt, skippedAt }: Played): string[] {
  const db = new DatabaseSync(ledgerFile, { readOnly: true });
  const rows = (sql: string) => db.prepare(sql).all();
  const faults: string[] = [];
  const check = rows('PRAGMA integrity_check')[0]?.['integrity_check'];
  if (check !== 'ok') faults.push(`the ledger is damaged: ${String(check)}`);
  const [sums] = rows(`SELECT
    sum(CASE WHEN donation_type = 'CHEERING' THEN 0 ELSE beams END) AS donated,
    sum(CASE WHEN kind = 'GOODS_PURCHASE' AND currency = 'KRW' THEN amount_minor END) AS bought
    FROM events`);
  const unseen = rows(
    `SELECT seq, painted_at, ended_at FROM alerts WHERE state = 'over' AND note IS NULL`,
  )
    .filter(
      ({ painted_at, ended_at }) =>
        !paintedAt.has(Number(painted_at)) && !skippedAt.has(Number(ended_at)),
    )
    .map(
      ({ seq, painted_at, ended_at }) => `${seq} (${String(painted_at)}, over ${String(ended_at)})`,
    );
  if (unseen.length > 0) faults.push(`booked as shown, painted by no page: ${unseen.join()}`);
  const without = rows(
    `SELECT seq FROM events WHERE kind != 'CHAT' AND seq NOT IN (SELECT seq FROM alerts)`,
  );
  if (without.length > 0) faults.push(`events without an alert: ${without.length}`);
  db.close();
  const { ledger } = openLedger({ file: ledgerFile, clock: new VirtualClock(), log: silentLogger });
  const { donationBeams, shopMoney } = ledger.totals();
  ledger.close();
  const told = [Number(donationBeams), Number(shopMoney['KRW'] ?? 0)];
  const real = [Number(sums?.['donated'] ?? 0), Number(sums?.['bought'] ?? 0)];
  if (told.join() !== real.join()) faults.push(`totals ${told.join()} are not ${real.join()}`);
  return faults;
}

function callFaults({ calls, mostSessions, brokenRules }: Played): string[] {
  const worst = worstSecond(calls);
  return [
    ...(worst.calls > MOST_CALLS_A_SECOND
      ? [`${worst.calls} calls to ${worst.operation} in the second until ${clockOf(worst.at)}`]
      : []),
    ...(mostSessions > MOST_SESSIONS ? [`${mostSessions} sessions at once`] : []),
    ...(brokenRules.length > 0 ? [`broken rules: ${brokenRules.slice(0, 3).join('; ')}`] : []),
  ];
}
