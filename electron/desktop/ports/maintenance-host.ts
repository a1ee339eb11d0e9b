import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, Shell } from 'electron';
import type { LogRing } from '../../base/log.ts';
import type { LoopHealth } from '../../base/loop-watch.ts';
import { MaintenanceDiskError } from '../../features/maintenance/index.ts';
import type { MaintenanceHost } from '../../host/core-options.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import { backupConnection } from '../setup-service.ts';
import { LOG_NAME } from './file-log.ts';

export interface DesktopMaintenanceOptions {
  readonly app: Pick<App, 'getVersion'>;
  readonly shell: Pick<Shell, 'openPath'>;
  readonly settings: Pick<SettingsKeeper, 'get'>;
  readonly logs: LogRing;
  readonly loops: () => LoopHealth;
  readonly dataDir: string;
  /** Ends all of the app and starts it anew: windows, tray and hotkeys read the settings as they start. */
  readonly restart: () => void;
}

/** Of the log file's end; this run's lines are in it too. */
const LOG_TAIL_BYTES = 262_144;

/** What the desktop app can do for maintenance. */
export function desktopMaintenance(options: DesktopMaintenanceOptions): MaintenanceHost {
  const { app, shell, settings, logs, loops, dataDir, restart } = options;
  return {
    kind: 'desktop',
    logs,
    loops,
    restart,
    version: app.getVersion(),
    earlierLog: () => tailOf(join(dataDir, 'logs', LOG_NAME)),
    async openFolder(path) {
      const trouble = await shell.openPath(path);
      if (trouble !== '') throw new MaintenanceDiskError(trouble);
    },
    connectionOf: (connect) => backupConnection(settings, connect),
  };
}

/** Whole lines of the end; empty where there is no file. */
async function tailOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const from = Math.max(0, size - LOG_TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(size - from),
        0,
        size - from,
        from,
      );
      const text = buffer.toString('utf8', 0, bytesRead);
      return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
