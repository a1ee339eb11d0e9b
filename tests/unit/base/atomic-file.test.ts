import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTextOrNull, setAside, writeFileAtomic } from '../../../electron/base/atomic-file.ts';
import { createFiles, errorCode, whileHeld } from '../../../electron/base/files.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles } from './failing-files.ts';
import { makeTempFolders } from './temp-folder.ts';

const tempFolder = makeTempFolders();
const files = createFiles(new VirtualClock());

describe('an atomic write on a real disk', () => {
  it('creates the file for its owner only and leaves nothing else behind', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    await writeFileAtomic(path, '한글', files);
    expect(readFileSync(path, 'utf8')).toBe('한글');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('replaces the former text as a whole', async () => {
    const path = join(tempFolder(), 'a.json');
    await writeFileAtomic(path, 'a long former text', files);
    await writeFileAtomic(path, 'new', files);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('narrows the rights of a file that others could read', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o666);
    await writeFileAtomic(path, 'new', files);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('goes on after a crash that left a temporary file', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    writeFileSync(`${path}.tmp`, 'half');
    await writeFileAtomic(path, 'new', files);
    expect(readdirSync(folder)).toEqual(['a.json']);
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('writes through no symbolic link, neither of the file nor of the temporary one', async () => {
    const folder = tempFolder();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    const path = join(folder, 'a.json');
    symlinkSync(victim, path);
    symlinkSync(victim, `${path}.tmp`);
    await writeFileAtomic(path, 'new', files);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(lstatSync(path).isSymbolicLink()).toBe(false);
  });

  it('tells the failure and keeps the former text when the file cannot be replaced', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    mkdirSync(path);
    writeFileSync(join(path, 'former'), 'old');
    const failure = await writeFileAtomic(path, 'new', files).catch((cause: unknown) => cause);
    expect(errorCode(failure)).toBe('EISDIR');
    expect(readdirSync(folder)).toEqual(['a.json']);
    expect(readFileSync(join(path, 'former'), 'utf8')).toBe('old');
  });

  it('makes the folders that are missing, for their owner only', async () => {
    const folder = tempFolder();
    await writeFileAtomic(join(folder, 'one', 'two', 'a.json'), 'new', files);
    expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'one', 'two')).mode & 0o777).toBe(0o700);
  });
});

describe('an atomic write and a power cut', () => {
  const path = '/data/a.json';

  async function stepsOfOneWrite(): Promise<number> {
    const disk = new MemoryFiles();
    await writeFileAtomic(path, 'old', disk);
    const before = disk.steps;
    await writeFileAtomic(path, 'new', disk);
    return disk.steps - before;
  }

  it.each([{ namesKept: true }, { namesKept: false }])(
    'leaves the old or the new text at every step (unsynced names kept: $namesKept)',
    async ({ namesKept }) => {
      const total = await stepsOfOneWrite();
      expect(total).toBeGreaterThanOrEqual(6);
      const found = new Set<string | null>();
      for (let steps = 0; steps <= total; steps += 1) {
        const disk = new MemoryFiles();
        await writeFileAtomic(path, 'old', disk);
        disk.cutAfter(steps);
        const written = await writeFileAtomic(path, 'new', disk).then(
          () => true,
          () => false,
        );
        const text = await readTextOrNull(path, disk.afterPowerCut(namesKept));
        expect(['old', 'new'], `after ${steps} steps`).toContain(text);
        if (written) expect(text).toBe('new');
        found.add(text);
      }
      expect(found).toEqual(new Set(['old', 'new']));
    },
  );
});

describe('reading', () => {
  it('answers null where there is no file, and empty text for an empty one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'empty'), '');
    expect(await readTextOrNull(join(folder, 'none'), files)).toBeNull();
    expect(await readTextOrNull(join(folder, 'empty'), files)).toBe('');
  });

  it('does not take a folder for a missing file', async () => {
    await expect(readTextOrNull(tempFolder(), files)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('setting a file aside', () => {
  it('keeps it under its name with the date and time in UTC', async () => {
    const folder = tempFolder();
    const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
    writeFileSync(join(folder, 'vault.json'), 'broken');
    const kept = await setAside(join(folder, 'vault.json'), files, clock);
    expect(kept).toBe(join(folder, 'vault-corrupt-20260102-030405.json'));
    expect(readdirSync(folder)).toEqual(['vault-corrupt-20260102-030405.json']);
    expect(readFileSync(kept, 'utf8')).toBe('broken');
  });

  it('never replaces what was set aside in the same second', async () => {
    const folder = tempFolder();
    const clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(join(folder, 'vault.json'), text);
      await setAside(join(folder, 'vault.json'), files, clock);
    }
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.sort()).toEqual(['first', 'second', 'third']);
  });
});

describe('files on Windows', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits for a file that is held (%s)', async (code) => {
    const clock = new VirtualClock();
    let attempts = 0;
    const done = whileHeld(async () => {
      attempts += 1;
      if (attempts < 4) throw Object.assign(new Error('held'), { code });
      return 'renamed';
    }, clock);
    await clock.advance(1000);
    await expect(done).resolves.toBe('renamed');
    expect(attempts).toBe(4);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up on a file that stays held', async () => {
    const clock = new VirtualClock();
    const done = whileHeld(async () => {
      throw Object.assign(new Error('held'), { code: 'EBUSY' });
    }, clock).catch((failure: unknown) => errorCode(failure));
    await clock.advance(10_000);
    expect(await done).toBe('EBUSY');
  });

  it('does not repeat a rename that fails for another reason', async () => {
    const clock = new VirtualClock();
    const folder = tempFolder();
    const windows = createFiles(clock, 'win32');
    await expect(windows.rename(join(folder, 'none'), join(folder, 'to'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not try to sync a folder', async () => {
    await expect(
      createFiles(new VirtualClock(), 'win32').syncFolder('/nowhere/at/all'),
    ).resolves.toBeUndefined();
  });
});
