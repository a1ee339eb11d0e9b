import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { BackupRefusedError } from './errors.ts';

/** One file in a zip, as its directory tells. Nothing of it is believed before it is checked. */
export interface ZipEntry {
  readonly path: string;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly method: 'stored' | 'deflated';
  readonly crc: number;
  /** Of its own header. */
  readonly at: number;
}

/** What may be in a zip. */
export interface ZipLimits {
  readonly entries: number;
  /** Of all entries together, unpacked. */
  readonly bytes: number;
  /** Paths that are expected; any other makes the whole zip unsafe. */
  readonly allows: (path: string) => boolean;
}

const END = { signature: 0x0605_4b50, bytes: 22, comment: 65_535 } as const;
const DIRECTORY = { signature: 0x0201_4b50, bytes: 46 } as const;
const LOCAL = { signature: 0x0403_4b50, bytes: 30 } as const;
const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024;
const ENCRYPTED = 0x0001;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 65_536;

const damaged = (detail: string): BackupRefusedError => new BackupRefusedError('damaged', detail);

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, at + filled);
    if (bytesRead === 0) throw damaged('the file ends early');
    filled += bytesRead;
  }
  return buffer;
}

/** Where the directory is. */
async function findEnd(file: FileHandle, size: number) {
  const length = Math.min(size, END.bytes + END.comment);
  const tail = await readAt(file, size - length, length);
  for (let at = length - END.bytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END.signature) continue;
    if (tail.readUInt16LE(at + 20) !== length - at - END.bytes) continue;
    return {
      disk: tail.readUInt16LE(at + 4) + tail.readUInt16LE(at + 6),
      here: tail.readUInt16LE(at + 8),
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
      endAt: size - length + at,
    };
  }
  return null;
}

/**
 * The entries of a zip, checked: expected paths only and each once, nothing encrypted, nothing over the
 * limits, nothing outside the file.
 *
 * @throws BackupRefusedError
 */
export async function listZip(file: FileHandle, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  const { size } = await file.stat();
  if (size < END.bytes) throw new BackupRefusedError('no-zip', 'too short');
  const end = await findEnd(file, size);
  if (!end) throw new BackupRefusedError('no-zip', 'no directory');
  if (end.disk !== 0 || end.here !== end.entries) throw damaged('several disks');
  if (end.entries > limits.entries) throw new BackupRefusedError('too-large', 'too many entries');
  if (end.bytes > MOST_DIRECTORY_BYTES) throw new BackupRefusedError('too-large', 'directory');
  if (end.at + end.bytes > end.endAt) throw damaged('the directory is outside the file');
  const directory = await readAt(file, end.at, end.bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < end.entries; index += 1) {
    if (at + DIRECTORY.bytes > directory.length) throw damaged('the directory ends early');
    const { entry, next } = readEntry(directory, at);
    checkEntry(entry, entries, limits, end.at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

function readEntry(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (directory.readUInt32LE(at) !== DIRECTORY.signature) throw damaged('no entry');
  const flags = directory.readUInt16LE(at + 8);
  const method = directory.readUInt16LE(at + 10);
  const nameBytes = directory.readUInt16LE(at + 28);
  const extra = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  const next = at + DIRECTORY.bytes + nameBytes + extra;
  if (next > directory.length) throw damaged('the directory ends early');
  if ((flags & ENCRYPTED) !== 0) throw new BackupRefusedError('unsafe', 'an encrypted entry');
  if (method !== STORED && method !== DEFLATED) {
    throw new BackupRefusedError('unsafe', `method ${method}`);
  }
  const entry: ZipEntry = {
    path: directory.toString('utf8', at + DIRECTORY.bytes, at + DIRECTORY.bytes + nameBytes),
    bytes: directory.readUInt32LE(at + 24),
    packedBytes: directory.readUInt32LE(at + 20),
    method: method === STORED ? 'stored' : 'deflated',
    crc: directory.readUInt32LE(at + 16),
    at: directory.readUInt32LE(at + 42),
  };
  return { entry, next };
}

function checkEntry(
  entry: ZipEntry,
  before: readonly ZipEntry[],
  limits: ZipLimits,
  directoryAt: number,
): void {
  if (!limits.allows(entry.path)) throw new BackupRefusedError('unsafe', 'an unexpected path');
  if (before.some(({ path }) => path === entry.path)) {
    throw new BackupRefusedError('unsafe', 'a path twice');
  }
  if (entry.at + LOCAL.bytes + entry.packedBytes > directoryAt) throw damaged('outside the file');
  // Entries that share their bytes unpack to more than any file could hold.
  const overlaps = before.some(
    (other) => entry.at < other.at + other.packedBytes && other.at < entry.at + entry.packedBytes,
  );
  if (overlaps) throw new BackupRefusedError('unsafe', 'entries on top of each other');
  const total = before.reduce((sum, { bytes }) => sum + bytes, entry.bytes);
  if (total > limits.bytes) throw new BackupRefusedError('too-large', 'unpacked');
}

/**
 * The content of an entry, piece by piece, checked against its directory: it is never more than was
 * announced, and its sum is right, or it fails.
 *
 * @throws BackupRefusedError
 */
export async function* readZipEntry(
  file: FileHandle,
  entry: ZipEntry,
): AsyncGenerator<Buffer, void, undefined> {
  const header = await readAt(file, entry.at, LOCAL.bytes);
  if (header.readUInt32LE(0) !== LOCAL.signature) throw damaged('no header');
  const from = entry.at + LOCAL.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  let bytes = 0;
  let sum = 0;
  for await (const piece of unpacked(file, entry, from)) {
    bytes += piece.byteLength;
    if (bytes > entry.bytes) throw damaged('larger than announced');
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== entry.bytes || sum !== entry.crc) throw damaged('another content');
}

function unpacked(file: FileHandle, entry: ZipEntry, from: number): AsyncIterable<Buffer> {
  const raw = packed(file, from, entry.packedBytes);
  return entry.method === 'stored' ? raw : inflated(raw);
}

async function* packed(file: FileHandle, from: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES) {
    yield await readAt(file, from + at, Math.min(CHUNK_BYTES, bytes - at));
  }
}

async function* inflated(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const fed = feed(raw, inflate);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) yield piece;
    await fed;
  } catch (failure) {
    throw failure instanceof BackupRefusedError ? failure : damaged('it does not unpack');
  } finally {
    inflate.destroy();
    // Its failure is that of the loop above.
    await fed.catch(() => undefined);
  }
}

async function feed(
  raw: AsyncIterable<Buffer>,
  inflate: ReturnType<typeof createInflateRaw>,
): Promise<void> {
  for await (const piece of raw) {
    if (inflate.destroyed) return;
    if (!inflate.write(piece)) await drained(inflate);
  }
  inflate.end();
}

/** Room again, or the end of it. */
function drained(inflate: ReturnType<typeof createInflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      inflate.off('drain', go);
      inflate.off('close', go);
      resolve();
    };
    inflate.on('drain', go);
    inflate.on('close', go);
  });
}
