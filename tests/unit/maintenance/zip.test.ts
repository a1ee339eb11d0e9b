import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  type BackupFault,
  BackupRefusedError,
} from '../../../electron/features/maintenance/errors.ts';
import {
  listZip,
  type ZipEntry,
  type ZipLimits,
} from '../../../electron/features/maintenance/zip-reader.ts';
import { ZipWriter } from '../../../electron/features/maintenance/zip-writer.ts';
import { temporaryFolder } from '../storage/support.ts';
import { keepBytes, writeZip } from './zip-support.ts';

const LIMITS: ZipLimits = {
  entries: 10,
  bytes: 1_000_000,
  allows: (path) => /^[a-z.]+$/.test(path),
};

async function read(path: string, limits: ZipLimits = LIMITS): Promise<Record<string, string>> {
  const file = await open(path, 'r');
  try {
    const found: Record<string, string> = {};
    for (const entry of await listZip(file, limits)) found[entry.path] = await textOf(entry);
    return found;
  } finally {
    await file.close();
  }
}

async function textOf(entry: ZipEntry): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function faultOf(path: string, limits?: ZipLimits): Promise<BackupFault | null> {
  const failure = await read(path, limits).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (failure === null) return null;
  expect(failure).toBeInstanceOf(BackupRefusedError);
  return (failure as BackupRefusedError).fault;
}

const zipOf = (content: Zippable): Uint8Array => zipSync(content);

/** The place of an entry in the directory at the end. */
function directoryAt(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
}

describe('a zip that the app writes', () => {
  it('is read back by the app, whole', async () => {
    const folder = temporaryFolder();
    const long = 'a line that repeats itself\n'.repeat(20_000);
    const path = await writeZip(folder, [
      ['a.txt', '안녕'],
      ['b.txt', long],
      ['empty.txt', ''],
    ]);
    expect(await read(path)).toEqual({ 'a.txt': '안녕', 'b.txt': long, 'empty.txt': '' });
  });

  it('is read by others too', async () => {
    const folder = temporaryFolder();
    const path = await writeZip(folder, [['a.txt', '안녕']]);
    expect(unzipSync(await readFile(path))).toEqual({ 'a.txt': strToU8('안녕') });
  });

  it('is written also where the clock stands in a year that no zip knows', async () => {
    const file = await open(join(temporaryFolder(), 'made.zip'), 'w');
    const zip = new ZipWriter(file, 0);
    await zip.addText('a.txt', 'x');
    await zip.finish();
    expect((await file.stat()).size).toBeGreaterThan(0);
    await file.close();
  });

  it('tells the size and the sum of what went in', async () => {
    const folder = temporaryFolder();
    const from = join(folder, 'from.bin');
    await writeFile(from, Buffer.alloc(200_000, 7));
    const file = await open(join(folder, 'made.zip'), 'w');
    const zip = new ZipWriter(file, 0);
    const heard: number[] = [];
    const added = await zip.addFile('a.bin', from, 'stored', (bytes) => heard.push(bytes));
    await zip.finish();
    await file.close();
    expect(added.bytes).toBe(200_000);
    expect(heard.reduce((sum, bytes) => sum + bytes, 0)).toBe(200_000);
    expect(added.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await readFile(join(folder, 'made.zip'))).length).toBeGreaterThan(200_000);
  });
});

