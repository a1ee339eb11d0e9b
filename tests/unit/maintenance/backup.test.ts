import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../../../electron/features/maintenance/backup-maker.ts';
import {
  type BackupFault,
  BackupRefusedError,
} from '../../../electron/features/maintenance/errors.ts';
import { stageBackup } from '../../../electron/features/maintenance/restore-stage.ts';
import { openSecrets } from '../../../electron/features/maintenance/secret-box.ts';
import { donation, openForTest, temporaryFolder } from '../storage/support.ts';
import { addMedia, dataWorld, MOON, MOON_BYTES, STAGING } from './backup-world.ts';

const PASSPHRASE = 'a long enough passphrase';
const NO_SECRETS = { sealed: null, onShare: () => undefined };

async function made(secrets: Record<string, string> | null = null) {
  const world = dataWorld({ language: 'en' });
  world.ledger.record([donation(1), donation(2)]);
  addMedia(world.dataDir, MOON, MOON_BYTES);
  addMedia(world.dataDir, 'index.json', '{"version":1,"items":[]}');
  addMedia(world.dataDir, 'upload-x.part', 'half a file');
  const shares: number[] = [];
  const name = await makeBackup(world.backup, {
    sealed: secrets && { secrets, passphrase: PASSPHRASE },
    onShare: (share) => shares.push(share),
  });
  const path = join(world.dataDir, 'backups', name);
  return { ...world, name, path, shares, entries: unzipSync(readFileSync(path)) };
}

type Entries = Record<string, Uint8Array>;
const KEY = 'k'.repeat(43);
let sample: { readonly entries: Entries; readonly bytes: Buffer } | null = null;

/** A backup with secrets in it, made once. */
async function withSecrets() {
  if (!sample) {
    const { entries, path } = await made({ 'overlay-key': KEY });
    sample = { entries, bytes: readFileSync(path) };
  }
  const path = join(temporaryFolder(), 'with-secrets.zip');
  writeFileSync(path, sample.bytes);
  return { ...sample, path };
}

/** Stages a backup whose files were changed by somebody, and answers what is said of it. */
async function faultOf(change: (entries: Entries) => Entries): Promise<BackupFault | string> {
  const { entries } = await withSecrets();
  const folder = temporaryFolder();
  const path = join(folder, 'changed.zip');
  writeFileSync(path, zipSync(change({ ...entries })));
  const staging = join(folder, 'staging');
  const failure = await stageBackup(path, staging, STAGING).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(existsSync(staging)).toBe(false);
  return failure instanceof BackupRefusedError ? failure.fault : String(failure);
}

/** The same file with another manifest. */
function manifestWith(entries: Entries, change: (manifest: Manifest) => unknown): Entries {
  const manifest: Manifest = JSON.parse(
    Buffer.from(entries['stagelight-backup.json'] ?? []).toString('utf8'),
  );
  return { ...entries, 'stagelight-backup.json': strToU8(JSON.stringify(change(manifest))) };
}

interface Manifest {
  readonly format: number;
  readonly files: readonly { readonly path: string; bytes: number; sha256: string }[];
}

describe('a backup', () => {
  it('holds settings, books and media, and nothing that is on its way in', async () => {
    const { entries } = await made();
    expect(Object.keys(entries).sort()).toEqual([
      'ledger.sqlite',
      `media/${MOON}`,
      'media/index.json',
      'settings.json',
      'stagelight-backup.json',
    ]);
  });

  it('is readable by its owner only, and named by its time', async () => {
    const { name, path } = await made();
    expect(name).toBe('stagelight-backup-20260102-030405.zip');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has the books as they are while they are open and written to', async () => {
    const { path, ledger } = await made();
    ledger.record([donation(3)]);
    const folder = join(temporaryFolder(), 'staging');
    const { contents } = await stageBackup(path, folder, STAGING);
    expect(contents.events).toBe(2);
    // The copy stands for itself.
    expect(readdirSync(folder).filter((file) => file.startsWith('ledger'))).toEqual([
      'ledger.sqlite',
    ]);
    const repository = openForTest(join(folder, 'ledger.sqlite')).ledger;
    expect(repository.countAlerts('queued')).toBe(2);
  });

  it('tells how far it is, up to the end', async () => {
    const { shares } = await made();
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.every((share, at) => at === 0 || share >= (shares[at - 1] ?? 0))).toBe(true);
    expect(shares.at(-1)).toBe(1);
  });

  it('leaves nothing else in the data folder', async () => {
    const { dataDir } = await made();
    expect(readdirSync(dataDir).filter((file) => file.includes('copy'))).toEqual([]);
    expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  });

  it('has no secret unless that is asked for', async () => {
    const { entries } = await made();
    expect(entries['secrets.json']).toBeUndefined();
  });

  it('has secrets only behind the passphrase', async () => {
    const { entries, bytes } = await withSecrets();
    expect(bytes.includes(KEY)).toBe(false);
    const box = Buffer.from(entries['secrets.json'] ?? []).toString('utf8');
    expect(await openSecrets(box, PASSPHRASE)).toEqual({ 'overlay-key': KEY });
  });

  it('of a folder without media is one too', async () => {
    const world = dataWorld();
    const name = await makeBackup(world.backup, NO_SECRETS);
    const staged = await stageBackup(
      join(world.dataDir, 'backups', name),
      join(world.dataDir, 'staging'),
      STAGING,
    );
    expect(staged.contents).toMatchObject({ events: 0, mediaFiles: 0, hasSecrets: false });
  });

  it('that cannot be written leaves no file behind', async () => {
    const world = dataWorld();
    const copyLedger = () => Promise.reject(new Error('no books today'));
    await expect(makeBackup({ ...world.backup, copyLedger }, NO_SECRETS)).rejects.toThrow(
      'no books',
    );
    expect(await world.backup.keep.list()).toEqual([]);
  });

  it('that could not be restored is not made, and says what to do', async () => {
    const world = dataWorld();
    // Sparse: it takes no room.
    const copyLedger = async (target: string) => {
      writeFileSync(target, '');
      truncateSync(target, 1_500_000_000);
    };
    await expect(makeBackup({ ...world.backup, copyLedger }, NO_SECRETS)).rejects.toMatchObject({
      problem: { code: 'backup-cannot-be-made', values: { gigabytes: 1.5 } },
      message: expect.stringContaining('1.5 GB'),
    });
    expect(await world.backup.keep.list()).toEqual([]);
    expect(readdirSync(world.dataDir).filter((file) => file.includes('copy'))).toEqual([]);
  });

  it('of the same second has a name of its own', async () => {
    const world = dataWorld();
    await makeBackup(world.backup, NO_SECRETS);
    expect(await makeBackup(world.backup, NO_SECRETS)).toBe(
      'stagelight-backup-20260102-030405-2.zip',
    );
  });
});

