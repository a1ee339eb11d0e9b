import { ListLineTooLongError } from './errors.ts';

/** Why a line contains no usable claim id. */
export type BadLineReason =
  | 'empty'
  | 'not-an-id'
  /** A spreadsheet rounded the number (1.0E+17). */
  | 'rounded'
  | 'too-many';

export interface ClaimsImport {
  /** Unique, in the order of the list. */
  readonly claimIds: string[];
  /** Number of lines with an id that came earlier. */
  readonly duplicates: number;
  /** The first unusable lines, numbered from 1. */
  readonly bad: { readonly line: number; readonly reason: BadLineReason }[];
  readonly badCount: number;
}

const BAD_SHOWN = 100;
/** Characters. Longer lines mean the file is not a list of claims. */
const LINE_MAX = 10_000;
/** Characters read between two pauses. */
const STEP = 20_000;
const ID = /^[\p{L}\p{N}._:-]{1,100}$/u;
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/** Column names, letters only. */
const HEADS = ['claimid', 'claimids', 'claim', 'id', '지급요청id', '지급요청'];

/**
 * Reads claim ids from a list: one per line, or the column named claimId (else the first) of a CSV
 * with commas, semicolons or tabs. Returns at most `most` ids. Runs in linear time and yields every
 * 20,000 characters.
 * @throws ListLineTooLongError at a line of more than 10,000 characters.
 */
export function* importClaims(
  text: string,
  most: number,
): Generator<undefined, ClaimsImport, undefined> {
  const found = new FoundClaims(most);
  let columns: Columns | null = null;
  let line = 0;
  let pause = STEP;
  for (const { content, end } of linksOf(text)) {
    line += 1;
    if (content.length > LINE_MAX) throw new ListLineTooLongError(line, LINE_MAX);
    if (end >= pause) {
      pause = end + STEP;
      yield;
    }
    if (content.trim() === '') continue;
    if (columns === null) {
      columns = columnsOf(content);
      if (columns.isNamed) continue;
    }
    found.add(line, idOf(cellsOf(content, columns.delimiter)[columns.column]));
  }
  return found.result;
}

/** Sorts lines into ids, duplicates and unusable lines. */
class FoundClaims {
  readonly #most: number;
  readonly #claimIds = new Set<string>();
  readonly #bad: ClaimsImport['bad'] = [];
  #duplicates = 0;
  #badCount = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get result(): ClaimsImport {
    return {
      claimIds: [...this.#claimIds],
      duplicates: this.#duplicates,
      bad: this.#bad,
      badCount: this.#badCount,
    };
  }

  add(line: number, claimId: string): void {
    if (claimId === '') this.#refuse(line, 'empty');
    else if (ROUNDED.test(claimId)) this.#refuse(line, 'rounded');
    else if (!ID.test(claimId)) this.#refuse(line, 'not-an-id');
    else if (this.#claimIds.has(claimId)) this.#duplicates += 1;
    else if (this.#claimIds.size >= this.#most) this.#refuse(line, 'too-many');
    else this.#claimIds.add(claimId);
  }

  #refuse(line: number, reason: BadLineReason): void {
    this.#badCount += 1;
    if (this.#bad.length < BAD_SHOWN) this.#bad.push({ line, reason });
  }
}

function* linksOf(text: string): Generator<{ readonly content: string; readonly end: number }> {
  const breaks = /\r\n|\n|\r/g;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const found = breaks.exec(text);
    const end = found?.index ?? text.length;
    yield { content: text.slice(at, end), end };
    if (!found) return;
    at = breaks.lastIndex;
  }
}

interface Columns {
  readonly delimiter: string;
  readonly column: number;
  /** Whether the first line is a header. */
  readonly isNamed: boolean;
}

function columnsOf(first: string): Columns {
  const delimiter = delimiterOf(first);
  const head = cellsOf(first, delimiter).map(plain);
  const named = HEADS.map((name) => head.indexOf(name)).find((place) => place >= 0);
  return { delimiter, column: named ?? 0, isNamed: named !== undefined };
}

/** Removes the apostrophe that marks text in spreadsheets. */
function idOf(cell: string | undefined): string {
  return (cell ?? '').trim().replace(/^'/, '').trim();
}

function plain(cell: string): string {
  return cell.toLowerCase().replace(/[^\p{L}]/gu, '');
}

function delimiterOf(line: string): string {
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length - 1 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}

/** Splits one line into cells; quoted cells may contain delimiters and doubled quotes. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** Tracks whether the cell is blank, so that quotes need no repeated `cell.trim()`. */
  let isBlank = true;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quoted && character === '"' && line.charAt(at + 1) === '"') {
      cell += '"';
      isBlank = false;
      at += 1;
    } else if (character === '"' && (quoted || isBlank)) {
      quoted = !quoted;
      cell = quoted ? '' : cell;
    } else if (character === delimiter && !quoted) {
      cells.push(cell);
      cell = '';
      isBlank = true;
    } else {
      cell += character;
      isBlank &&= character.trim() === '';
    }
  }
  return [...cells, cell];
}
