import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MaintenanceDiskError } from '../../features/maintenance/index.ts';
import type { MaintenanceHost } from '../../host/core-options.ts';
import type { DesktopOptions } from '../desktop-base.ts';
import { backupConnection } from '../setup-service.ts';
import { LOG_NAME } from './file-log.ts';

/** Of the log file's end; this run's lines are in it too. */
const LOG_TAIL_BYTES = 262_144;

/**
 * What the desktop app can do for maintenance. `restart` ends all of the app and starts it anew:
 * windows, tray and hotkeys read the settings as they start.
 */
export function desktopMaintenance(
  { electron, base, dataDir }: Pick<DesktopOptions, 'electron' | 'base' | 'dataDir'>,
  restart: () => void,
): MaintenanceHost {
  return {
    kind: 'desktop',
    logs: base.logs,
    loops: () => base.loops.read(),
    restart,
    version: electron.app.getVersion(),
    earlierLog: () => tailOf(join(dataDir, 'logs', LOG_NAME)),
    async openFolder(path) {
      const trouble = await electron.shell.openPath(path);
      if (trouble !== '') throw new MaintenanceDiskError(trouble);
    },
    connectionOf: (connect) => backupConnection(base.settings, connect),
  };
}

async function tailOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const from = Math.max(0, size - LOG_TAIL_BYTES);
      const buffer = Buffer.alloc(size - from);
      const { bytesRead } = await file.read({ buffer, position: from });
      const text = buffer.toString('utf8', 0, bytesRead);
      return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
