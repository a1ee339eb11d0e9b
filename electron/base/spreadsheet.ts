export type CsvCell = string | number | null;

/** What makes a formula of a cell that begins with it; the wide ones are of East Asian keyboards. */
const SIGNS = '=+-@＝＋－＠';
/** Where a spreadsheet may begin a cell in the middle of our text, and what it may pass over there. */
const BORDER_RUN = /[,;|'\t\r\n\v\f\u0085\u2028\u2029][\s\p{C}\p{Z}"']*/gu;
/** What may stand before a formula's sign at the beginning of a cell. */
const BEGIN_RUN = /^[\s\p{C}\p{Z}"']*/u;

/**
 * One line of a CSV file (RFC 4180), its end included. What viewers wrote must not be run by a
 * spreadsheet, whichever of comma, semicolon, tab and bar it splits at. Numbers are ours and stay.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The first line of a CSV file, with the mark that has spreadsheets read it as UTF-8. */
export function csvHead(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = harmlessText(cell);
  return /[",;|\t\r\n']/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/**
 * An apostrophe stands before each sign that could begin a formula: at the beginning, and after
 * whatever could be taken for the end of a cell. Text that begins with a tab or a break has one too.
 */
function harmlessText(text: string): string {
  const inside = text.replace(BORDER_RUN, (run, at: number) =>
    isSign(text, at + run.length) ? `${run}'` : run,
  );
  const begin = BEGIN_RUN.exec(text)?.[0] ?? '';
  return isSign(text, begin.length) || /^[\t\r\n]/.test(begin) ? `'${inside}` : inside;
}

function isSign(text: string, at: number): boolean {
  return at < text.length && SIGNS.includes(text.charAt(at));
}
