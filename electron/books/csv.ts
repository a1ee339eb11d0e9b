import { harmlessCell } from '../base/spreadsheet.ts';

export type CsvCell = string | number | null;

/**
 * One line of a CSV file (RFC 4180), its end included. What viewers wrote must not be run by a
 * spreadsheet: text that could be a formula gets an apostrophe before it. Numbers are ours and stay.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = harmlessCell(cell);
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
