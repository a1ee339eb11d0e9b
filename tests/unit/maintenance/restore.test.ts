import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { WorkEndedError } from '../../../electron/base/heavy-work.ts';
import { makeBackup } from '../../../electron/features/maintenance/backup-maker.ts';
import {
  MaintenanceRefusedError,
  WrongPassphraseError,
} from '../../../electron/features/maintenance/errors.ts';
import { Restore } from '../../../electron/features/maintenance/restore.ts';
import {
  applyPendingRestore,
  PENDING,
} from '../../../electron/features/maintenance/restore-apply.ts';
import { stageBackup } from '../../../electron/features/maintenance/restore-stage.ts';
import { UPLOAD_SILENCE_MS } from '../../../electron/features/maintenance/restore-upload.ts';
import type { TheirConnection } from '../../../electron/host/core-options.ts';
import { BACKUP_PART_BYTES } from '../../../shared/contract/maintenance.ts';
import { donation } from '../storage/support.ts';
import { dataWorld, STAGING } from './backup-world.ts';

const PASSPHRASE = 'a long enough passphrase';
const SECRETS = { 'client-secret': 'secret-of-the-backup', 'overlay-key': 'o'.repeat(43) };

let sealedBytes: Buffer | null = null;

/** Puts a backup with secrets into the folder; made once. */
async function keepSealed(dataDir: string): Promise<string> {
  const name = 'stagelight-backup-20260101-000000.zip';
  if (!sealedBytes) {
    const { backup, dataDir: elsewhere } = dataWorld();
    const sealed = { secrets: SECRETS, passphrase: PASSPHRASE };
    const made = await makeBackup(backup, { sealed, onShare: () => undefined });
    sealedBytes = readFileSync(join(elsewhere, 'backups', made));
  }
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  writeFileSync(join(dataDir, 'backups', name), sealedBytes);
  return name;
}

interface SetUpOptions {
  readonly isDemo?: boolean;
  readonly withSecrets?: boolean;
  readonly connection?: TheirConnection;
}

async function setUp(options: SetUpOptions = {}) {
  const world = dataWorld({ language: 'en' });
  world.ledger.record([donation(1)]);
  const name = options.withSecrets
    ? await keepSealed(world.dataDir)
    : await makeBackup(world.backup, { sealed: null, onShare: () => undefined });
  const vault = new Map<string, string>([['client-secret', 'secret-of-now']]);
  const refuses = new Set<string>();
  const phases: string[] = [];
  const restore: Restore = new Restore({
    ...world,
    stage: (zip, folder) => stageBackup(zip, folder, STAGING),
    connectionOf: () => options.connection ?? { isSame: true, other: null },
    kept: world.backup.keep,
    demo: options.isDemo ?? false,
    vault: {
      read: async (secret) => vault.get(secret) ?? null,
      write: async (secret, value) => {
        if (refuses.has(secret)) throw new Error('the vault is locked');
        vault.set(secret, value);
      },
      remove: async (secret) => void vault.delete(secret),
    },
    onChange: () => phases.push(restore.desk.phase),
  });
  const file = readFileSync(join(world.dataDir, 'backups', name));
  return { ...world, restore, vault, refuses, phases, name, file };
}

async function upload(restore: Restore, file: Buffer, name = 'from-elsewhere.zip'): Promise<void> {
  const id = await restore.beginUpload(name, file.length);
  for (let at = 0, index = 0; at < file.length; at += BACKUP_PART_BYTES, index += 1) {
    const part = file.subarray(at, at + BACKUP_PART_BYTES);
    await restore.addPart(id, index, part.toString('base64'));
  }
  await restore.finishUpload(id);
  await restore.checked;
}

const isReady = (dataDir: string) => existsSync(join(dataDir, PENDING, 'ready.json'));

describe('a restore', () => {
  it('shows what is in a file before anything happens', async () => {
    const { restore, file, dataDir, phases } = await setUp();
    await upload(restore, file);
    expect(restore.desk).toMatchObject({
      phase: 'ready',
      name: 'from-elsewhere.zip',
      contents: { events: 1, hasSecrets: false },
    });
    expect(phases).toEqual(['checking', 'ready']);
    expect(isReady(dataDir)).toBe(false);
    expect(existsSync(join(dataDir, 'restore-upload.zip'))).toBe(false);
  });

  it('is taken with the next start, once somebody has said so', async () => {
    const world = await setUp();
    await world.restore.open(world.name);
    await world.restore.checked;
    await world.restore.apply(null, 'keep');
    expect(world.restore.desk.phase).toBe('waits-for-restart');
    world.ledger.close();
    expect(await applyPendingRestore(world)).toMatchObject({ code: 'restore-done' });
  });

  it('can be taken back until the start', async () => {
    const { restore, name, dataDir } = await setUp();
    await restore.open(name);
    await restore.checked;
    await restore.apply(null, 'keep');
    await restore.cancel();
    expect(restore.desk.phase).toBe('none');
    expect(existsSync(join(dataDir, PENDING))).toBe(false);
  });

  it('says why a file cannot be taken, and takes the next one', async () => {
    const { restore, file } = await setUp();
    await upload(restore, Buffer.from('not a zip at all, but long enough to be looked at'));
    expect(restore.desk).toMatchObject({ phase: 'failed', problem: { code: 'backup-no-zip' } });
    await upload(restore, file);
    expect(restore.desk.phase).toBe('ready');
  });

  it('of nothing is refused', async () => {
    const { restore } = await setUp();
    await expect(restore.apply(null, 'keep')).rejects.toThrow(MaintenanceRefusedError);
    await expect(restore.open('stagelight-backup-20200101-000000.zip')).rejects.toThrow(
      MaintenanceRefusedError,
    );
  });

  it('is refused in the demo', async () => {
    const { restore, name } = await setUp({ isDemo: true });
    await expect(restore.open(name)).rejects.toThrow(MaintenanceRefusedError);
    await expect(restore.beginUpload('x.zip', 10)).rejects.toThrow(MaintenanceRefusedError);
  });
});