describe('a zip that comes from anywhere', () => {
  it.each<[string, Uint8Array | string, BackupFault]>([
    ['is no zip at all', 'this is a text and long enough to be looked at', 'no-zip'],
    ['is empty', '', 'no-zip'],
    ['names a path that goes up', zipOf({ '../up.txt': strToU8('x') }), 'unsafe'],
    ['names a path from the root', zipOf({ '/etc/passwd': strToU8('x') }), 'unsafe'],
    ['names a path of Windows', zipOf({ 'c:\\up.txt': strToU8('x') }), 'unsafe'],
    ['names a path nobody expects', zipOf({ 'run.exe': strToU8('x'), A: strToU8('x') }), 'unsafe'],
    [
      'unpacks to more than there may be',
      zipOf({ 'a.txt': new Uint8Array(1_000_001) }),
      'too-large',
    ],
    [
      'has too many files',
      zipOf(
        Object.fromEntries(
          Array.from({ length: 11 }, (_, at) => [
            `${String.fromCharCode(97 + at)}.txt`,
            strToU8('x'),
          ]),
        ),
      ),
      'too-large',
    ],
  ])('is refused when it %s', async (_name, content, fault) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe(fault);
  });

  it('is refused when its end is missing', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('x'.repeat(2_000)) });
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes.slice(0, -30)))).toBe('no-zip');
  });

  it('is refused when an entry is larger than it says: a bomb', async () => {
    const bytes = zipOf({ 'a.txt': new Uint8Array(900_000) });
    // What it says of its size, in the directory.
    Buffer.from(bytes.buffer).writeUInt32LE(10, directoryAt(bytes) + 24);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('damaged');
  });

  it('is refused when its content is not the one that was packed', async () => {
    const bytes = zipSync({ 'a.txt': [strToU8('hello there'), { level: 0 }] });
    const at = Buffer.from(bytes).indexOf('hello');
    bytes[at] = 'j'.charCodeAt(0);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('damaged');
  });

  it('is refused when what is packed is no deflate', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('hello there, hello there, hello there') });
    const at = Buffer.from(bytes).indexOf('a.txt') + 'a.txt'.length;
    bytes.fill(0xff, at, at + 8);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('damaged');
  });

  it.each([
    ['encrypted', 8, 1],
    ['packed in a way we do not know', 10, 12],
  ])('is refused when an entry is %s', async (_name, offset, value) => {
    const bytes = zipOf({ 'a.txt': strToU8('x') });
    Buffer.from(bytes.buffer).writeUInt16LE(value, directoryAt(bytes) + offset);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('unsafe');
  });

  it('is refused when an entry lies outside the file', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('x') });
    Buffer.from(bytes.buffer).writeUInt32LE(5_000, directoryAt(bytes) + 42);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('damaged');
  });

  it('is refused when two entries share their bytes', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('x'.repeat(50)), 'b.txt': strToU8('y'.repeat(50)) });
    const first = directoryAt(bytes);
    const second = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]), first + 4);
    // Both where the first is.
    Buffer.from(bytes.buffer).writeUInt32LE(0, second + 42);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('unsafe');
  });

  it('is refused when a path comes twice', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('x'), 'b.txt': strToU8('y') });
    const at = Buffer.from(bytes).lastIndexOf('b.txt');
    bytes[at] = 'a'.charCodeAt(0);
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes))).toBe('unsafe');
  });

  it('is refused when an entry is a link', async () => {
    const linked = zipSync({ 'a.txt': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
    expect(await faultOf(await keepBytes(temporaryFolder(), linked))).toBe('unsafe');
  });

  it('is judged by the name that stands there, whatever further name an entry brings', async () => {
    const name = Buffer.from('run.exe');
    const further = Buffer.alloc(5 + 5);
    further.writeUInt8(1, 0);
    further.writeUInt32LE(crc32(name), 1);
    further.write('a.txt', 5);
    const bytes = zipSync({ 'run.exe': [strToU8('x'), { extra: { 28789: further } }] });
    const limits = { ...LIMITS, allows: (path: string) => path === 'a.txt' };
    expect(await faultOf(await keepBytes(temporaryFolder(), bytes), limits)).toBe('unsafe');
  });

  it.each([
    ['the directory', 48, 'damaged'],
    ['the end of the directory', -1, 'no-zip'],
  ])('is refused when it puts %s where no file reaches', async (_name, offset, fault) => {
    const bytes = zipOf({ 'a.txt': strToU8('x') });
    const end = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    const large = Buffer.alloc(56);
    large.writeUInt32LE(0x0606_4b50, 0);
    large.writeBigUInt64LE(1n, 32);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x0706_4b50, 0);
    locator.writeBigUInt64LE(BigInt(end), 8);
    if (offset < 0) locator.writeBigUInt64LE(0xffff_ffff_ffff_0000n, 8);
    else large.writeBigUInt64LE(0xffff_ffff_ffff_0000n, offset);
    const whole = Buffer.concat([bytes.slice(0, end), large, locator, bytes.slice(end)]);
    expect(await faultOf(await keepBytes(temporaryFolder(), whole))).toBe(fault);
  });

  it('is refused when its directory is larger than any list of so few files', async () => {
    const bytes = zipOf({ 'a.txt': strToU8('x') });
    const entry = directoryAt(bytes);
    const end = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    // One entry with a comment of 60,000 bytes, three hundred times, each under a name of its own.
    const entries = Array.from({ length: 300 }, (_, at) => {
      const copy = Buffer.concat([bytes.slice(entry, end), Buffer.alloc(60_000)]);
      copy.write(`${at}`.padStart(5, 'a'), 46);
      copy.writeUInt16LE(60_000, 32);
      copy.writeUInt32LE(0, 20);
      return copy;
    });
    const last = Buffer.from(bytes.slice(end));
    last.writeUInt16LE(300, 8);
    last.writeUInt16LE(300, 10);
    const whole = Buffer.concat([bytes.slice(0, entry), ...entries, last]);
    const limits = { entries: 5_000, bytes: 1_000_000, allows: () => true };
    expect(await faultOf(await keepBytes(temporaryFolder(), whole), limits)).toBe('too-large');
  });

  it('is refused or read whole, whichever of its bytes is another', async () => {
    const texts = { 'a.txt': 'hello there, hello there, hello there', 'b.txt': 'stored' };
    const bytes = zipSync({
      'a.txt': strToU8(texts['a.txt']),
      'b.txt': [strToU8(texts['b.txt']), { level: 0 }],
    });
    const folder = temporaryFolder();
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const path = await keepBytes(folder, changed);
      if ((await faultOf(path)) === null) expect(await read(path), `byte ${at}`).toEqual(texts);
    }
  });
});
