import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { openForTest, temporaryFolder } from '../storage/support.ts';

const MARK = {
  newestAt: 1_700_000_000_000,
  newestIds: ['ann', '앤 "b"'],
  lookedAt: 1_700_000_000_001,
};

describe('what the books keep of people', () => {
  it('is there after the file was closed, one mark for each channel', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    expect(ledger.people.followerMark('one')).toBeNull();
    ledger.people.setFollowerMark('one', MARK);
    ledger.people.setFollowerMark('two', { ...MARK, newestAt: null, newestIds: [] });
    ledger.people.setFollowerMark('one', { ...MARK, lookedAt: 5 });
    ledger.close();
    const { people } = openForTest(file).ledger;
    expect(people.followerMark('one')).toEqual({ ...MARK, lookedAt: 5 });
    expect(people.followerMark('two')).toEqual({ ...MARK, newestAt: null, newestIds: [] });
  });

  it('says what failed when the file is closed', () => {
    const { ledger } = openForTest(':memory:');
    ledger.close();
    expect(() => ledger.people.followerMark('one')).toThrow(LedgerCallError);
    expect(() => ledger.people.setFollowerMark('one', MARK)).toThrow(LedgerCallError);
  });
});
