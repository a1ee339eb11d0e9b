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

/** What most likely parts the cells of a file, by its first line. */
export function csvDelimiter(line: string): string {
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length - 1 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}

/** Splits one line into cells; quoted cells may contain delimiters and doubled quotes. */
export function csvCells(line: string, delimiter: string): string[] {
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
