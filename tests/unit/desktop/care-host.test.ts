import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogRing } from '../../../electron/base/log.ts';
import { desktopMaintenance } from '../../../electron/desktop/ports/maintenance-host.ts';
import { MaintenanceDiskError } from '../../../electron/features/maintenance/errors.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { temporaryFolder } from '../storage/support.ts';

function setUp(trouble = '') {
  const done: string[] = [];
  const dataDir = temporaryFolder();
  const openPath = async (path: string) => {
    done.push(path);
    return trouble;
  };
  const options = {
    electron: { app: { getVersion: () => '1.2.3' }, shell: { openPath } },
    base: {
      settings: { get: () => DEFAULT_SETTINGS },
      logs: new LogRing(),
      loops: { read: () => ({ slowLoops: 2, longestMs: 900 }) },
    },
    dataDir,
  } as unknown as Parameters<typeof desktopMaintenance>[0];
  const maintenance = desktopMaintenance(options, () => void done.push('restart'));
  const writeLog = (text: string) => {
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, 'logs', 'stagelight.log'), text);
  };
  return { maintenance, done, writeLog };
}

describe('what the desktop app can do for settings and maintenance', () => {
  it('is to start anew', () => {
    const { maintenance, done } = setUp();
    maintenance.restart?.();
    expect(done).toEqual(['restart']);
  });

  it('is to open a folder, and to say when the system will not', async () => {
    const { maintenance, done } = setUp();
    await maintenance.openFolder?.('/data');
    expect(done).toEqual(['/data']);
    await expect(setUp('no such folder').maintenance.openFolder?.('/data')).rejects.toThrow(
      MaintenanceDiskError,
    );
  });

  it('is to say how the event loop has fared', () => {
    expect(setUp().maintenance.loops()).toEqual({ slowLoops: 2, longestMs: 900 });
  });

  it('is to read the end of the log file, in whole lines', async () => {
    const { maintenance, writeLog } = setUp();
    expect(await maintenance.earlierLog()).toBe('');
    writeLog(`first\n${'x'.repeat(300_000)}\nlast\n`);
    expect(await maintenance.earlierLog()).toBe('last\n');
  });
});
