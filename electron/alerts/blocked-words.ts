/** Where in the text one comparable letter came from, as UTF-16 positions. */
interface Source {
  readonly start: number;
  readonly end: number;
}

/** A text taken apart into comparable units: one entry of `sources` for each unit of `units`. */
interface Comparable {
  readonly units: string;
  readonly sources: readonly Source[];
}

/** What people put between letters to hide a word: blanks, marks, signs, invisible characters. */
const BETWEEN = /^[\p{Z}\p{C}\p{M}\p{P}\p{S}]+$/u;

/**
 * Replaces every blocked word, however it is written: wide, styled or upper-case letters, Korean in
 * single letters, blanks or signs in between. A word of signs alone is looked for as it stands. Part
 * of a longer word counts, part of a Korean syllable does not.
 */
export function replaceBlocked(
  text: string,
  blocked: readonly string[],
  replacement: string,
): string {
  if (blocked.length === 0) return text;
  const whole = comparable(text);
  const found = blocked.flatMap((word) => [...occurrences(word, text, whole)]);
  let result = '';
  let copied = 0;
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    if (start >= copied) result += text.slice(copied, start) + replacement;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}

function* occurrences(
  word: string,
  text: string,
  { units, sources }: Comparable,
): Generator<Source> {
  const letters = comparable(word).units;
  if (letters === '') return yield* plainOccurrences(word, text);
  for (let at = units.indexOf(letters); at >= 0; at = units.indexOf(letters, at + 1)) {
    const first = sources[at];
    const last = sources[at + letters.length - 1];
    if (!first || !last) continue;
    const isPart = first === sources[at - 1] || last === sources[at + letters.length];
    if (!isPart) yield { start: first.start, end: last.end + marksAt(text, last.end) };
  }
}

/** How long the marks are that stand on the letter before, UTF-16 units. */
function marksAt(text: string, at: number): number {
  const marks = /\p{M}*/uy;
  marks.lastIndex = at;
  return marks.exec(text)?.[0].length ?? 0;
}

function* plainOccurrences(word: string, text: string): Generator<Source> {
  if (word.trim() === '') return;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    yield { start: at, end: at + word.length };
  }
}

/** Taken apart letter by letter, Korean syllables too: only so do all ways to write a word meet. */
function comparable(text: string): Comparable {
  const sources: Source[] = [];
  let units = '';
  for (const { letters, source } of lettersOf(text)) {
    for (const unit of letters) {
      units += unit;
      for (let part = 0; part < unit.length; part += 1) sources.push(source);
    }
  }
  return { units, sources };
}

function* lettersOf(text: string): Generator<{ letters: string; source: Source }> {
  let start = 0;
  for (const character of text) {
    const source = { start, end: start + character.length };
    start = source.end;
    if (BETWEEN.test(character)) continue;
    const letters = character.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
    const kept = letters.replace(/\p{M}/gu, '');
    if (kept !== '') yield { letters: kept, source };
  }
}
