import { beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../renderer/stores/feed-filter.ts';
import { LiveColumns } from '../../../renderer/stores/live-columns.ts';
import type { LiveFeed } from '../../../renderer/stores/live-feed.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { eventOf, NOW, pageClock } from '../dashboard/support.ts';

let columns: LiveColumns;

beforeEach(() => {
  columns = new LiveColumns(pageClock(new VirtualClock(NOW)), 2_000);
});

const seqs = (feed: LiveFeed) => {
  const { rows } = feed.snapshot();
  return Array.from({ length: rows.length }, (_, at) => rows.at(at)?.seq);
};
const mixed = [
  eventOf('CHAT', 1),
  eventOf('DONATION', 2),
  eventOf('CHAT', 3),
  eventOf('SUBSCRIPTION', 4),
];

describe('the columns of the live page', () => {
  it('have everything in one, and chat beside the rest when they are split', () => {
    columns.add(mixed, true);
    expect(seqs(columns.main)).toEqual([4, 3, 2, 1]);
    columns.split(true);
    expect([seqs(columns.main), seqs(columns.valued)]).toEqual([
      [3, 1],
      [4, 2],
    ]);
    columns.add([eventOf('CHAT', 5), eventOf('DONATION', 6)], false);
    expect([seqs(columns.main), seqs(columns.valued)]).toEqual([
      [5, 3, 1],
      [6, 4, 2],
    ]);
    columns.split(false);
    expect(seqs(columns.main)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('keep their filter when they are split and joined', () => {
    columns.add(mixed, true);
    columns.split(true);
    columns.setFilter({ ...NO_FILTER, kinds: ['DONATION'] });
    expect([seqs(columns.main), seqs(columns.valued)]).toEqual([[3, 1], [2]]);
    columns.split(false);
    expect(columns.filter.kinds).toEqual(['DONATION']);
    expect(seqs(columns.main)).toEqual([2]);
    // Chat alone says nothing of the column without chat.
    columns.setFilter({ ...NO_FILTER, kinds: ['CHAT'] });
    columns.split(true);
    expect([seqs(columns.main), seqs(columns.valued)]).toEqual([
      [3, 1],
      [4, 2],
    ]);
  });

  it('keep what has a value when a busy chat has pushed it out of the one list', () => {
    columns.add(mixed, true);
    for (let from = 5; from < 4_000; from += 500) {
      columns.add(
        Array.from({ length: 500 }, (_, at) => eventOf('CHAT', from + at)),
        false,
      );
    }
    expect(seqs(columns.main)).not.toContain(4);
    expect(seqs(columns.valued)).toEqual([4, 2]);
  });

  it('go on after a reconnect, and start over with another core', () => {
    columns.add(mixed, true);
    columns.add([eventOf('CHAT', 3), eventOf('SUBSCRIPTION', 4), eventOf('CHAT', 5)], true);
    expect(seqs(columns.valued)).toEqual([4, 2]);
    const later = { ...eventOf('CHAT', 1), receivedAt: NOW + 5_000_000 };
    columns.add([later], true);
    expect([seqs(columns.main), seqs(columns.valued)]).toEqual([[1], []]);
  });
});
