import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  applyPendingRestore,
  dropPending,
  markReady,
  PENDING,
} from '../../../electron/features/maintenance/restore-apply.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { temporaryFolder } from '../storage/support.ts';

const NAMES = ['settings.json', 'ledger.sqlite', 'ledger.sqlite-wal', 'media/a'] as const;

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const textOf = (folder: string, name: string): string | null =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;

/** A data folder that is in use, with a checked backup beside it. */
function setUp() {
  const dataDir = temporaryFolder();
  const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  const parts = { dataDir, clock, files: createFiles(clock), log: silentLogger };
  for (const name of NAMES) write(dataDir, name, `old ${name}`);
  const pending = join(dataDir, PENDING);
  for (const name of ['ledger.sqlite', 'media/b']) write(pending, name, `new ${name}`);
  write(pending, 'settings.json', '{"language":"new"}');
  const aside = join(dataDir, 'before-restore-20260102-030405');
  return { dataDir, pending, aside, parts };
}

describe('a restore at the start', () => {
  it('puts the backup in the place of what was there, and keeps that beside it', async () => {
    const { dataDir, pending, aside, parts } = setUp();
    await markReady(parts, 'keep');
    const notice = await applyPendingRestore(parts);
    expect(textOf(dataDir, 'settings.json')).toContain('"new"');
    expect(textOf(dataDir, 'ledger.sqlite')).toBe('new ledger.sqlite');
    expect(textOf(dataDir, 'media/b')).toBe('new media/b');
    expect(textOf(dataDir, 'media/a')).toBeNull();
    // Companions of other books would be taken for these books'.
    expect(textOf(dataDir, 'ledger.sqlite-wal')).toBeNull();
    for (const name of NAMES) expect(textOf(aside, name)).toBe(`old ${name}`);
    expect(existsSync(pending)).toBe(false);
    expect(notice).toEqual({
      code: 'restore-done',
      values: { folder: 'before-restore-20260102-030405' },
    });
  });

  it('does nothing with a backup that nobody has said yes to, and forgets it', async () => {
    const { dataDir, pending, parts } = setUp();
    expect(await applyPendingRestore(parts)).toBeNull();
    expect(textOf(dataDir, 'settings.json')).toBe('old settings.json');
    expect(existsSync(pending)).toBe(false);
  });

  it('does nothing where nothing waits', async () => {
    const { dataDir, parts } = setUp();
    await dropPending(parts);
    expect(await applyPendingRestore(parts)).toBeNull();
    expect(textOf(dataDir, 'ledger.sqlite')).toBe('old ledger.sqlite');
  });

  it.each([
    ['before the first step', []],
    ['between two of its steps', ['settings.json']],
    ['after the old books went and before the new ones came', ['settings.json', 'gone']],
    ['after everything but the last word', ['settings.json', 'ledger.sqlite', 'media']],
  ])('that was cut off %s is brought to its end by the next start', async (_name, done) => {
    const { dataDir, pending, aside, parts } = setUp();
    await markReady(parts, 'keep');
    const { renameSync } = await import('node:fs');
    mkdirSync(aside, { recursive: true });
    for (const name of done) {
      const present = name === 'gone' ? 'ledger.sqlite' : name;
      renameSync(join(dataDir, present), join(aside, present));
      if (present === 'ledger.sqlite' && name !== 'gone') {
        renameSync(join(dataDir, 'ledger.sqlite-wal'), join(aside, 'ledger.sqlite-wal'));
      }
      if (name !== 'gone') renameSync(join(pending, name), join(dataDir, name));
    }
    expect(await applyPendingRestore(parts)).toMatchObject({ code: 'restore-done' });
    expect(textOf(dataDir, 'settings.json')).toContain('"new"');
    expect(textOf(dataDir, 'ledger.sqlite')).toBe('new ledger.sqlite');
    expect(textOf(dataDir, 'ledger.sqlite-wal')).toBeNull();
    expect(textOf(dataDir, 'media/b')).toBe('new media/b');
    for (const name of NAMES) expect(textOf(aside, name)).toBe(`old ${name}`);
  });

  it('that the system refuses in the middle leaves everything as it was', async () => {
    const { dataDir, aside, parts } = setUp();
    await markReady(parts, 'keep');
    // A folder stands where the old media are to go: the last step but one fails.
    write(aside, 'media/in-the-way', 'x');
    const notice = await applyPendingRestore(parts);
    for (const name of NAMES) expect(textOf(dataDir, name)).toBe(`old ${name}`);
    expect(notice).toEqual({ code: 'restore-failed' });
    // The next start is an ordinary one.
    expect(await applyPendingRestore(parts)).toBeNull();
  });

  it('that is given up takes its word back before anything else, and without the word it is nothing', async () => {
    const { dataDir, pending, parts } = setUp();
    await markReady(parts, 'keep');
    const left: string[][] = [];
    const cutOff = {
      ...parts,
      files: {
        ...parts.files,
        async remove(path: string) {
          await parts.files.remove(path);
          left.push(readdirSync(pending).sort());
          throw new Error('the power is gone');
        },
      },
    };
    await expect(dropPending(cutOff)).rejects.toThrow('the power is gone');
    expect(left).toEqual([['ledger.sqlite', 'media', 'settings.json']]);
    expect(await applyPendingRestore(parts)).toBeNull();
    for (const name of NAMES) expect(textOf(dataDir, name)).toBe(`old ${name}`);
  });

  it('whose word cannot be taken back stays whole', async () => {
    const { pending, parts } = setUp();
    await markReady(parts, 'keep');
    const remove = () => Promise.reject(new Error('the disk refuses'));
    await expect(dropPending({ ...parts, files: { ...parts.files, remove } })).rejects.toThrow(
      'the disk refuses',
    );
    expect(readdirSync(pending).sort()).toEqual([
      'ledger.sqlite',
      'media',
      'ready.json',
      'settings.json',
    ]);
  });

  it('does not go by a word that makes no sense', async () => {
    const { dataDir, pending, parts } = setUp();
    write(pending, 'ready.json', '{"aside":"../../elsewhere"}');
    expect(await applyPendingRestore(parts)).toEqual({ code: 'restore-failed' });
    for (const name of NAMES) expect(textOf(dataDir, name)).toBe(`old ${name}`);
  });

  it('without media in the backup leaves those that are here', async () => {
    const { dataDir, pending, parts } = setUp();
    rmSync(join(pending, 'media'), { recursive: true });
    await markReady(parts, 'keep');
    await applyPendingRestore(parts);
    expect(textOf(dataDir, 'media/a')).toBe('old media/a');
    expect(readdirSync(join(dataDir, 'media'))).toEqual(['a']);
  });
});

