import type { CommandResult } from '../../../shared/contract/index.ts';
import { StagelightError } from '../../base/errors.ts';
import { csvCells, csvDelimiter } from '../../base/spreadsheet.ts';

type ClaimsImport = CommandResult<'drops.import'>;
type Found = Omit<ClaimsImport, 'claimIds'> & { readonly claimIds: Set<string> };

const BAD_SHOWN = 100;
/** Characters. Longer lines mean the file is not a list of claims. */
const LINE_MAX = 10_000;
const STEP = 20_000;
const ID = /^[\p{L}\p{N}._:-]{1,100}$/u;
/** A number that a spreadsheet rounded (1.0E+17). */
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/** Column names, letters only. */
const HEADS = ['claimid', 'claimids', 'claim', 'id', '지급요청id', '지급요청'];

/**
 * Reads claim ids from a list: one per line, or the column named claimId (else the first) of a CSV
 * with commas, semicolons or tabs. Returns at most `most` ids. Runs in linear time and yields every
 * 20,000 characters.
 * @throws StagelightError at a line of more than 10,000 characters.
 */
export function* importClaims(
  text: string,
  most: number,
): Generator<undefined, ClaimsImport, undefined> {
  const found: Found = { claimIds: new Set(), duplicates: 0, bad: [], badCount: 0 };
  let columns: Columns | null = null;
  let line = 0;
  let pause = STEP;
  for (const { content, end } of linesOf(text)) {
    line += 1;
    if (content.length > LINE_MAX) {
      throw new StagelightError({
        code: 'drops-list-line-too-long',
        values: { line, most: LINE_MAX },
      });
    }
    if (end >= pause) {
      pause = end + STEP;
      yield;
    }
    if (content.trim() === '') continue;
    if (columns === null) {
      columns = columnsOf(content);
      if (columns.isNamed) continue;
    }
    const claimId = idOf(csvCells(content, columns.delimiter)[columns.column]);
    const reason = faultOf(claimId, found.claimIds.size >= most);
    add(found, claimId, reason && { line, reason });
  }
  return { ...found, claimIds: [...found.claimIds] };
}

function faultOf(claimId: string, isFull: boolean) {
  if (claimId === '') return 'empty';
  if (ROUNDED.test(claimId)) return 'rounded';
  if (!ID.test(claimId)) return 'not-an-id';
  return isFull ? 'too-many' : null;
}

function add(found: Found, claimId: string, bad: ClaimsImport['bad'][number] | null): void {
  if (found.claimIds.has(claimId)) found.duplicates += 1;
  else if (bad === null) found.claimIds.add(claimId);
  else {
    found.badCount += 1;
    if (found.bad.length < BAD_SHOWN) found.bad.push(bad);
  }
}

function* linesOf(text: string): Generator<{ readonly content: string; readonly end: number }> {
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
  const delimiter = csvDelimiter(first);
  const head = csvCells(first, delimiter).map(plain);
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
