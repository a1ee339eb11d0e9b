import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this system keeps an app's data for its user. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const home = homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Stagelight');
  if (platform === 'win32') {
    return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Stagelight');
  }
  return join(environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'stagelight');
}
