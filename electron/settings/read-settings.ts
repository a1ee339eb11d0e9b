import { basename } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';
import { asideName, readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import type { Files } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import {
  SettingsPartlyKeptError,
  SettingsSetAsideError,
  SettingsUnreadableError,
} from './settings-errors.ts';
import { type UnderstoodSettings, understandSettings } from './understand-settings.ts';

export interface SettingsFileOptions {
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
  /** Hears why defaults apply although there is a file. */
  readonly onProblem: (problem: Problem) => void;
}

export interface SettingsReading {
  readonly settings: Settings;
  /** There is a file, but it could not be opened. */
  readonly isUnread: boolean;
}

/**
 * Reads the settings file; never throws. None: the defaults. One that is no settings is set aside
 * with its date, one with bad fields is repaired and its original kept as a copy, one that cannot
 * be opened is left alone; all three are reported.
 */
export async function readSettings(options: SettingsFileOptions): Promise<SettingsReading> {
  const { path, files, clock, log, onProblem } = options;
  const defaults = { settings: DEFAULT_SETTINGS, isUnread: false };
  try {
    const text = await readTextOrNull(path, files);
    if (text === null) return defaults;
    const understood = understandSettings(text);
    if (understood) {
      if (understood.bad.length > 0) await keepOriginal(text, understood, options);
      return { settings: understood.settings, isUnread: false };
    }
    const keptAs = basename(await setAside(path, files, clock));
    log.error('The settings file was not understood and has been set aside', { keptAs });
    onProblem(new SettingsSetAsideError(keptAs).problem);
    return defaults;
  } catch (failure) {
    log.error('The settings file could not be opened', { failure });
    onProblem(new SettingsUnreadableError({ cause: failure }).problem);
    return { ...defaults, isUnread: true };
  }
}

/** First the copy, then the repaired file: a crash in between loses neither. */
async function keepOriginal(
  text: string,
  { settings, bad }: UnderstoodSettings,
  { path, files, clock, log, onProblem }: SettingsFileOptions,
): Promise<void> {
  let keptAs: string | null = null;
  try {
    const copy = await asideName(path, files, clock);
    await writeFileAtomic(copy, text, { files });
    keptAs = basename(copy);
    await writeFileAtomic(path, settingsText(settings), { files });
  } catch (failure) {
    log.error('The settings file could not be repaired', { failure });
  }
  log.error('Some settings were not understood and have their defaults', { fields: bad, keptAs });
  onProblem(new SettingsPartlyKeptError(bad, keptAs).problem);
}

/** As every host writes them. */
export function settingsText(settings: unknown): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}
