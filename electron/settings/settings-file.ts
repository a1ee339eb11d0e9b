import { dirname } from 'node:path';
import { type Settings, settingsSchema } from '../../shared/settings.ts';
import { setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import { StagelightError } from '../base/errors.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SettingsChange, SettingsKeeper } from './ports.ts';
import {
  readSettings,
  type SettingsFileOptions,
  type SettingsReading,
  settingsText,
} from './read-settings.ts';

/** Saves settings durably and completely, or throws and leaves `former` on disk. */
export type SaveSettings = (next: Settings, former: Settings) => Promise<void>;

/** The streamer's settings in one JSON file. Unknown fields of newer versions are kept. */
export class SettingsFile implements SettingsKeeper, Disposable {
  readonly #options: SettingsFileOptions;
  readonly #changes = new Emitter<Settings>((failure) =>
    this.#options.log.error('A listener of the settings failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  readonly #save: SaveSettings;
  readonly #queue = new SerialQueue();
  #settings: Settings;
  /** A file that could not be opened exists; the first write must not replace it. */
  #keepFormer: boolean;

  private constructor(
    options: SettingsFileOptions,
    { settings, isUnread }: SettingsReading,
    save: SaveSettings,
  ) {
    this.#options = options;
    this.#save = save;
    this.#settings = settings;
    this.#keepFormer = isUnread;
  }

  /** Never rejects (`readSettings`). `save`: for hosts that write the file differently. */
  static async load(
    options: SettingsFileOptions,
    save: SaveSettings = (next) => writeFileAtomic(options.path, settingsText(next), options.files),
  ): Promise<SettingsFile> {
    return new SettingsFile(options, await readSettings(options), save);
  }

  get(): Settings {
    return this.#settings;
  }

  update(change: SettingsChange): Promise<Settings> {
    return this.#queue.run(async () => {
      const next = patchSettings(this.#settings, change);
      await this.#write(next);
      this.#settings = next;
      this.#changes.fire(next);
      return next;
    });
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #write(settings: Settings): Promise<void> {
    const { path, files, clock } = this.#options;
    try {
      await files.createFolder(dirname(path));
      if (this.#keepFormer) await setAside(path, files, clock);
      this.#keepFormer = false;
      await this.#save(settings, this.#settings);
    } catch (failure) {
      throw new StagelightError({ code: 'settings-not-saved' }, { cause: failure });
    }
  }
}

/** The settings with some fields changed. Throws `settings-invalid` with the bad ones. */
export function patchSettings(settings: Settings, change: SettingsChange): Settings {
  const patch = typeof change === 'function' ? change(settings) : change;
  const next = settingsSchema.safeParse({ ...settings, ...patch });
  if (next.success) return next.data;
  const fields = new Set(next.error.issues.map((issue) => issue.path.join('.')));
  const problem = { code: 'settings-invalid', values: { fields: [...fields] } } as const;
  throw new StagelightError(problem, { cause: next.error });
}