describe('secrets that are restored', () => {
  it('come into the vault with the passphrase', async () => {
    const { restore, name, vault } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    await restore.apply(PASSPHRASE, 'keep');
    expect(Object.fromEntries(vault)).toEqual(SECRETS);
  });

  it('stay out when they are not wanted', async () => {
    const { restore, name, vault } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    await restore.apply(null, 'keep');
    expect(Object.fromEntries(vault)).toEqual({ 'client-secret': 'secret-of-now' });
  });

  it('with another passphrase change nothing; it can be typed again', async () => {
    const { restore, name, vault, dataDir } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    await expect(restore.apply('another passphrase', 'keep')).rejects.toThrow(WrongPassphraseError);
    expect(Object.fromEntries(vault)).toEqual({ 'client-secret': 'secret-of-now' });
    expect(isReady(dataDir)).toBe(false);
    expect(restore.desk.phase).toBe('ready');
    await restore.apply(PASSPHRASE, 'keep');
    expect(isReady(dataDir)).toBe(true);
  });

  it.each([
    ['it is taken back', (restore: Restore) => restore.cancel()],
    [
      'another one is looked at',
      async (restore: Restore, name: string) => {
        await restore.open(name);
        await restore.checked;
      },
    ],
  ])('are put back where %s before the start', async (_, change) => {
    const { restore, name, vault, dataDir } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    await restore.apply(PASSPHRASE, 'keep');
    expect(Object.fromEntries(vault)).toEqual(SECRETS);
    await change(restore, name);
    expect(Object.fromEntries(vault)).toEqual({ 'client-secret': 'secret-of-now' });
    expect(existsSync(join(dataDir, PENDING, 'ready.json'))).toBe(false);
  });

  it('are not put over what was made anew since then', async () => {
    const { restore, name, vault } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    await restore.apply(PASSPHRASE, 'keep');
    vault.set('overlay-key', 'made anew');
    await restore.cancel();
    expect(Object.fromEntries(vault)).toEqual({
      'client-secret': 'secret-of-now',
      'overlay-key': 'made anew',
    });
  });

  it('are put back when the vault refuses one of them', async () => {
    const { restore, name, vault, refuses, dataDir } = await setUp({ withSecrets: true });
    await restore.open(name);
    await restore.checked;
    refuses.add('overlay-key');
    await expect(restore.apply(PASSPHRASE, 'keep')).rejects.toThrow('locked');
    expect(Object.fromEntries(vault)).toEqual({ 'client-secret': 'secret-of-now' });
    expect(isReady(dataDir)).toBe(false);
  });
});

