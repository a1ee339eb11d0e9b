import { ListLineTooLongError } from './errors.ts';

/** Why a line has no claim id that can be used. */
export type BadLineReason =
  | 'empty'
  | 'not-an-id'
  /** A spreadsheet has made a rounded number of it (1.0E+17). */
  | 'rounded'
  | 'too-many';

export interface ClaimsImport {
  /** In the order of the list, each once. */
  readonly claimIds: string[];
  /** Lines that name an id which was there before. */
  readonly duplicates: number;
  /** The first of the lines that are no use; counted from 1. */
  readonly bad: { readonly line: number; readonly reason: BadLineReason }[];
  readonly badCount: number;
}

const BAD_SHOWN = 100;
/** Characters. No list of claims has such lines; another kind of file has. */
const LINE_MAX = 10_000;
/** Characters that are read without a pause. */
const STEP = 20_000;
const ID = /^[\p{L}\p{N}._:-]{1,100}$/u;
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/** Names of the column, without anything that is no letter. */
const HEADS = ['claimid', 'claimids', 'claim', 'id', '지급요청id', '지급요청'];

/**
 * The claim ids of a list: one a line, or the column named claimId (or the first one) of a CSV with
 * commas, semicolons or tabs. Takes at most `most` ids. Reads each character a fixed number of times,
 * and yields every 20,000.
 *
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

/** Sorts what stands on the lines. */
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
  /** The first line is a head, not a claim. */
  readonly isNamed: boolean;
}

function columnsOf(first: string): Columns {
  const delimiter = delimiterOf(first);
  const head = cellsOf(first, delimiter).map(plain);
  const named = HEADS.map((name) => head.indexOf(name)).find((place) => place >= 0);
  return { delimiter, column: named ?? 0, isNamed: named !== undefined };
}

/** Without the apostrophe that marks text in spreadsheets. */
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

/** The cells of one line; quotes may hold delimiters and doubled quotes. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** What `cell.trim()` would tell, without reading the cell again at every quote. */
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