describe('a backup that is looked at', () => {
  it('says what is in it', async () => {
    const { path } = await withSecrets();
    const { contents } = await stageBackup(path, join(temporaryFolder(), 'staging'), STAGING);
    expect(contents).toMatchObject({
      app: '1.2.3',
      createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      events: 2,
      mediaFiles: 1,
      hasSecrets: true,
      badSettings: [],
    });
  });

  it('unpacks no secret to the disk', async () => {
    const { path } = await withSecrets();
    const folder = join(temporaryFolder(), 'staging');
    const { secretsText } = await stageBackup(path, folder, STAGING);
    expect(secretsText).not.toBeNull();
    expect(readdirSync(folder).sort()).toEqual(['ledger.sqlite', 'media', 'settings.json']);
  });

  it.each<[string, (entries: Entries) => Entries, BackupFault]>([
    ['has no manifest', ({ 'stagelight-backup.json': _gone, ...rest }) => rest, 'not-ours'],
    [
      'is of a newer format',
      (entries) => manifestWith(entries, (manifest) => ({ ...manifest, format: 2 })),
      'too-new',
    ],
    [
      'is another program’s',
      (entries) => manifestWith(entries, () => ({ hello: 'there' })),
      'not-ours',
    ],
    [
      'has a file with another content',
      (entries) => ({ ...entries, 'media/index.json': strToU8('{"version":1,"items":[ ]}') }),
      'damaged',
    ],
    [
      'has a file of the same size with another content',
      (entries) => ({
        ...entries,
        [`media/${MOON}`]: Uint8Array.from(MOON_BYTES, (byte, at) => (at === 50 ? byte ^ 1 : byte)),
      }),
      'damaged',
    ],
    ['lacks the books', ({ 'ledger.sqlite': _gone, ...rest }) => rest, 'damaged'],
    [
      'lacks the settings, and its manifest knows it',
      ({ 'settings.json': _gone, ...rest }) =>
        manifestWith(rest, ({ files, ...manifest }) => ({
          ...manifest,
          files: files.filter(({ path }) => path !== 'settings.json'),
        })),
      'damaged',
    ],
    [
      'has a file that the manifest does not name',
      (entries) => ({ ...entries, [`media/${'0'.repeat(64)}`]: strToU8('x') }),
      'damaged',
    ],
    [
      'has a file that no backup has',
      (entries) => ({ ...entries, 'vault.json': strToU8('{}') }),
      'unsafe',
    ],
    [
      'has a file outside of its folder',
      (entries) => ({ ...entries, '../settings.json': strToU8('{}') }),
      'unsafe',
    ],
    [
      'has media under another name than their content’s',
      (entries) => {
        const name = `media/${'a'.repeat(64)}`;
        const { [`media/${MOON}`]: moon = new Uint8Array(), ...rest } = entries;
        return manifestWith({ ...rest, [name]: moon }, ({ files, ...manifest }) => ({
          ...manifest,
          files: files.map((file) =>
            file.path === `media/${MOON}` ? { ...file, path: name } : file,
          ),
        }));
      },
      'damaged',
    ],
    [
      'has a box of secrets that is none',
      (entries) => {
        const text = strToU8('{}');
        return manifestWith({ ...entries, 'secrets.json': text }, ({ files, ...manifest }) => ({
          ...manifest,
          files: files.map((file) =>
            file.path === 'secrets.json' ? { ...file, bytes: text.length } : file,
          ),
        }));
      },
      'damaged',
    ],
  ])('is refused when it %s, and nothing of it stays', async (_name, change, fault) => {
    expect(await faultOf(change)).toBe(fault);
  });

  it('is refused when its books are another database', async () => {
    const { path } = await made();
    const folder = join(temporaryFolder(), 'staging');
    const staging = stageBackup(path, folder, { ...STAGING, adoptLedger: () => null });
    await expect(staging).rejects.toThrow(BackupRefusedError);
  });

  it('is refused when its settings are none', async () => {
    const { path } = await made();
    const parts = { ...STAGING, understandSettings: () => null };
    await expect(stageBackup(path, join(temporaryFolder(), 'staging'), parts)).rejects.toThrow(
      BackupRefusedError,
    );
  });

  it('names the settings that will have their defaults', async () => {
    const { backup } = dataWorld();
    const settings = JSON.stringify({ version: 1, port: 'often' });
    const name = await makeBackup({ ...backup, settings }, NO_SECRETS);
    const path = join(backup.dataDir, 'backups', name);
    const staged = await stageBackup(path, join(backup.dataDir, 'staging'), STAGING);
    expect(staged.contents.badSettings).toEqual(['port']);
  });
});