describe('the connection of a backup', () => {
  const other = {
    clientId: 'thei••••here',
    baseUrl: 'https://x.example',
    authUrl: 'https://x.example',
  };
  const signedIn = (vault: Map<string, string>): void => {
    vault.set('grant', 'the sign-in');
    vault.set('session', 'the session');
    vault.set('overlay-key', 'p'.repeat(43));
  };
  const opened = async (connection: TheirConnection, withSecrets = true) => {
    const world = await setUp({ withSecrets, connection });
    signedIn(world.vault);
    await world.restore.open(world.name);
    await world.restore.checked;
    return world;
  };
  const word = (dataDir: string) =>
    JSON.parse(readFileSync(join(dataDir, PENDING, 'ready.json'), 'utf8')).connection;

  it('is shown where it is another one, and not taken unless that is chosen', async () => {
    const { restore, vault, dataDir } = await opened({ isSame: false, other });
    expect(restore.desk).toMatchObject({ phase: 'ready', contents: { connection: other } });
    await restore.apply(PASSPHRASE, 'keep');
    expect(word(dataDir)).toBe('keep');
    // Keys of pages come, the secret of another application does not, and nobody is signed out.
    expect(Object.fromEntries(vault)).toEqual({
      grant: 'the sign-in',
      session: 'the session',
      'client-secret': 'secret-of-now',
      'overlay-key': 'o'.repeat(43),
    });
  });

  it('that is chosen takes sign-in, session and secret out of the vault first', async () => {
    const { restore, vault, dataDir } = await opened({ isSame: false, other }, false);
    await restore.apply(null, 'take');
    expect(word(dataDir)).toBe('take');
    expect(Object.fromEntries(vault)).toEqual({ 'overlay-key': 'p'.repeat(43) });
  });

  it('that is chosen brings its own secret with it', async () => {
    const { restore, vault } = await opened({ isSame: false, other });
    await restore.apply(PASSPHRASE, 'take');
    expect(Object.fromEntries(vault)).toEqual(SECRETS);
  });

  it('that is chosen and taken back leaves the vault as it was', async () => {
    const { restore, vault } = await opened({ isSame: false, other });
    const before = Object.fromEntries(vault);
    await restore.apply(PASSPHRASE, 'take');
    await restore.cancel();
    expect(Object.fromEntries(vault)).toEqual(before);
  });

  it.each([
    ['overlay-key', []],
    // What the vault takes no more cannot be put back either; the rest is.
    ['client-secret', ['client-secret']],
  ])('is not taken where the vault refuses %s', async (refused, lost) => {
    const { restore, vault, refuses, dataDir } = await opened({ isSame: false, other });
    const before = Object.fromEntries(vault);
    refuses.add(refused);
    await expect(restore.apply(PASSPHRASE, 'take')).rejects.toThrow('locked');
    expect(isReady(dataDir)).toBe(false);
    expect(Object.keys(before).filter((name) => vault.get(name) !== before[name])).toEqual(lost);
  });

  it('cannot be chosen where there is none to take', async () => {
    const { restore, vault, dataDir } = await opened({ isSame: false, other: null });
    const before = Object.fromEntries(vault);
    await expect(restore.apply(PASSPHRASE, 'take')).rejects.toMatchObject({
      problem: { code: 'care-no-connection' },
    });
    expect(Object.fromEntries(vault)).toEqual(before);
    expect(isReady(dataDir)).toBe(false);
  });
});

describe('a look at a backup', () => {
  it('is given up when somebody says so, and nothing of it stays', async () => {
    const world = await setUp();
    const seen: AbortSignal[] = [];
    const restore = new Restore({
      ...world,
      connectionOf: () => ({ isSame: true, other: null }),
      kept: world.backup.keep,
      demo: false,
      vault: {
        read: async () => null,
        write: async () => undefined,
        remove: async () => undefined,
      },
      onChange: () => undefined,
      stage: (_zip, folder, signal) => {
        seen.push(signal);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'half.tmp'), 'half');
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new WorkEndedError('given-up')));
        });
      },
    });
    await restore.open(world.name);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(restore.desk.phase).toBe('checking');
    await restore.cancel();
    expect(restore.desk.phase).toBe('none');
    expect(existsSync(join(world.dataDir, PENDING))).toBe(false);
  });
});

describe('a backup on its way in', () => {
  it.each<[string, (id: string, restore: Restore) => Promise<unknown>]>([
    ['parts in another order', (id, restore) => restore.addPart(id, 1, 'AAAA')],
    ['more than was announced', (id, restore) => restore.addPart(id, 0, 'A'.repeat(40))],
    ['what is no base64', (id, restore) => restore.addPart(id, 0, 'ÄÄÄ')],
    ['nothing', (id, restore) => restore.addPart(id, 0, '')],
    ['its end too early', (id, restore) => restore.finishUpload(id)],
    ['parts of another', (_id, restore) => restore.addPart('another', 0, 'AAAA')],
  ])('is over with %s', async (_name, step) => {
    const { restore, dataDir } = await setUp();
    const id = await restore.beginUpload('x.zip', 12);
    await expect(step(id, restore)).rejects.toThrow(MaintenanceRefusedError);
    await restore.cancel();
    expect(existsSync(join(dataDir, 'restore-upload.zip'))).toBe(false);
  });

  it('is given up after a minute without a part', async () => {
    const { restore, clock, dataDir } = await setUp();
    const id = await restore.beginUpload('x.zip', 12);
    await clock.advance(UPLOAD_SILENCE_MS);
    await expect(restore.addPart(id, 0, 'AAAA')).rejects.toThrow(MaintenanceRefusedError);
    expect(existsSync(join(dataDir, 'restore-upload.zip'))).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives way to another one', async () => {
    const { restore, file } = await setUp();
    const first = await restore.beginUpload('one.zip', 12);
    await upload(restore, file, 'other.zip');
    await expect(restore.addPart(first, 0, 'AAAA')).rejects.toThrow(MaintenanceRefusedError);
    expect(restore.desk).toMatchObject({ phase: 'ready', name: 'other.zip' });
  });
});
