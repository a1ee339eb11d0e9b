import { describe, expect, it } from 'vitest';
import { toDisposable } from '../../../electron/base/disposables.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { OverlayPages } from '../../../electron/features/alerts/overlay-pages.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function setUp() {
  const clock = new VirtualClock();
  const queue = { visible: 0, receipts: [] as [number, string][] };
  const pages = new OverlayPages(
    {
      attachOverlay: () => {
        queue.visible += 1;
        return toDisposable(() => {
          queue.visible -= 1;
        });
      },
      receipt: (alertId, state) => queue.receipts.push([alertId, state]),
    },
    silentLogger,
    clock,
  );
  const counts: number[] = [];
  pages.onChange(() => counts.push(pages.connected));
  return { queue, pages, counts, clock };
}

describe('the overlay pages', () => {
  it('are counted as they come and go', () => {
    const { pages, counts } = setUp();
    const first = pages.pageConnected();
    const second = pages.pageConnected();
    first.dispose();
    second.dispose();
    expect(counts).toEqual([1, 2, 1, 0]);
  });

  it('can be seen until they say otherwise', () => {
    const { pages, queue } = setUp();
    const page = pages.pageConnected();
    pages.pageConnected();
    expect(queue.visible).toBe(2);
    page.setVisible(false);
    expect(queue.visible).toBe(1);
    page.setVisible(true);
    expect(queue.visible).toBe(2);
  });

  it('count once, however often they say the same', () => {
    const { pages, queue, counts } = setUp();
    const page = pages.pageConnected();
    page.setVisible(true);
    page.setVisible(true);
    expect(queue.visible).toBe(1);
    page.setVisible(false);
    page.setVisible(false);
    expect(queue.visible).toBe(0);
    page.dispose();
    page.dispose();
    expect(queue.visible).toBe(0);
    expect(counts).toEqual([1, 0]);
  });

  it('cannot be seen when they are gone, whatever comes late', () => {
    const { pages, queue } = setUp();
    const page = pages.pageConnected();
    page.dispose();
    page.setVisible(true);
    expect(queue.visible).toBe(0);
    expect(pages.connected).toBe(0);
  });

  it('hand their receipts on', () => {
    const { pages, queue } = setUp();
    const page = pages.pageConnected();
    page.receipt(7, 'painted');
    page.receipt(7, 'over');
    expect(queue.receipts).toEqual([
      [7, 'painted'],
      [7, 'over'],
    ]);
  });

  it('are counted in silence after the end', () => {
    const { pages, counts } = setUp();
    const page = pages.pageConnected();
    pages.dispose();
    page.dispose();
    expect(counts).toEqual([1]);
    expect(pages.connected).toBe(0);
  });
});

describe('when an overlay was seen', () => {
  it('is not known before there was one', () => {
    expect(setUp().pages.lastSeenAgo('obs')).toBeNull();
  });

  it('is now while somebody sees it', async () => {
    const { pages, clock } = setUp();
    pages.pageConnected('obs');
    await clock.advance(5_000);
    expect(pages.lastSeenAgo('obs')).toBe(0);
    expect(pages.lastSeenAgo('browser')).toBeNull();
  });

  it('is when it was hidden or went away', async () => {
    const { pages, clock } = setUp();
    const hidden = pages.pageConnected('obs');
    hidden.setVisible(false);
    await clock.advance(5_000);
    expect(pages.lastSeenAgo('obs')).toBe(5_000);
    hidden.setVisible(true);
    await clock.advance(1_000);
    hidden.dispose();
    await clock.advance(2_000);
    expect(pages.lastSeenAgo('obs')).toBe(2_000);
  });

  it('is not moved by a hidden page that goes away', async () => {
    const { pages, clock } = setUp();
    const page = pages.pageConnected('app-window');
    page.setVisible(false);
    await clock.advance(5_000);
    page.dispose();
    expect(pages.lastSeenAgo('app-window')).toBe(5_000);
  });
});
