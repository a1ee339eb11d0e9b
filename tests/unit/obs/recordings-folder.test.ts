import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObsCalls } from '../../../electron/features/obs/obs-calls.ts';
import { openRecordings } from '../../../electron/features/obs/recordings-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagelight-recordings-'));
});
afterEach(() => rm(folder, { recursive: true }));

const parts = (recordDirectory: unknown, isElsewhere = false) => ({
  calls: { call: vi.fn(async () => ({ recordDirectory })) } as unknown as Pick<ObsCalls, 'call'>,
  isElsewhere: () => isElsewhere,
  open: vi.fn(async (_path: string) => undefined),
});
const REFUSED = { problem: { code: 'obs-no-folder' } };

describe('the folder that OBS records to', () => {
  it('is opened', async () => {
    const given = parts(folder);
    await openRecordings(given);
    expect(given.open).toHaveBeenCalledExactlyOnceWith(folder);
  });

  it.each([
    ['is not there', () => join(folder, 'gone')],
    ['is a file', () => join(folder, 'tool.exe')],
    ['is a program of macOS', () => join(folder, 'Tool.app')],
    ['is told without its place', () => '.'],
    ['is not told', () => undefined],
  ])('is left alone if it %s', async (_, path) => {
    await writeFile(join(folder, 'tool.exe'), '');
    await mkdir(join(folder, 'Tool.app'));
    const given = parts(path());
    await expect(openRecordings(given)).rejects.toMatchObject(REFUSED);
    expect(given.open).not.toHaveBeenCalled();
  });

  it('is not asked for where it is on another computer, or nothing can open it', async () => {
    const far = parts(folder, true);
    await expect(openRecordings(far)).rejects.toMatchObject(REFUSED);
    expect(far.calls.call).not.toHaveBeenCalled();
    await expect(openRecordings({ ...far, open: null })).rejects.toMatchObject(REFUSED);
  });

  it('says so if the system refuses it', async () => {
    const given = parts(folder);
    given.open.mockRejectedValue(new Error('no file manager'));
    await expect(openRecordings(given)).rejects.toMatchObject(REFUSED);
  });
});
