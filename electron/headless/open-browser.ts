import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { OpenBrowser } from '../auth/ports.ts';

interface Launcher {
  readonly program: string;
  readonly args: readonly string[];
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function launcher(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): Launcher | null {
  if (platform === 'darwin') return { program: 'open', args: [] };
  if (platform === 'win32') {
    return { program: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  }
  const hasScreen = environment['DISPLAY'] || environment['WAYLAND_DISPLAY'];
  if (!hasScreen || !isOnPath('xdg-open', environment['PATH'] ?? '')) return null;
  return { program: 'xdg-open', args: [] };
}

/** Opens addresses in the person's own browser; null where there is none (no display). */
export function systemBrowser(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): OpenBrowser | null {
  const found = launcher(platform, environment);
  if (!found) return null;
  return (url) =>
    new Promise((resolve, reject) => {
      const child = spawn(found.program, [...found.args, url], { stdio: 'ignore', detached: true });
      child.once('error', reject);
      child.once('spawn', () => {
        child.unref();
        resolve();
      });
    });
}
