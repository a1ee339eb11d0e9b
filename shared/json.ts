/** A JSON object: neither null nor a list. */
export type JsonObject = Record<string, unknown>;

/** What `JSON.parse` makes of a text; undefined, which JSON cannot say, when it is not JSON. */
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
