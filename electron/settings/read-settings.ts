import { basename } from 'node:path';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { asideName, readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import type { Files } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import {
  SettingsPartlyKeptError,
  SettingsSetAsideError,
  SettingsUnreadableError,
} from './settings-errors.ts';

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
    await writeFileAtomic(copy, text, files);
    keptAs = basename(copy);
    await writeFileAtomic(path, settingsText(settings), files);
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

export interface UnderstoodSettings {
  readonly settings: Settings;
  /** Fields (`group.field`) that could not be understood and have their defaults. */
  readonly bad: readonly string[];
}

type Path = readonly PropertyKey[];

/**
 * Reads settings as far as they can be understood: a bad field has its default, everything else
 * stays. null: not settings at all, or of a version that is not ours.
 */
export function understandSettings(text: string): UnderstoodSettings | null {
  const content = parseJson(text);
  if (!isJsonObject(content)) return null;
  const bad = new Set<string>();
  // Each round takes at least one field away, so that it comes to an end.
  for (;;) {
    const result = settingsSchema.safeParse(content);
    if (result.success) return { settings: result.data, bad: [...bad] };
    const gone = takeAllAway(
      content,
      result.error.issues.map(({ path }) => path),
    );
    if (gone === null) return null;
    for (const taken of gone) bad.add(taken.map(String).join('.'));
  }
}

/** Takes away what is wrong at each of `paths`. Answers what it took; null: that cannot help. */
function takeAllAway(root: object, paths: readonly Path[]): readonly Path[] | null {
  const gone: Path[] = [];
  // From behind, so that what is taken out of a list does not move what is still to be taken.
  for (const path of paths.toReversed()) {
    if (path[0] === 'version') return null;
    // One value may be wrong in two ways; what is around it is not to blame.
    if (gone.some((taken) => taken.every((key, index) => path[index] === key))) continue;
    const taken = takeAway(root, path);
    if (taken === null) return null;
    gone.unshift(taken);
  }
  return gone;
}

/**
 * Takes away what stands at `path`, or where nothing stands there (a field that is missing in a
 * group) the group around it. Answers what it took; null: nothing is there to take.
 */
function takeAway(root: object, path: Path): Path | null {
  for (let length = path.length; length > 0; length -= 1) {
    const within = valueAt(root, path.slice(0, length - 1));
    const key = path[length - 1];
    if (!isContainer(within) || key === undefined || !Object.hasOwn(within, key)) continue;
    // A list loses one item, not all of them for one.
    if (Array.isArray(within)) within.splice(Number(key), 1);
    else Reflect.deleteProperty(within, key);
    return path.slice(0, length);
  }
  return null;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
