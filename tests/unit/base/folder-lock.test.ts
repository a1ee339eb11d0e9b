import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { sayProblem } from '../../../electron/base/errors.ts';
import { createFiles } from '../../../electron/base/files.ts';
import {
  acquireFolderLock,
  FolderInUseError,
  FolderUnusableError,
} from '../../../electron/base/folder-lock.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from './temp-folder.ts';

const tempFolder = makeTempFolders();
const clock = new VirtualClock(Date.UTC(2026, 4, 6, 7, 8, 9));
const files = createFiles(clock);
const acquire = (folder: string) => acquireFolderLock(folder, { files, clock });

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another process that takes the lock, says so and stays. */
async function holdInAnotherProcess(folder: string): Promise<ChildProcess> {
  const address = (name: string) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../electron/base', name)).href);
  const script = `
    const { acquireFolderLock } = await import(${address('folder-lock.ts')});
    const { createFiles } = await import(${address('files.ts')});
    const { systemClock } = await import(${address('clock.ts')});
    const files = createFiles(systemClock);
    await acquireFolderLock(${JSON.stringify(folder)}, { files, clock: systemClock });
    process.stdout.write('held');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** In steps between which the file system has time to answer. */
async function advanceSlowly(own: VirtualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
    await own.advance(100);
  }
}

describe('the lock of a data folder', () => {
  it('creates the folder for its owner alone', async () => {
    const folder = join(tempFolder(), 'deep', 'data');
    const lock = await acquire(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    lock.dispose();
  });

  it('waits, with patience, for one that is ending', async () => {
    const folder = tempFolder();
    const own = new VirtualClock();
    const former = await acquireFolderLock(folder, { files, clock: own });
    let taken = false;
    const next = acquireFolderLock(folder, { files, clock: own, patienceMs: 10_000 });
    void next.then(() => {
      taken = true;
    });
    await advanceSlowly(own, 2_000);
    expect(taken).toBe(false);
    former.dispose();
    await advanceSlowly(own, 200);
    (await next).dispose();
  });

  it('refuses when that patience is over', async () => {
    const folder = tempFolder();
    const own = new VirtualClock();
    const former = await acquireFolderLock(folder, { files, clock: own });
    const next = acquireFolderLock(folder, { files, clock: own, patienceMs: 500 }).catch(
      (failure: unknown) => failure,
    );
    await advanceSlowly(own, 700);
    expect(await next).toBeInstanceOf(FolderInUseError);
    former.dispose();
  });

  it('refuses a second one and says which folder, who holds it and what to do', async () => {
    const folder = tempFolder();
    const lock = await acquire(folder);
    const failure = await acquire(folder).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(FolderInUseError);
    const { problem } = failure as FolderInUseError;
    for (const language of LANGUAGES) {
      const { what: text, cure } = sayProblem(problem, language);
      expect(cure).toContain('--data-dir');
      expect(text).toContain(folder);
      expect(text).toContain(`PID ${process.pid}`);
      expect(text).toContain('2026-05-06T07:08:09');
    }
    lock.dispose();
  });

  it('still holds after a refused attempt', async () => {
    const folder = tempFolder();
    const lock = await acquire(folder);
    await expect(acquire(folder)).rejects.toBeInstanceOf(FolderInUseError);
    await expect(acquire(folder)).rejects.toBeInstanceOf(FolderInUseError);
    lock.dispose();
  });

  it('is free again once disposed, also when disposed twice', async () => {
    const folder = tempFolder();
    const first = await acquire(folder);
    first.dispose();
    first.dispose();
    const second = await acquire(folder);
    first.dispose();
    await expect(acquire(folder)).rejects.toBeInstanceOf(FolderInUseError);
    second.dispose();
  });

  it('lets two folders be used at once', async () => {
    const locks = [await acquire(tempFolder()), await acquire(tempFolder())];
    for (const lock of locks) lock.dispose();
    expect(locks).toHaveLength(2);
  });

  it('refuses a folder that another process holds, and takes it over when that one was killed', async () => {
    const folder = tempFolder();
    const child = await holdInAnotherProcess(folder);
    const failure = await acquire(folder).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(FolderInUseError);
    expect((failure as FolderInUseError).message).toContain(`PID ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await acquire(folder);
    lock.dispose();
  });

  it.each(['not json', '{}', '{"pid":"x","startedAt":1}', '[]', 'null'])(
    'does without the word of who holds it when that is damaged: %s',
    async (owner) => {
      const folder = tempFolder();
      const lock = await acquire(folder);
      writeFileSync(join(folder, 'stagelight-owner.json'), owner);
      const failure = await acquire(folder).catch((cause: unknown) => cause);
      expect((failure as FolderInUseError).message).not.toContain('PID');
      lock.dispose();
    },
  );

  it('sets a damaged lock file aside', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'stagelight.lock'), 'no lock at all '.repeat(1000));
    const lock = await acquire(folder);
    expect(readdirSync(folder).some((name) => name.startsWith('stagelight-corrupt-'))).toBe(true);
    lock.dispose();
  });

  it('says that a folder cannot be used when a file stands in its place', async () => {
    const place = join(tempFolder(), 'file');
    writeFileSync(place, '');
    await expect(acquire(place)).rejects.toBeInstanceOf(FolderUnusableError);
  });

  it('says so when a folder stands where the lock should be', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'stagelight.lock'));
    await expect(acquire(folder)).rejects.toBeInstanceOf(FolderUnusableError);
  });
});
