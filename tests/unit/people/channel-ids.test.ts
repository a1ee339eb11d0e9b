import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../electron/platform/operations.ts';
import { NOTE_LIMITS, SUBSCRIBER_SORTS } from '../../../electron/platform/platform-notes.ts';
import {
  CHANNEL_ID_LONGEST,
  channelIdsIn,
  faultOfChannelIds,
  LOOKUP_IDS_MOST,
  PEOPLE_PAGE,
  PEOPLE_SCOPES,
  SUBSCRIBER_ORDERS,
} from '../../../shared/contract/people.ts';

describe('the limits of the pages', () => {
  it('are those of the platform', () => {
    expect(LOOKUP_IDS_MOST).toBe(NOTE_LIMITS.channelIdsMax);
    expect(PEOPLE_PAGE.subscribers).toBe(NOTE_LIMITS.subscribersSizeMax);
    expect(PEOPLE_PAGE.blocked).toBe(NOTE_LIMITS.blocksSizeMax);
    expect(PEOPLE_PAGE.followers).toBeLessThanOrEqual(NOTE_LIMITS.followersSizeMax);
    expect(SUBSCRIBER_ORDERS).toEqual(SUBSCRIBER_SORTS);
    const known = new Set<string>(SCOPES);
    expect(PEOPLE_SCOPES.filter((scope) => !known.has(scope))).toEqual([]);
  });
});

describe('channel ids that are typed', () => {
  it.each([
    ['', []],
    ['  \n ', []],
    ['a', ['a']],
    ['a, b,c\nd\te', ['a', 'b', 'c', 'd', 'e']],
    [',,a,,b,', ['a', 'b']],
    ['a b a', ['a', 'b']],
    ['\u3000가나\u00a0다 ', ['가나', '다']],
  ])('%j are %j', (text, ids) => {
    expect(channelIdsIn(text)).toEqual(ids);
  });

  it.each([
    ['', 1, { kind: 'none' }],
    ['a', 1, null],
    ['a b', 1, { kind: 'too-many', count: 2, most: 1 }],
    ['a b', 20, null],
    ['a https://ci.me/a', 20, { kind: 'address', id: 'https://ci.me/a' }],
    ['@moonstage', 1, { kind: 'handle', id: '@moonstage' }],
    ['..', 1, { kind: 'dots', id: '..' }],
    ['x'.repeat(CHANNEL_ID_LONGEST), 1, null],
    ['x'.repeat(CHANNEL_ID_LONGEST + 1), 1, { kind: 'too-long', id: 'x'.repeat(101) }],
  ])('%j of at most %d have the fault %j', (text, most, fault) => {
    expect(faultOfChannelIds(text, most)).toEqual(fault);
  });

  it('count each once: twenty and one of them again can be sent', () => {
    const ids = Array.from({ length: LOOKUP_IDS_MOST }, (_, at) => `id-${at}`);
    expect(faultOfChannelIds([...ids, 'id-0'].join(','), LOOKUP_IDS_MOST)).toBeNull();
    expect(faultOfChannelIds([...ids, 'id-x'].join(','), LOOKUP_IDS_MOST)).toMatchObject({
      kind: 'too-many',
    });
  });
});
