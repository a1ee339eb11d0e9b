/** The keys of an application, as far as a pasted text has them. */
export interface PastedKeys {
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** How a portal may name them, and data files too. */
const ID = /client[\s_-]*id|클라이언트\s*(?:id|아이디)/iu;
const SECRET = /client[\s_-]*secret|클라이언트\s*(?:secret|시크릿|비밀\s*키)/iu;
/** Where the next field begins. */
const OTHER = /redirect|리디렉|리다이렉|https?:/iu;
const TOKEN = /[A-Za-z0-9][\w.~+/=-]{7,}/gu;
/** A long word without any digit is rather a button than a key. */
const SURELY_A_KEY = 20;

/**
 * Finds the keys in whatever was copied from a portal: a whole page, both values, or one with its
 * name. Null if nothing tells which is which, so that the text goes where it was pasted.
 */
export function pastedKeys(text: string): PastedKeys | null {
  const id = valueBehind(ID, SECRET, text);
  const secret = valueBehind(SECRET, ID, text);
  if (id !== undefined || secret !== undefined) {
    return {
      ...(id === undefined ? {} : { clientId: id }),
      ...(secret === undefined ? {} : { clientSecret: secret }),
    };
  }
  const words = text.trim().split(/\s+/u);
  const [clientId, clientSecret] = words.flatMap(keysIn);
  if (words.length !== 2 || clientId === undefined || clientSecret === undefined) return null;
  return { clientId, clientSecret };
}

/** The first key between a field's name and the next field. */
function valueBehind(name: RegExp, next: RegExp, text: string): string | undefined {
  const found = name.exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const ends = [next, OTHER].map((end) => end.exec(rest)?.index ?? rest.length);
  return keysIn(rest.slice(0, Math.min(...ends)))[0];
}

function keysIn(text: string): string[] {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.filter((token) => /\d/u.test(token) || token.length >= SURELY_A_KEY);
}
