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
const ID = /^[\p{L}\p{N}._:-]{1,100}$/u;
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/** Names of the column, without anything that is no letter. */
const HEADS = ['claimid', 'claimids', 'claim', 'id', '지급요청id', '지급요청'];

/**
 * The claim ids of a list: one a line, or the column named claimId (or the first one) of a CSV with
 * commas, semicolons or tabs. Takes at most `most` ids.
 */
export function importClaims(text: string, most: number): ClaimsImport {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const delimiter = delimiterOf(first);
  const head = cellsOf(first, delimiter).map((cell) => plain(cell));
  const found = HEADS.map((name) => head.indexOf(name)).find((place) => place >= 0);
  const column = found ?? 0;
  const claimIds = new Set<string>();
  const bad: ClaimsImport['bad'] = [];
  let duplicates = 0;
  let badCount = 0;
  let headIsPast = found === undefined;
  const refuse = (line: number, reason: BadLineReason) => {
    badCount += 1;
    if (bad.length < BAD_SHOWN) bad.push({ line, reason });
  };
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    if (!headIsPast) {
      headIsPast = true;
      return;
    }
    const claimId = idOf(cellsOf(line, delimiter)[column]);
    if (claimId === '') refuse(index + 1, 'empty');
    else if (ROUNDED.test(claimId)) refuse(index + 1, 'rounded');
    else if (!ID.test(claimId)) refuse(index + 1, 'not-an-id');
    else if (claimIds.has(claimId)) duplicates += 1;
    else if (claimIds.size >= most) refuse(index + 1, 'too-many');
    else claimIds.add(claimId);
  });
  return { claimIds: [...claimIds], duplicates, bad, badCount };
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
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (quoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      cell = quoted ? '' : cell;
    } else if (character === delimiter && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
