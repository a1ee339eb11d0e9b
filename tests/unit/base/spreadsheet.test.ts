import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../electron/base/spreadsheet.ts';
import { claimsCsv } from '../../../electron/features/drops/claims-csv.ts';
import { exportPart } from '../../../electron/features/reports/export-parts.ts';
import { ZoneCalendar } from '../../../electron/features/reports/totals.ts';
import { donation } from '../storage/support.ts';

describe('a cell', () => {
  it.each([
    ['an ordinary word', '안녕', '안녕'],
    ['nothing', null, ''],
    ['a number', -12.5, '-12.5'],
    ['a comma', 'a,b', '"a,b"'],
    ['a semicolon', 'a;b', '"a;b"'],
    ['a tab', 'a\tb', '"a\tb"'],
    ['a bar', 'a|b', '"a|b"'],
    ['an apostrophe', "it's", `"it's"`],
    ['quotation marks', 'say "hi"', '"say ""hi"""'],
    ['lines', 'a\r\nb', '"a\r\nb"'],
    ['spaces at its ends', ' a ', '" a "'],
    ['what only looks a little like a formula', '1-1 a=b', '1-1 a=b'],
  ])('holds %s', (_, cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });
});

const SIGNS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠A1'];
const BORDERS = [',', ';', '|', '\t', '\r', '\n', '\r\n', "'", '"', ' ', '\u00a0', '\ufeff'];
/** What viewers could write so that somebody's spreadsheet runs it. */
const PAYLOADS = [
  ...SIGNS,
  ...BORDERS.flatMap((border) => [`${border}=1+1`, `a${border}@SUM(A1)`, `a${border} +1`]),
  ...["a;'=1", 'a;"=1', 'a;""=1', 'a;"""=1', 'a\t\t=1', 'a;;=1', 'a\n\n=1', 'a|"|=1', 'a;\n"=1'],
  ...['a;\u200b=1', '\u0000=1', 'a;\u2028=1', 'a;b;c;=1', '"\n=1', "';=1", `";"=1`, '\t"=1;\n+1'],
  `=HYPERLINK("https://example.test";"x")`,
  `=cmd|' /C calc'!A0`,
  `hello";=1;"`,
  `x;"`,
];

/** The cells as a spreadsheet reads them: quotes count where a cell begins with them. */
function cellsOf(csv: string, separator: string, quote: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isBegin = true;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv.charAt(at);
    if (isQuoted && sign === quote && csv.charAt(at + 1) === quote) {
      cell += quote;
      at += 1;
    } else if (sign === quote && (isQuoted || isBegin)) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      cells.push(cell);
      cell = '';
      isBegin = true;
      continue;
    } else cell += sign;
    isBegin = false;
  }
  return [...cells, cell];
}

/** Cells that would be run: also behind spaces and what nobody sees. */
function formulas(csv: string): string[] {
  return [',', ';', '\t', '|'].flatMap((separator) =>
    ['"', ''].flatMap((quote) =>
      cellsOf(csv, separator, quote).filter((cell) =>
        /^[\s\p{C}\p{Z}]*[=+\-@＝＋－＠]/u.test(cell),
      ),
    ),
  );
}

const claim = {
  claimId: '1',
  campaignId: 'c1',
  rewardId: 'r1',
  categoryId: 'game',
  channelId: 'viewer1',
  categoryName: 'name',
  fulfillmentState: 'CLAIMED',
  claimedAt: null,
  updatedAt: null,
};
const shape = { format: 'csv', language: 'en', calendar: new ZoneCalendar('Asia/Seoul') } as const;

const exportsOf = (text: string): string[] => {
  const event = donation(1, { donatorNickname: text, donationText: text });
  return [
    csvLine([text, text]),
    claimsCsv([{ ...claim, claimId: text }], () => ({ campaign: text, reward: text }), true),
    exportPart({ rows: [{ event, receipt: null }], next: null }, { isFirst: true, rows: 0 }, shape),
  ];
};

describe('what viewers wrote, in every export', () => {
  it('is tried with at least 55 texts', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(55);
  });

  it.each(PAYLOADS)('is no formula, whichever sign the spreadsheet splits at: %j', (text) => {
    expect(exportsOf(text).flatMap(formulas)).toEqual([]);
  });

  it('is none however it is put together', () => {
    const pieces = fc.constantFrom(...BORDERS, '=', '-', '@', '＝', 'a', '1', '\u200b', "''", '""');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        expect(exportsOf(parts.join('')).flatMap(formulas)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('stays readable: apostrophes are all that is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const [first = ''] = cellsOf(csvLine([text]), ',', '"');
        expect(first.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
    );
  });
});
