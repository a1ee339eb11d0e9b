import { expect, it } from 'vitest';
import { eventsAfter } from '../../../electron/features/doors/event-cursor.ts';
import { donation } from '../storage/support.ts';

/** An event whose text for programs is so long. */
function eventOf(seq: number, chars: number) {
  const bare = JSON.stringify(donation(seq, { donationText: '' })).length;
  return donation(seq, { donationText: 'x'.repeat(chars - bare) });
}

it.each([
  [65_536, 5],
  [65_537, 4],
])('a page of events of %i characters each ends after %i of them', (chars, count) => {
  const events = Array.from({ length: 8 }, (_, at) => eventOf(at + 1, chars));
  const hub = { lastSeq: 8, oldestSeq: 1, since: (seq: number) => events.slice(seq) };
  const page = eventsAfter({ hub, read: () => [] }, 0, null);
  expect(page?.events).toHaveLength(count);
  expect(page).toMatchObject({ upTo: count, complete: true });
});
