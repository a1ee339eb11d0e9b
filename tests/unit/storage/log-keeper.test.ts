import { copyFileSync, existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { type LogFile, LogKeeper } from '../../../electron/storage/log-keeper.ts';
import { openLedger } from '../../../electron/storage/open-ledger.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { donation, openForTest, SyncByHand, temporaryFolder } from './support.ts';

/** Books with their keeper; `disk`: answers instead of the file system's sync. */
function begin(disk?: SyncByHand) {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const clock = new VirtualClock();
  // The tables are in the file from now on.
  openLedger({ file, clock, log: silentLogger }).ledger.close();
  const opened: string[] = [];
  const openLog = async (path: string): Promise<LogFile> => {
    const handle = await open(path, 'r+');
    opened.push(path);
    return {
      datasync: () => (disk ? disk.sync() : handle.datasync()),
      close: () => handle.close(),
    };
  };
  const keeper = new LogKeeper({ file, clock, log: silentLogger, openLog });
  const lengths: number[] = [];
  const { ledger } = openLedger({
    file,
    clock,
    log: silentLogger,
    sync: (pages) => {
      lengths.push(pages);
      return keeper.sync(pages);
    },
  });
  let seq = 0;
  const write = (text = ''): void => {
    seq += 1;
    ledger.record([donation(seq, { donationText: text })]);
  };
  /** In pieces: a transaction for each. */
  const writeUntilLong = (pages: number): void => {
    for (let n = 0; n < pages; n += 8) write('x'.repeat(32 * 1024));
  };
  const close = async (): Promise<void> => {
    ledger.close();
    await keeper.close();
  };
  onTestFinished(close);
  return { file, clock, keeper, ledger, lengths, opened, write, writeUntilLong, close };
}

/** What somebody finds who has nothing but the file of the ledger. */
function eventsWithoutLog(file: string): number {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const db = new DatabaseSync(copy);
  try {
    return Number(db.prepare('SELECT count(*) AS count FROM events').get()?.['count']);
  } finally {
    db.close();
  }
}

describe('the keeper of the log', () => {
  it('syncs the log of the books, with one handle', async () => {
    const { file, ledger, write, opened } = begin();
    write();
    await ledger.whenDurable();
    write();
    await ledger.whenDurable();
    expect(ledger.whenDurable()).toBeNull();
    expect(opened).toEqual([`${file}-wal`]);
  });

  it('leaves a short log where it is: nothing but the sync waits for the disk', async () => {
    const { file, ledger, write } = begin();
    const before = eventsWithoutLog(file);
    for (let n = 0; n < 50; n += 1) write();
    await ledger.whenDurable();
    expect(eventsWithoutLog(file)).toBe(before);
  });

  it('moves a log of a thousand pages into the file, and the log begins anew', async () => {
    const { file, keeper, ledger, lengths, write, writeUntilLong } = begin();
    writeUntilLong(1_008);
    await ledger.whenDurable();
    // It is moved beside whoever waits.
    await keeper.close();
    expect(eventsWithoutLog(file)).toBe(126);
    const before = statSync(`${file}-wal`).size;
    write();
    await ledger.whenDurable();
    expect(lengths[0]).toBeGreaterThan(1_000);
    expect(lengths.at(-1)).toBeLessThan(30);
    expect(statSync(`${file}-wal`).size).toBe(before);
  });

  it('moves the logs of all books of a process in one thread, which ends with the last of them', async () => {
    const workers: Worker[] = [];
    const count = (worker: Worker): number => workers.push(worker);
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));
    const [one, other] = [begin(), begin()];
    for (const { ledger, writeUntilLong } of [one, other]) {
      writeUntilLong(1_008);
      await ledger.whenDurable();
    }
    await one.close();
    expect(eventsWithoutLog(one.file)).toBe(126);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.threadId).toBeGreaterThan(0);
    await other.close();
    expect(eventsWithoutLog(other.file)).toBe(126);
    expect(workers[0]?.threadId).toBe(-1);
  });

  it('lets events wait when the log has become much longer than that', async () => {
    const { file, ledger, writeUntilLong, write, lengths, clock } = begin();
    writeUntilLong(4_008);
    await ledger.whenDurable();
    expect(eventsWithoutLog(file)).toBe(501);
    write();
    await ledger.whenDurable();
    expect(lengths.at(-1)).toBeLessThan(30);
    expect(clock.pendingTimers).toBe(0);
  });

  it('moves the pages into the file when the log cannot be synced', async () => {
    const disk = new SyncByHand();
    const { file, ledger, write } = begin(disk);
    write();
    const durable = ledger.whenDurable();
    while (disk.open === 0) await settle();
    expect(eventsWithoutLog(file)).toBe(0);
    await disk.fail();
    await durable;
    expect(eventsWithoutLog(file)).toBe(1);
    expect(ledger.whenDurable()).toBeNull();
  });

  it('trusts no later sync while that has not worked', async () => {
    const disk = new SyncByHand();
    const { file, ledger, write } = begin(disk);
    // Somebody reads what was there before: the log cannot be moved past it.
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM ledger');
    write();
    const refused = expect(ledger.whenDurable()).rejects.toMatchObject({
      problem: { code: 'ledger-call-failed' },
    });
    while (disk.open === 0) await settle();
    await disk.fail();
    await refused;
    expect(eventsWithoutLog(file)).toBe(0);
    reader.close();
    await ledger.whenDurable();
    expect(eventsWithoutLog(file)).toBe(1);
    expect(disk.open).toBe(0);
  });

  it('waits at the end for the sync that runs, and leaves nothing behind', async () => {
    const disk = new SyncByHand();
    const { file, keeper, ledger, write, clock } = begin(disk);
    write();
    const durable = ledger.whenDurable();
    while (disk.open === 0) await settle();
    ledger.commitDurably();
    ledger.close();
    let closed = false;
    const closing = keeper.close().then(() => {
      closed = true;
    });
    await settle();
    expect(closed).toBe(false);
    await disk.answer();
    await closing;
    await durable;
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(clock.pendingTimers).toBe(0);
    expect(openForTest(file).ledger.countAlerts('queued')).toBe(1);
  });
});
