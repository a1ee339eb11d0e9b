import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Decoded, ValuedKind } from '../../../shared/events.ts';
import { BooksFile } from './books-file.ts';
import { catchUp, joined } from './catch-up.ts';
import { type BooksParts, ledgerIn } from './channel-books.ts';
import type { Stretch } from './messages.ts';
import { Publisher } from './publisher.ts';

/**
 * Brings into the stream what a channel's file on this host has from when it was the owner: events and gaps
 * that a kill or a lost lease kept back. Its present owner is told. False: what that one received too may not
 * be there yet (`isSettled`, by its epoch), so all of it still waits. Throws what NATS throws; then it waits, too.
 */
export async function sendLate(
  parts: BooksParts,
  channelId: string,
  dataDir: string,
  isSettled: (owner: number) => boolean,
): Promise<boolean> {
  const { stream, log } = parts;
  const path = ledgerIn(dataDir);
  if (!hasRest(path)) return true;
  const file = BooksFile.beside({ path, log });
  try {
    // A stream that was made anew gets everything from its owner.
    if (file.position.stream !== stream.made) return true;
    const both = { file, stream, channelId };
    file.nameShared();
    const found = await catchUp(both);
    const tell = async (late: Stretch): Promise<void> => {
      if (!late) return;
      log.info('events were sent late', { channelId, ...late });
      const note = { type: 'late', epoch: file.epoch, file: file.id, ...late } as const;
      await stream.publish(channelId, note, `${file.epoch}-${file.id}-late-${late.to}`);
    };
    if (file.isInDoubt && !isSettled(file.owner)) {
      await tell(found);
      return false;
    }
    const dropped = file.dropTwins();
    if (dropped > 0) log.info('the next owner received events too', { channelId, dropped });
    let failure: unknown = null;
    const publisher = new Publisher({
      ...parts,
      ...both,
      mayPublish: () => true,
      booksOnly: true,
      onTrouble: (trouble) => {
        failure = trouble;
      },
    });
    const isSent = await publisher.flush();
    publisher.dispose();
    await tell(joined(found, publisher.published));
    if (!isSent) throw failure ?? new Error('The books of a channel were not sent.');
    return true;
  } finally {
    file.close();
  }
}

/** Writes events into the books that the core of the channel did not get any more. */
export function addLate(
  { clock, log }: Pick<BooksParts, 'clock' | 'log'>,
  dataDir: string,
  events: readonly Decoded<ValuedKind>[],
): void {
  const file = BooksFile.beside({ path: ledgerIn(dataDir), log });
  try {
    file.addLate(events, clock.now());
  } finally {
    file.close();
  }
}

/** Without making a file of books of one that is none. */
function hasRest(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const isBooks = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'fleet_outbox'`).get();
    if (!isBooks) return false;
    return (
      db.prepare(`SELECT 1 FROM fleet_outbox WHERE type <> 'state' LIMIT 1`).get() !== undefined
    );
  } finally {
    db.close();
  }
}
