import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  type BackupFault,
  BackupRefusedError,
} from '../../../electron/features/maintenance/errors.ts';
import { stageBackup } from '../../../electron/features/maintenance/restore-stage.ts';
import { mp3, png, woff2 } from '../media/samples.ts';
import { REFUSED, writeBooks } from '../storage/hostile-ledgers.ts';
import { PARTLY } from '../storage/hostile-rows.ts';
import { temporaryFolder } from '../storage/support.ts';
import { STAGING } from './backup-world.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Item {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Parts {
  readonly repository?: (file: string) => void;
  readonly media?: readonly Item[];
  /** Changes the list of the media. */
  readonly index?: unknown;
}

/** A backup as anybody could make one, its manifest in order. */
function backupOf({ repository = writeBooks, media = [], index }: Parts): Uint8Array {
  const folder = temporaryFolder();
  repository(join(folder, 'ledger.sqlite'));
  const items = media.map(({ name, bytes }) => ({
    hash: hashOf(bytes),
    name,
    type: 'image/png',
    bytes: bytes.length,
    addedAt: 5,
  }));
  const files: Record<string, Uint8Array> = {
    'settings.json': strToU8('{"version":1}'),
    'ledger.sqlite': new Uint8Array(readFileSync(join(folder, 'ledger.sqlite'))),
    ...Object.fromEntries(media.map(({ bytes }) => [`media/${hashOf(bytes)}`, bytes])),
    ...(media.length > 0 || index !== undefined
      ? { 'media/index.json': strToU8(JSON.stringify(index ?? { version: 1, items })) }
      : {}),
  };
  const manifest = {
    stagelight: 'backup',
    format: 1,
    app: '1.2.3',
    createdAt: 5,
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: hashOf(bytes),
    })),
  };
  return zipSync(
    { ...files, 'stagelight-backup.json': strToU8(JSON.stringify(manifest)) },
    { level: 1 },
  );
}

async function staged(zip: Uint8Array) {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'theirs.zip');
  writeFileSync(path, zip);
  const folder = join(dataDir, 'restore-pending');
  const { contents } = await stageBackup(path, folder, STAGING);
  return { contents, folder, dataDir };
}

async function faultOf(zip: Uint8Array): Promise<BackupFault> {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'theirs.zip');
  writeFileSync(path, zip);
  const failure = await stageBackup(path, join(dataDir, 'restore-pending'), STAGING).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(failure instanceof BackupRefusedError)) throw new Error(`It said ${failure}`);
  // Nothing of it is left, and nothing is anywhere else.
  expect(readdirSync(dataDir)).toEqual(['theirs.zip']);
  return failure.fault;
}

describe('a backup with hostile books', () => {
  // All of them are tried on the copying itself.
  it.each(REFUSED.filter((_, at) => at % 5 === 0))(
    'is refused where they are $name',
    async ({ make }) => {
      expect(await faultOf(backupOf({ repository: make }))).toBe('damaged');
    },
  );

  it.each(PARTLY.filter((_, at) => at % 5 === 0))(
    'says how many rows stay out: $name',
    async ({ make, badRows }) => {
      const { contents, folder } = await staged(backupOf({ repository: make }));
      expect(contents).toMatchObject({ events: 6, badRows });
      // Theirs are gone, with everything in them that is no row.
      expect(readdirSync(folder).sort()).toEqual(['ledger.sqlite', 'settings.json']);
    },
  );
});

const HTML = strToU8('<!doctype html><script>fetch("https://collect.example")</script>');
const SVG = strToU8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const GIF_AND_SCRIPT = strToU8('GIF89a/*'.padEnd(600, ' ').concat('*/=1;alert(document.domain)'));
const ZIP_IN_ZIP = zipSync({ 'bomb.zip': zipSync({ zeros: new Uint8Array(3_000_000) }) });