const OURS = {
  language: 'ko',
  linkedBefore: true,
  connect: { clientId: 'ours', baseUrl: '', authUrl: '', redirectUri: 'http://127.0.0.1:5/cb' },
  desktop: { mode: 'connect', step: 'done', allowWeakVault: false, closeToTray: false },
  obs: { agreed: false, host: '127.0.0.1', port: 4455 },
};
const THEIRS = {
  language: 'en',
  linkedBefore: false,
  port: 17_900,
  connect: {
    clientId: 'theirs',
    baseUrl: 'https://collect.example',
    authUrl: 'https://collect.example/in',
    redirectUri: 'http://127.0.0.1:6/cb',
  },
  desktop: { mode: 'demo', step: 'overlay', allowWeakVault: true, closeToTray: true },
  obs: { agreed: true, host: 'collect.example', port: 4466 },
};

describe('the settings of a backup', () => {
  async function restored(
    present: object | string | null,
    theirs: object,
    connection: 'keep' | 'take',
  ) {
    const { dataDir, pending, parts } = setUp();
    rmSync(join(dataDir, 'settings.json'));
    if (present !== null) {
      const text = typeof present === 'string' ? present : JSON.stringify(present);
      write(dataDir, 'settings.json', text);
    }
    write(pending, 'settings.json', JSON.stringify(theirs));
    await markReady(parts, connection);
    expect(await applyPendingRestore(parts)).toMatchObject({ code: 'restore-done' });
    return JSON.parse(textOf(dataDir, 'settings.json') ?? '');
  }

  it('come without its connection, its mode and its word about weak keeping', async () => {
    expect(await restored(OURS, THEIRS, 'keep')).toEqual({
      language: 'en',
      port: 17_900,
      linkedBefore: true,
      connect: OURS.connect,
      desktop: { mode: 'connect', step: 'done', allowWeakVault: false, closeToTray: true },
      obs: OURS.obs,
    });
  });

  it('open no port of this computer and send nothing to devices of theirs', async () => {
    const theirs = {
      streamerbot: { on: true, port: 8_080, needsPassword: false, origins: [] },
      osc: { on: true, port: 8_000, peers: ['192.168.0.66:9000'] },
    };
    const ours = { osc: { on: false, port: 8_100, peers: [] } };
    for (const choice of ['keep', 'take'] as const) {
      const settings = await restored({ ...OURS, ...ours }, { ...THEIRS, ...theirs }, choice);
      expect(settings).toMatchObject(ours);
      expect(settings).not.toHaveProperty('streamerbot');
    }
  });

  it.each([
    ['nothing is set yet', null],
    ['the file is no settings', 'not json'],
    ['what is set has no connection', { language: 'ko' }],
  ])('bring no connection where %s', async (_name, present) => {
    expect(await restored(present, THEIRS, 'keep')).toEqual({
      language: 'en',
      port: 17_900,
      desktop: { closeToTray: true },
    });
  });

  it('bring the connection where that was chosen, never the word about weak keeping', async () => {
    expect(await restored(OURS, THEIRS, 'take')).toEqual({
      language: 'en',
      port: 17_900,
      connect: THEIRS.connect,
      desktop: { mode: 'connect', step: 'overlay', allowWeakVault: false, closeToTray: true },
      obs: OURS.obs,
    });
  });

  it('keep the connection also where the first start was cut off behind the old ones', async () => {
    const { dataDir, pending, aside, parts } = setUp();
    write(aside, 'settings.json', JSON.stringify(OURS));
    rmSync(join(dataDir, 'settings.json'));
    write(pending, 'settings.json', JSON.stringify(THEIRS));
    await markReady(parts, 'keep');
    await applyPendingRestore(parts);
    expect(JSON.parse(textOf(dataDir, 'settings.json') ?? '')).toMatchObject({
      connect: OURS.connect,
      desktop: { mode: 'connect', allowWeakVault: false },
    });
  });
});
