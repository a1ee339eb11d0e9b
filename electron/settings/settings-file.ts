import { basename, dirname } from 'node:path';
import { parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Files } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SettingsKeeper, SettingsPatch } from './ports.ts';
import {
  InvalidSettingsError,
  SettingsNotSavedError,
  SettingsSetAsideError,
  SettingsUnreadableError,
} from './settings-errors.ts';

const FOLDER_MODE = 0o700;

export interface SettingsFileOptions {
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
  /** Hears why defaults apply although there is a file. */
  readonly onProblem: (problem: Problem) => void;
}

/** The streamer's settings in one JSON file. Fields that only a newer version knows are kept. */
export class SettingsFile implements SettingsKeeper, Disposable {
  readonly #options: SettingsFileOptions;
  readonly #changes: Emitter<Settings>;
  readonly #queue = new SerialQueue();
  #settings: Settings;
  /** A file that could not be opened still stands there; the first write must not replace it. */
  #keepFormer: boolean;

  private constructor(options: SettingsFileOptions, { settings, isUnread }: Reading) {
    this.#options = options;
    this.#settings = settings;
    this.#keepFormer = isUnread;
    this.#changes = new Emitter((failure) =>
      options.log.error('A listener of the settings failed', { failure }),
    );
  }

  /**
   * Reads the file. None: the defaults. One that cannot be understood is set aside with its date,
   * one that cannot be opened is left alone (and set aside by the first change); then too the
   * defaults apply, and it is reported.
   */
  static async load(options: SettingsFileOptions): Promise<SettingsFile> {
    return new SettingsFile(options, await read(options));
  }

  get(): Settings {
    return this.#settings;
  }

  get onChange(): Subscribe<Settings> {
    return this.#changes.on;
  }

  /**
   * Changes some fields; the result is on the disk before it applies. Throws
   * `InvalidSettingsError` (with the fields) or `SettingsNotSavedError`; then nothing has changed.
   */
  update(patch: SettingsPatch): Promise<Settings> {
    return this.#queue.run(async () => {
      const next = settingsSchema.safeParse({ ...this.#settings, ...patch });
      if (!next.success) {
        const fields = next.error.issues.map((issue) => issue.path.join('.'));
        throw new InvalidSettingsError([...new Set(fields)], { cause: next.error });
      }
      await this.#write(next.data);
      this.#settings = next.data;
      this.#changes.fire(next.data);
      return next.data;
    });
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #write(settings: Settings): Promise<void> {
    const { path, files, clock } = this.#options;
    try {
      await files.createFolder(dirname(path), FOLDER_MODE);
      if (this.#keepFormer) await setAside(path, files, clock);
      this.#keepFormer = false;
      await writeFileAtomic(path, `${JSON.stringify(settings, null, 2)}\n`, { files });
    } catch (failure) {
      throw new SettingsNotSavedError({ cause: failure });
    }
  }
}

interface Reading {
  readonly settings: Settings;
  /** There is a file, but it could not be opened. */
  readonly isUnread: boolean;
}

async function read(options: SettingsFileOptions): Promise<Reading> {
  const { path, files, clock, log, onProblem } = options;
  const defaults = { settings: DEFAULT_SETTINGS, isUnread: false };
  try {
    const text = await readTextOrNull(path, files);
    if (text === null) return defaults;
    const settings = parse(text);
    if (settings) return { settings, isUnread: false };
    const keptAs = basename(await setAside(path, files, clock));
    log.error('The settings file was not understood and has been set aside', { keptAs });
    onProblem(problemOf(new SettingsSetAsideError(keptAs)));
    return defaults;
  } catch (failure) {
    log.error('The settings file could not be opened', { failure });
    onProblem(problemOf(new SettingsUnreadableError({ cause: failure })));
    return { ...defaults, isUnread: true };
  }
}

/** null: not settings. */
function parse(text: string): Settings | null {
  const result = settingsSchema.safeParse(parseJson(text));
  return result.success ? result.data : null;
}