describe('a backup with hostile media', () => {
  it.each<[string, Item]>([
    ['a page named as a picture', { name: 'page.png', bytes: HTML }],
    ['a drawing with a script', { name: 'drawing.svg', bytes: SVG }],
    [
      'a drawing with a script in 16 bits',
      { name: 'a.png', bytes: Buffer.from(`\ufeff${'<svg><script>1</script></svg>'}`, 'utf16le') },
    ],
    ['a script that begins as a picture', { name: 'both.gif', bytes: GIF_AND_SCRIPT }],
    ['a picture that ends too early', { name: 'half.png', bytes: png().subarray(0, 30) }],
    [
      'a picture of a hundred thousand pixels a side',
      { name: 'wide.png', bytes: png({ width: 100_000 }) },
    ],
    ['a sound of forty seconds', { name: 'long.mp3', bytes: mp3({ seconds: 40 }) }],
    ['a program', { name: 'a.png', bytes: Buffer.from('MZ\x90\0'.padEnd(400, '\0'), 'latin1') }],
    ['a zip in a zip', { name: 'nested.png', bytes: ZIP_IN_ZIP }],
    ['nothing', { name: 'empty.png', bytes: new Uint8Array(0) }],
  ])('leaves out %s, and says so', async (_name, item) => {
    const good = { name: 'good.png', bytes: png() };
    const { contents, folder } = await staged(backupOf({ media: [item, good] }));
    expect(contents).toMatchObject({ mediaFiles: 1, badMedia: 1 });
    expect(readdirSync(join(folder, 'media')).sort()).toEqual([hashOf(good.bytes), 'index.json']);
    const index = readFileSync(join(folder, 'media/index.json'), 'utf8');
    expect(index).not.toContain(hashOf(item.bytes));
  });

  it.each([
    ['../../../../etc/cron.d/x.png', 'x.png'],
    ['..\\..\\startup\\x.png', 'x.png'],
    ['/etc/passwd', 'passwd'],
    ['a\0b.png', 'ab.png'],
    ['safe\u202egnp.exe', 'safegnp.exe'],
    ['zero\u200bwidth\u2066.png', 'zerowidth.png'],
    ['CON', '_CON'],
    ['nul.png', '_nul.png'],
    ['COM1.tar.png', '_COM1.tar.png'],
    ['lpt9', '_lpt9'],
    ['console.png', 'console.png'],
    ['x'.repeat(400), 'x'.repeat(120)],
    ['\u0000\u202e', null],
    ['달 그림.png', '달 그림.png'],
  ])('names nothing %j', async (name, kept) => {
    const bytes = png();
    const { folder } = await staged(backupOf({ media: [{ name, bytes }] }));
    const { items } = JSON.parse(readFileSync(join(folder, 'media/index.json'), 'utf8'));
    expect(items).toMatchObject([{ name: kept ?? `${hashOf(bytes).slice(0, 8)}.png` }]);
  });

  it('is told by content what each file is, not by its list', async () => {
    const media = [
      { name: 'a.png', bytes: woff2() },
      { name: 'b.png', bytes: mp3() },
    ];
    const { folder } = await staged(backupOf({ media }));
    const { items } = JSON.parse(readFileSync(join(folder, 'media/index.json'), 'utf8')) as {
      items: readonly { readonly name: string; readonly type: string }[];
    };
    expect(Object.fromEntries(items.map(({ name, type }) => [name, type]))).toEqual({
      'a.png': 'font/woff2',
      'b.png': 'audio/mpeg',
    });
  });

  it.each([
    ['no list at all', undefined],
    ['a list that is none', 'nonsense'],
    ['a list of other files', { version: 1, items: [{ hash: 'f'.repeat(64), name: '../up' }] }],
    ['a list that goes deep', { version: 1, items: { length: 4e9 } }],
  ])('needs no list to be told what it holds: %s', async (_name, index) => {
    const bytes = png();
    const parts = { media: [{ name: 'a.png', bytes }], ...(index === undefined ? {} : { index }) };
    const { contents, folder } = await staged(backupOf(parts));
    expect(contents).toMatchObject({ mediaFiles: 1, badMedia: 0 });
    const left = readFileSync(join(folder, 'media/index.json'), 'utf8');
    expect(JSON.parse(left).items).toHaveLength(1);
    expect(left).not.toContain('../up');
  });
});

/** What the directory says of the unpacked size of an entry. */
function sayBytes(zip: Uint8Array, path: RegExp, bytes: number): Uint8Array {
  const buffer = Buffer.from(zip);
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = buffer.indexOf(signature); at >= 0; at = buffer.indexOf(signature, at + 4)) {
    const name = buffer.toString('utf8', at + 46, at + 46 + buffer.readUInt16LE(at + 28));
    if (path.test(name)) buffer.writeUInt32LE(bytes, at + 24);
  }
  return buffer;
}

describe('a backup that is a bomb', () => {
  const pictures = Array.from({ length: 30 }, (_, at) => ({
    name: `${at}.png`,
    bytes: png({ salt: `salt ${at}` }),
  }));

  it.each<[string, () => Uint8Array, BackupFault]>([
    [
      'one file that unpacks to more than 1,500,000,000 bytes',
      () => sayBytes(backupOf({}), /^ledger/, 1_500_000_001),
      'too-large',
    ],
    [
      'many files that unpack to it together',
      () => sayBytes(backupOf({ media: pictures }), /^media\/[0-9a-f]{64}$/, 60_000_000),
      'too-large',
    ],
    [
      'a picture that is larger than any may be',
      () =>
        sayBytes(backupOf({ media: pictures.slice(0, 1) }), /^media\/[0-9a-f]{64}$/, 64_000_001),
      'too-large',
    ],
    [
      'settings that are larger than settings can be',
      () => sayBytes(backupOf({}), /^settings/, 40_000_000),
      'too-large',
    ],
    [
      'a manifest without end',
      () => sayBytes(backupOf({}), /^stagelight-backup/, 40_000_000),
      'too-large',
    ],
    ['a file that lies about its size', () => sayBytes(backupOf({}), /^ledger/, 10), 'damaged'],
    [
      'a picture that lies about its size',
      () => sayBytes(backupOf({ media: pictures.slice(0, 1) }), /^media\/[0-9a-f]{64}$/, 3),
      'damaged',
    ],
    [
      'more files than a backup can have',
      () => {
        const many = Array.from({ length: 5_001 }, (_, at) => [
          `media/${at.toString(16).padStart(64, '0')}`,
          new Uint8Array(1),
        ]);
        return zipSync(Object.fromEntries(many) as Record<string, Uint8Array>, { level: 0 });
      },
      'too-large',
    ],
  ])('is refused: %s', async (_name, make, fault) => {
    expect(await faultOf(make())).toBe(fault);
  });

  it('leaves what is there untouched', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'media'));
    writeFileSync(join(dataDir, 'settings.json'), 'ours');
    const path = join(dataDir, 'theirs.zip');
    writeFileSync(path, sayBytes(backupOf({}), /^ledger/, 10));
    const staging = join(dataDir, 'restore-pending');
    await expect(stageBackup(path, staging, STAGING)).rejects.toThrow(BackupRefusedError);
    expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe('ours');
    expect(existsSync(staging)).toBe(false);
  });
});
