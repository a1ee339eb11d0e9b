import { basename } from 'node:path';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts';
import { asideName, readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import type { Files } from '../base/files.ts';
import type { Logger } from '../base/log.ts';

export interface SettingsFileOptions {
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

export interface SettingsReading {
  readonly settings: Settings;
  readonly isUnread: boolean;
}

/**
 * Never throws. A missing file means defaults. An invalid file is renamed with its date, bad fields
 * are repaired after copying the original; a file that cannot be opened is left alone.
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
    onProblem({ code: 'settings-set-aside', values: { file: keptAs } });
    return defaults;
  } catch (failure) {
    log.error('The settings file could not be opened', { failure });
    onProblem({ code: 'settings-not-readable' });
    return { ...defaults, isUnread: true };
  }
}

/** Writes the copy before the repaired file, so that a crash loses neither. */
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
  // Without a copy, the original stays in place.
  const values = { fields: bad, copy: keptAs ?? ({ key: 'problem.copy-not-saved' } as const) };
  onProblem({ code: 'settings-partly-kept', values });
}

/** The file format of every host. */
export function settingsText(settings: unknown): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

interface UnderstoodSettings {
  readonly settings: Settings;
  /** Unreadable fields (`group.field`), which have their defaults. */
  readonly bad: readonly string[];
}

type Path = readonly PropertyKey[];

/** Bad fields get their defaults. null: the text is not settings or has an unknown version. */
export function understandSettings(text: string): UnderstoodSettings | null {
  const content = parseJson(text);
  if (!isJsonObject(content)) return null;
  const bad = new Set<string>();
  // Each round removes at least one field, so the loop ends.
  for (;;) {
    const result = settingsSchema.safeParse(content);
    if (result.success) return { settings: result.data, bad: [...bad] };
    const paths = result.error.issues.map(({ path }) => path);
    const gone = takeAllAway(content, paths);
    if (gone === null) return null;
    for (const taken of gone) bad.add(taken.map(String).join('.'));
  }
}

/** Removes the value at each of `paths`. Returns the removed paths; null if that cannot help. */
function takeAllAway(root: object, paths: readonly Path[]): readonly Path[] | null {
  const gone: Path[] = [];
  // In reverse, so that removals from a list do not shift later indexes.
  for (const path of paths.toReversed()) {
    if (path[0] === 'version') return null;
    // A value with two faults is removed only once, without its group.
    if (gone.some((taken) => taken.every((key, index) => path[index] === key))) continue;
    const taken = takeAway(root, path);
    if (taken === null) return null;
    gone.unshift(taken);
  }
  return gone;
}

/** Removes the value or, for a missing field, its group. Returns the path; null: nothing there. */
function takeAway(root: object, path: Path): Path | null {
  for (let length = path.length; length > 0; length -= 1) {
    const within = valueAt(root, path.slice(0, length - 1));
    const key = path[length - 1];
    if (!isContainer(within) || key === undefined || !Object.hasOwn(within, key)) continue;
    // A list loses one item, not all.
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
