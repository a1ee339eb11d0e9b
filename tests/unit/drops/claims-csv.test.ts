import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimsCsv } from '../../../electron/features/drops/claims-csv.ts';
import { importClaims } from '../../../electron/features/drops/claims-import.ts';
import type { DropsClaim } from '../../../shared/contract/drops.ts';

const CLAIM: DropsClaim = {
  claimId: '100000000000000001',
  campaignId: 'c1',
  rewardId: 'r1',
  categoryId: 'game',
  categoryName: '별빛 항해',
  channelId: 'viewer1',
  fulfillmentState: 'CLAIMED',
  claimedAt: Date.UTC(2026, 4, 20, 3),
  updatedAt: null,
};
/** The list read to its end without a pause. */
function read(text: string, most: number) {
  const reading = importClaims(text, most);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

const titles = () => ({ campaign: '여름 축제', reward: '은빛 돛' });

describe('claims as CSV', () => {
  it('has a head, a mark of UTF-8 and one line a claim', () => {
    expect(claimsCsv([CLAIM], titles, true)).toBe(
      '\uFEFFclaimId,campaignId,campaignTitle,rewardId,rewardTitle,categoryId,categoryName,' +
        'channelId,fulfillmentState,claimedDate,updatedDate\r\n' +
        '100000000000000001,c1,여름 축제,r1,은빛 돛,game,별빛 항해,viewer1,CLAIMED,' +
        '2026-05-20T03:00:00.000Z,\r\n',
    );
  });

  it('has neither on its later pages', () => {
    expect(claimsCsv([CLAIM], titles, false)).toMatch(/^100000000000000001,/);
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', `"'+1"`],
    ['-2+3', `"'-2+3"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"' =1"`],
    ['\n=1', `"' =1"`],
    [' =1', `"' =1"`],
    ['\u00a0=1', `"'\u00a0=1"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠SUM(A1)', `"'＠SUM(A1)"`],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', 'two lines'],
    ['plain - text', 'plain - text'],
  ])('writes %j so that no spreadsheet runs it', (title, cell) => {
    const line = claimsCsv([CLAIM], () => ({ campaign: title, reward: '' }), false);
    expect(line).toBe(
      `100000000000000001,c1,${cell},r1,,game,별빛 항해,viewer1,CLAIMED,2026-05-20T03:00:00.000Z,\r\n`,
    );
  });

  it('can be read in again', () => {
    const claims = ['100000000000000001', '-17', '100000000000000003'].map((claimId) => ({
      ...CLAIM,
      claimId,
    }));
    const { claimIds, badCount } = read(
      claimsCsv(claims, () => ({ campaign: '"a", b', reward: '=1' }), true),
      10,
    );
    expect(claimIds).toEqual(claims.map(({ claimId }) => claimId));
    expect(badCount).toBe(0);
  });
});

describe('a list of paid claims', () => {
  it.each([
    ['one id a line', '11\n22\n33', ['11', '22', '33']],
    ['Windows line ends', '11\r\n22\r\n', ['11', '22']],
    ['old line ends', '11\r22', ['11', '22']],
    ['a head', 'claimId,paid\n11,yes\n22,yes', ['11', '22']],
    ['another column first', 'viewer,claim_id\nkim,11\nlee,22', ['11', '22']],
    ['semicolons', 'viewer;Claim ID\nkim;11', ['11']],
    ['tabs', 'viewer\tclaimId\nkim\t11', ['11']],
    ['a Korean head', '시청자,지급 요청 ID\n김,11', ['11']],
    ['quotes', '"claimId","note"\n"11","a, ""b"""', ['11']],
    ['a mark of UTF-8', '\uFEFFclaimId\n11', ['11']],
    ['apostrophes of a spreadsheet', "claimId\n'11", ['11']],
    ['no head at all', '11,yes\n22,no', ['11', '22']],
    ['empty lines', '\n\n11\n\n22\n', ['11', '22']],
    ['nothing', '', []],
  ])('is read with %s', (_what, text, claimIds) => {
    expect(read(text, 100)).toEqual({ claimIds, duplicates: 0, bad: [], badCount: 0 });
  });

  it('takes a claim once and counts the others', () => {
    expect(read('11\n22\n11\n11', 100)).toMatchObject({
      claimIds: ['11', '22'],
      duplicates: 2,
    });
  });

  it.each([
    ['claimId,x\n,a', 2, 'empty'],
    ['11\n<script>', 2, 'not-an-id'],
    ['11\nhello world', 2, 'not-an-id'],
    ['11\n1.00000000000000E+17', 2, 'rounded'],
    ['11\n"1,00E+17"', 2, 'rounded'],
    ['11\n22\n33', 3, 'too-many'],
  ])('says of %j which line is no use, and why', (text, line, reason) => {
    expect(read(text, 2)).toMatchObject({ bad: [{ line, reason }], badCount: 1 });
  });

  it('names the first hundred bad lines and counts all', () => {
    const { bad, badCount } = read('?\n'.repeat(250), 10);
    expect(bad).toHaveLength(100);
    expect(badCount).toBe(250);
  });
});

describe('a list that is large or made to be slow', () => {
  afterEach(() => vi.restoreAllMocks());

  const HOSTILE: [string, string][] = [
    ['quotes within a cell', `a${'""'.repeat(4_999)}`],
    ['quotes after blanks', ' '.repeat(5_000) + '"'.repeat(5_000)],
    ['quotes that open and close', '" "'.repeat(3_333)],
    ['delimiters', ','.repeat(10_000)],
    ['a number that never ends', '1'.repeat(10_000)],
    ['apostrophes', "'".repeat(10_000)],
    ['blanks before a letter', `${' '.repeat(9_999)}a`],
  ];

  it.each(HOSTILE)('looks at each letter a few times only: %s', (_what, line) => {
    const text = `${line}\n`.repeat(20);
    let looked = 0;
    for (const name of ['trim', 'charAt', 'replace', 'toLowerCase', 'split'] as const) {
      const original = String.prototype[name] as (this: string, ...args: never[]) => never;
      const counted = function (this: string, ...args: never[]): never {
        looked += name === 'charAt' ? 1 : this.length;
        return original.apply(this, args);
      };
      vi.spyOn(String.prototype, name).mockImplementation(counted);
    }
    read(text, 10);
    vi.restoreAllMocks();
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(text.length * 10);
  });

  it.each([
    ['short lines', '123456789\n'],
    ['long lines', `${'1'.repeat(9_999)}\n`],
  ])('2,000,000 characters in %s are read in steps of at most 30,000', (_what, line) => {
    const text = line.repeat(2_000_000 / line.length);
    const reading = importClaims(text, 10);
    let pauses = 0;
    while (!reading.next().done) pauses += 1;
    expect(pauses).toBeGreaterThan(65);
    expect(pauses).toBeLessThanOrEqual(100);
  });

  it('with a line over 10,000 characters is another kind of file', () => {
    expect(read(`11\n${'1'.repeat(10_000)}\n22`, 10).claimIds).toEqual(['11', '22']);
    const tooLong = () => read(`11\n${'1'.repeat(10_001)}\n22`, 10);
    expect(tooLong).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ code: 'drops-list-line-too-long' }),
      }),
    );
    expect(tooLong).toThrow('Line 2 has more than 10,000 characters.');
  });
});
