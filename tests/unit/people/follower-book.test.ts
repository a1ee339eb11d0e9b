import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { FollowerBook } from '../../../electron/features/people/follower-book.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { fans } from './support.ts';

const PAGE = 20;
const HOURS = 60 * 60_000;

function setUp({ most = 1_000, scopes = ['READ:CHANNEL'] } = {}) {
  const clock = new VirtualClock();
  const platform = { list: fans(45), pages: [] as number[], failures: [] as unknown[] };
  const book = new FollowerBook({
    clock,
    random: () => 0.5,
    log: silentLogger,
    scopes: () => scopes,
    most,
    readPage: async (page) => {
      platform.pages.push(page);
      if (platform.failures.length > 0) throw platform.failures.shift();
      const ids = platform.list.slice(page * PAGE, (page + 1) * PAGE);
      const next = ids.length < PAGE ? null : page + 1;
      return { people: ids.map((channelId) => ({ channelId })), next };
    },
  });
  onTestFinished(() => book.dispose());
  return { clock, platform, book };
}

describe('the followers that are known', () => {
  it('are not read before somebody needs them, and then all of them', async () => {
    const { clock, platform, book } = setUp();
    book.begin('streamer');
    await clock.advance(10 * HOURS);
    expect(platform.pages).toEqual([]);
    expect(book.has('fan-45')).toBe(false);
    await settle();
    expect(book.state).toEqual({ count: 20, whole: false });
    await clock.advance(2_000);
    expect(platform.pages).toEqual([0, 1, 2]);
    expect(book.state).toEqual({ count: 45, whole: true });
    expect(['fan-1', 'fan-45', 'other'].map((id) => book.has(id))).toEqual([true, true, false]);
  });

  it('lose who has left at the next reading, and no one by a reading that fails', async () => {
    const { clock, platform, book } = setUp();
    book.want();
    book.begin('streamer');
    await clock.advance(2_000);
    platform.list = platform.list.slice(1);
    platform.failures.push(new Error('down'));
    await clock.advance(6 * HOURS);
    expect(book.has('fan-1')).toBe(true);
    await clock.advance(HOURS);
    expect(book.has('fan-1')).toBe(false);
    expect(book.state).toEqual({ count: 44, whole: true });
  });

  it('are as many as there is room for, and then not all', async () => {
    const { clock, book } = setUp({ most: 40 });
    book.want();
    book.begin('streamer');
    await clock.advance(10_000);
    expect(book.state).toEqual({ count: 40, whole: false });
  });

  it('grow by pages that were read for other reasons', () => {
    const { book } = setUp();
    book.begin('streamer');
    book.saw({ people: [{ channelId: 'new' }] });
    expect(book.state).toEqual({ count: 1, whole: false });
    expect(book.has('new')).toBe(true);
  });

  it('are forgotten with the account, kept while its permission has run out', async () => {
    const { clock, book } = setUp();
    book.want();
    book.begin('streamer');
    await clock.advance(2_000);
    book.pause();
    expect(book.state.count).toBe(45);
    book.begin('streamer');
    expect(book.state.count).toBe(45);
    book.begin('another');
    expect(book.state).toEqual({ count: 0, whole: false });
    await clock.advance(2_000);
    book.end();
    expect(book.state).toEqual({ count: 0, whole: false });
  });

  it('are not asked for without the permission', async () => {
    const { clock, platform, book } = setUp({ scopes: [] });
    book.want();
    book.begin('streamer');
    await clock.advance(HOURS);
    expect(platform.pages).toEqual([]);
  });
});
