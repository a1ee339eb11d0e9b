import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

export type ZipFault = 'no-zip' | 'damaged' | 'too-large' | 'unsafe';

/** A file in a zip that is within the limits. */
export interface ZipEntry {
  readonly path: string;
  /** Unpacked size according to the zip; `read` never returns more. */
  readonly bytes: number;
  /** In pieces. Throws a refusal if size or checksum differs from the zip's. */
  read(): AsyncGenerator<Buffer, void, undefined>;
}

export interface ZipLimits {
  readonly entries: number;
  /** Unpacked bytes of all entries together. */
  readonly bytes: number;
  /** Expected paths; any other makes the whole zip unsafe. */
  readonly allows: (path: string) => boolean;
  /** What is thrown; `detail` is for the log. */
  readonly refusal: new (
    fault: ZipFault,
    detail: string,
  ) => Error;
}

const MOST_DIRECTORY_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 65_536;
const STORED_OR_DEFLATED = [0, 8];
const FILE_TYPE = { mask: 0o170_000, link: 0o120_000 } as const;

/** Reads through the caller's file, which stays open. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.alloc(Math.min(CHUNK_BYTES, end - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }
}

/**
 * Lists a zip's entries and checks them: only expected paths, each once, only files, unencrypted,
 * within the limits. They can be read while `file` is open.
 * @throws limits.refusal
 */
export async function listZip(file: FileHandle, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  const { refusal: Refusal } = limits;
  const zip = await openZip(file, Refusal);
  if (zip.entryCount > limits.entries) throw new Refusal('too-large', 'too many entries');
  const entries: Entry[] = [];
  const paths = new Set<string>();
  let bytes = 0;
  let directoryBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry);
      checkEntry(entry, entries, Refusal);
      if (!limits.allows(path)) throw new Refusal('unsafe', 'an unexpected path');
      if (paths.has(path)) throw new Refusal('unsafe', 'a path twice');
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) throw new Refusal('too-large', 'unpacked');
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directoryBytes > MOST_DIRECTORY_BYTES) throw new Refusal('too-large', 'directory');
      paths.add(path);
      entries.push(entry);
    }
  } catch (failure) {
    throw asRefusal(failure, 'damaged', Refusal);
  }
  return entries.map((entry) => ({
    path: pathOf(entry),
    bytes: entry.uncompressedSize,
    read: () => readEntry(zip, entry, Refusal),
  }));
}

type Refusing = ZipLimits['refusal'];

async function openZip(file: FileHandle, Refusal: Refusing): Promise<ZipFile> {
  const { size } = await file.stat();
  // Names stay bytes: the allow-list must see the raw name, not a decoded one.
  const options = { autoClose: false, decodeStrings: false };
  return await fromRandomAccessReaderPromise(new FileReader(file), size, options).catch(
    (failure: unknown) => {
      throw asRefusal(failure, 'no-zip', Refusal);
    },
  );
}

function pathOf(entry: Entry): string {
  return entry.fileNameRaw.toString('utf8');
}

function checkEntry(entry: Entry, before: readonly Entry[], Refusal: Refusing): void {
  if (entry.isEncrypted()) throw new Refusal('unsafe', 'an encrypted entry');
  const { compressionMethod: method, relativeOffsetOfLocalHeader: at } = entry;
  if (!STORED_OR_DEFLATED.includes(method)) throw new Refusal('unsafe', `method ${method}`);
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE.mask;
  if (type === FILE_TYPE.link) throw new Refusal('unsafe', 'a link');
  // Overlapping entries could unpack to more than any file could hold.
  const overlaps = before.some(
    (other) =>
      at < other.relativeOffsetOfLocalHeader + other.compressedSize &&
      other.relativeOffsetOfLocalHeader < at + entry.compressedSize,
  );
  if (overlaps) throw new Refusal('unsafe', 'entries on top of each other');
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry,
  Refusal: Refusing,
): AsyncGenerator<Buffer, void, undefined> {
  let sum = 0;
  try {
    const content: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const piece of content) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (failure) {
    throw asRefusal(failure, 'damaged', Refusal);
  }
  if (sum !== entry.crc32) throw new Refusal('damaged', 'another content');
}

/** Errors of the zip library become the zip's fault; disk errors do not. */
function asRefusal(failure: unknown, fault: 'no-zip' | 'damaged', Refusal: Refusing): unknown {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof Error && 'syscall' in failure) return failure;
  return new Refusal(fault, failure instanceof Error ? failure.message : String(failure));
}
