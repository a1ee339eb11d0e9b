import { isJsonObject, parseJson } from '../../shared/json.ts';
import { type Settings, settingsSchema } from '../../shared/settings.ts';

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
    const gone: Path[] = [];
    // From behind, so that what is taken out of a list does not move what is still to be taken.
    for (const { path } of result.error.issues.toReversed()) {
      if (path[0] === 'version') return null;
      // One value may be wrong in two ways; what is around it is not to blame.
      if (gone.some((taken) => taken.every((key, index) => path[index] === key))) continue;
      const taken = takeAway(content, path);
      if (taken === null) return null;
      gone.unshift(taken);
    }
    for (const taken of gone) bad.add(taken.map(String).join('.'));
  }
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
