import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { OpenBrowser } from '../auth/ports.ts';
import { SECRET_VARIABLE } from './usage.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function findOnPath(program: string, path: string): string | null {
  const places = path.split(delimiter).map((folder) => join(folder, program));
  return places.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The program that opens an address and its first arguments; null where there is none. */
function launcher(platform: NodeJS.Platform, environment: Environment): readonly string[] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasScreen = environment['DISPLAY'] || environment['WAYLAND_DISPLAY'];
  const program = hasScreen ? findOnPath('xdg-open', environment['PATH'] ?? '') : null;
  return program === null ? null : [program];
}

/** Without a shell between; null: there is none. What is started never gets the client secret. */
export function systemBrowser(
  platform: NodeJS.Platform,
  environment: Environment,
): OpenBrowser | null {
  const [program, ...first] = launcher(platform, environment) ?? [];
  if (program === undefined) return null;
  const { [SECRET_VARIABLE]: _secret, ...env } = environment;
  return async (url) => {
    const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
    if (!isWeb) throw new Error('this is no web address');
    const child = spawn(program, [...first, url], { env, stdio: 'ignore', detached: true });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', resolve);
    });
    child.unref();
  };
}
