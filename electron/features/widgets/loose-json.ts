/**
 * JSON as people write it by hand: with comments and with a comma behind the last entry. Nothing else
 * is read more kindly than by `JSON.parse`. Undefined: it is none.
 */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(strict(text.replace(/^\uFEFF/, '')));
  } catch {
    return undefined;
  }
}

/** A string, a comment, or a comma with nothing but room and comments before a closing bracket. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*[\]}])/g;

function strict(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('"') ? token : ' '));
}
