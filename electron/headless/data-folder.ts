import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where this system keeps an app's data for its user. A variable without a whole path counts as unset. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const home = homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Stagelight');
  if (platform === 'win32') {
    const data = wholePath(environment['APPDATA']) ?? join(home, 'AppData', 'Roaming');
    return join(data, 'Stagelight');
  }
  const data = wholePath(environment['XDG_DATA_HOME']) ?? join(home, '.local', 'share');
  return join(data, 'stagelight');
}

function wholePath(value: string | undefined): string | null {
  return value !== undefined && isAbsolute(value) ? value : null;
}
