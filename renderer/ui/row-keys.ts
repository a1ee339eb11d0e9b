/** The row that arrow keys, Page Up and Down, Home and End lead to; null for other keys. */
export function rowOfKey(key: string, at: number, last: number, pageRows: number): number | null {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: last,
  };
  const row = rows[key];
  return row === undefined ? null : Math.max(0, Math.min(row, last));
}
