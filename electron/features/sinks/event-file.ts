import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import { type Clock, toIsoTime } from '../../base/clock.ts';
import { createFiles, createPrivateFolder, errorCode, PRIVATE_FILE } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { bodyOf, type Courier, DELIVERED, type Delivery, failed, type Letter } from './courier.ts';

/** Below the data folder. */
export const EVENT_FOLDER = 'exports';

/** Korea Standard Time is UTC+9 all year; a file is a day of the platform. */
const KOREA_MS = 9 * 60 * 60_000;
const MOST_LETTERS = 100;
/** Lines are looked for in so much of the end of a file: more than one delivery writes. */
const TAIL_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;
const NONE: ReadonlySet<string> = new Set();

export interface EventFileParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the last delivery left, so that it need not be read again. */
interface Known extends Kept {
  readonly path: string;
}

/**
 * Appends each event as a line of JSON, on the disk before it counts as delivered. What a crash left
 * half done is found at the end of the file: half a line goes, and a whole one is not written twice.
 */
export function eventFile(parts: EventFileParts): Courier {
  let known: Known | null = null;
  const write = async (path: string, letters: readonly Letter[]): Promise<void> => {
    const before = known;
    // Until it has succeeded, nobody knows what is in the file.
    known = null;
    known = { path, ...(await append(parts, path, letters, before)) };
  };
  return {
    most: MOST_LETTERS,
    givesUp: false,
    async deliver(letters): Promise<Delivery> {
      try {
        for (const [day, those] of byDay(letters)) {
          await write(join(parts.folder, `events-${day}.jsonl`), those);
        }
        return DELIVERED;
      } catch (failure) {
        const reason = errorCode(failure);
        if (reason === null) throw failure;
        const code = reason === 'ENOSPC' || reason === 'EDQUOT' ? 'sinks-disk-full' : 'sinks-file';
        return failed({ code, values: { reason } });
      }
    },
  };
}

/** Letters of one day that follow one another. */
function byDay(letters: readonly Letter[]): (readonly [string, readonly Letter[]])[] {
  const days: [string, Letter[]][] = [];
  for (const letter of letters) {
    const day = toIsoTime(letter.event.receivedAt + KOREA_MS).slice(0, 10);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(letter);
    else days.push([day, [letter]]);
  }
  return days;
}

/** What the file has afterwards. */
async function append(
  { folder, clock }: EventFileParts,
  path: string,
  letters: readonly Letter[],
  known: Known | null,
): Promise<Kept> {
  await createPrivateFolder(folder);
  const file = await open(path, 'a+', PRIVATE_FILE);
  try {
    const { size: found } = await file.stat();
    const isKnown = known?.path === path && known.size === found;
    const kept = isKnown ? known : await repaired(file, found);
    const lines = letters
      .filter((letter) => !kept.keys.has(keyOf(letter)) && !kept.last.has(keyOf(letter)))
      .map((letter) => `${bodyOf(letter)}\n`)
      .join('');
    if (lines !== '') await file.appendFile(lines);
    await file.sync();
    if (found === 0) await createFiles(clock).syncFolder(folder);
    const size = kept.size + Buffer.byteLength(lines);
    return { size, keys: kept.keys, last: new Set(letters.map(keyOf)) };
  } finally {
    await file.close();
  }
}

function keyOf({ id, epoch, event }: Letter): string {
  // Examples have no number of their own, and may be repeated.
  return event.origin === 'test' ? id : `${epoch}-${event.seq}`;
}

interface Kept {
  readonly size: number;
  /** Events of the last lines when the file was opened. */
  readonly keys: ReadonlySet<string>;
  /** Events of the last delivery. */
  readonly last: ReadonlySet<string>;
}

/** Takes half a line off the end, and reads the lines before it. */
async function repaired(file: FileHandle, size: number): Promise<Kept> {
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - from);
  await file.read(tail, 0, tail.length, from);
  const end = tail.lastIndexOf(NEWLINE) + 1;
  const last = tail.subarray(end);
  const lines = tail.subarray(0, end).toString('utf8').split('\n');
  const keys = new Set(lines.flatMap((line) => keyIn(line) ?? []));
  if (last.length === 0) return { size, keys, last: NONE };
  const lastKey = keyIn(last.toString('utf8'));
  if (lastKey === null) {
    await file.truncate(from + end);
    return { size: from + end, keys, last: NONE };
  }
  // All of it but the line's end.
  await file.appendFile('\n');
  return { size: size + 1, keys: keys.add(lastKey), last: NONE };
}

function keyIn(line: string): string | null {
  const body = line === '' ? null : parseJson(line);
  if (!isJsonObject(body)) return null;
  const { epoch, seq } = body;
  return typeof epoch === 'string' && typeof seq === 'number' ? `${epoch}-${seq}` : null;
}
