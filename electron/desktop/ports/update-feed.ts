import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the packager writes beside the app when it was given an address of new versions. */
const FEED_FILE = 'app-update.yml';

/**
 * The address where new versions of a packaged app are announced; null: none was given, or on Windows
 * nobody whose signature could be checked: electron-updater would install whatever it finds there.
 */
export async function updateFeed(
  resources: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const text = await readFile(join(resources, FEED_FILE), 'utf8').catch(() => '');
  if (platform === 'win32' && !/^publisherName:/m.test(text)) return null;
  return /^url: (\S+)$/m.exec(text)?.[1] ?? null;
}
