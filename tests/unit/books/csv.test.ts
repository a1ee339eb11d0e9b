import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../electron/books/csv.ts';

describe('a cell', () => {
  it.each([
    ['an ordinary word', '안녕', '안녕'],
    ['nothing', null, ''],
    ['a number', -12.5, '-12.5'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotation marks', 'say "hi"', '"say ""hi"""'],
    ['lines', 'a\r\nb', '"a\r\nb"'],
    ['spaces at its ends', ' a ', '" a "'],
  ])('holds %s', (_, cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });

  it.each([
    '=1+1',
    '=HYPERLINK("https://example.test";"x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1+1',
    '\u00a0=1+1',
    '＝1+1',
    '＠SUM(A1)',
  ])('is never a formula: %j', (text) => {
    const line = csvLine([text]);
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('keeps what only looks a little like one', () => {
    expect(csvLine(['1-1', 'a=b', "it's"])).toBe("1-1,a=b,it's\r\n");
  });
});
