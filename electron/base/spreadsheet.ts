/**
 * What spreadsheets take for a formula: one of these signs at the beginning, the wide ones of East
 * Asian keyboards too, also after spaces; and what begins with a break, after which one could stand.
 */
const FORMULA = /^(?:\n|[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠])/u;

/** Text from others that no spreadsheet runs: what could be a formula gets an apostrophe before it. */
export function harmlessCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
