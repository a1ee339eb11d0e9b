export type JsonObject = Record<string, unknown>;

/** Undefined, which JSON cannot say, if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equal values give equal text, independent of field order. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

export function sameJson(one: unknown, other: unknown): boolean {
  return one === other || jsonText(one) === jsonText(other);
}
