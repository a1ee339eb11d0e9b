import { dirname, parse } from 'node:path';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import { type SettingsFileOptions, settingsText } from '../../settings/read-settings.ts';
import { type SaveSettings, SettingsFile } from '../../settings/settings-file.ts';

export interface ElectronStoreLike {
  store: Record<string, unknown>;
}

/** Options for electron-store; only the owner may access the file. */
const setupOf = (path: string) =>
  ({
    cwd: dirname(path),
    name: parse(path).name,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
    serialize: settingsText,
  }) as const;

export type StoreSetup = ReturnType<typeof setupOf>;

interface StoreSettingsOptions extends SettingsFileOptions {
  /** `async (setup) => new (await import('electron-store')).default(setup)`: loaded when needed. */
  readonly openStore: (setup: StoreSetup) => Promise<ElectronStoreLike>;
}

/**
 * The desktop app's settings, written by electron-store to the same file as other hosts. The start
 * reads it without electron-store, which throws at a damaged file or empties it and is not needed
 * before the first change. Never rejects.
 */
export function loadStoreSettings(options: StoreSettingsOptions): Promise<SettingsFile> {
  const { path, files, openStore } = options;
  let store: ElectronStoreLike | null = null;
  const save: SaveSettings = async (next, former) => {
    store ??= await openStore(setupOf(path));
    store.store = next;
    // A disk that fills up may silently cut the text.
    if ((await files.readText(path)) !== settingsText(next)) {
      await writeFileAtomic(path, settingsText(former), files);
      throw new Error('the settings file does not hold what was written');
    }
    // The library syncs the file, but not its new name.
    await files.syncFolder(dirname(path));
  };
  return SettingsFile.load(options, save);
}
