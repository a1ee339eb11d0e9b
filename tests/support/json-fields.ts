/**
 * What stands in a JSON value at a path of names and positions joined by dots.
 * @returns `undefined` when any part of the way is missing, as JavaScript itself would
 */
export function fieldAt(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    return Reflect.get(value, name);
  }, json);
}

/** The text at a path. @throws Error naming the path when something else stands there */
export function textAt(json: unknown, path: string): string {
  const value = fieldAt(json, path);
  if (typeof value === 'string') return value;
  throw new Error(`no text at ${path}: ${JSON.stringify(value)}`);
}

/** The list at a path. @throws Error naming the path when something else stands there */
export function listAt(json: unknown, path: string): readonly unknown[] {
  const value = fieldAt(json, path);
  if (Array.isArray(value)) return value;
  throw new Error(`no list at ${path}: ${JSON.stringify(value)}`);
}
