import { describe, expect, it } from 'vitest';
import { idsOf, queryOf } from '../../../../renderer/dashboard/drops/claim-filters.tsx';

describe('filters', () => {
  it.each([
    ['', []],
    ['1', ['1']],
    ['1,2', ['1', '2']],
    [' 1 ; 2\r\n\t3,,', ['1', '2', '3']],
    ['1 1 1', ['1']],
  ])('read the ids of %j', (text, ids) => {
    expect(idsOf(text)).toEqual(ids);
  });

  it('leave out what is empty', () => {
    const none = {
      campaignId: '',
      rewardId: '',
      state: '',
      channelId: ' ',
      categoryId: '',
      putAway: false,
      ids: '',
    } as const;
    expect(queryOf(none, [])).toEqual({});
  });
});
