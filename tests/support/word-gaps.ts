/** The names of the gaps in a text, in order: `{{name}}`, `{{count, number}}`. */
export function gapsOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();
}

/** The gaps of every entry of a table, by its key. */
export function gapsByKey(
  table: Readonly<Record<string, string>>,
  keys: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(keys.map((key) => [key, gapsOf(table[key] ?? '')]));
}
