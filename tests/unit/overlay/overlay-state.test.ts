import { describe, expect, it } from 'vitest';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { chat, tally } from '../../support/stage-events.ts';

const CHAT_LINES_MAX = 50;

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => chat(from + at));
const seqsOf = (store: ReturnType<typeof createOverlayStore>) =>
  store.api.getState().chat.map((line) => line.event.seq);

describe('the overlay store', () => {
  it('keeps the newest fifty lines, oldest first', () => {
    const store = createOverlayStore('ko');
    store.addChat(many(30));
    store.addChat(many(45, 31));
    expect(seqsOf(store)).toEqual(Array.from({ length: CHAT_LINES_MAX }, (_, at) => at + 26));
    expect(CHAT_LINES_MAX).toBe(50);
  });

  it('keeps no more than fifty of a snapshot', () => {
    const store = createOverlayStore('ko');
    store.resetChat(many(500));
    expect(seqsOf(store)).toHaveLength(50);
    expect(seqsOf(store).at(-1)).toBe(500);
  });

  it('lets single lines enter, and floods and snapshots stand there at once', () => {
    const store = createOverlayStore('ko');
    store.resetChat(many(2));
    store.addChat(many(2, 3));
    store.addChat(many(20, 5));
    const enters = store.api.getState().chat.map((line) => line.enters);
    expect(enters.slice(0, 4)).toEqual(['none', 'none', 'pushing', 'pushing']);
    expect(new Set(enters.slice(4))).toEqual(new Set(['none']));
  });

  it.each([
    ['one a second', 1_000, 'themed'],
    ['two a second', 500, 'pushing'],
    ['eight a second', 125, 'pushing'],
    ['ten a second', 100, 'none'],
    ['a hundred a second', 10, 'none'],
  ])('decides by their rate how %s enter: %d ms apart', (_name, apartMs, enters) => {
    const store = createOverlayStore('ko');
    for (let seq = 1; seq <= 30; seq += 1) {
      store.addChat([{ ...chat(seq), receivedAt: seq * apartMs }]);
    }
    expect(store.api.getState().chat.at(-1)?.enters).toBe(enters);
  });

  it('does not wake anybody for an empty batch', () => {
    const store = createOverlayStore('ko');
    let changes = 0;
    store.api.subscribe(() => {
      changes += 1;
    });
    store.addChat([]);
    expect(changes).toBe(0);
  });

  it('puts the reward that was drawn last on top', () => {
    const store = createOverlayStore('ko');
    store.setTallies([tally('old', { lastDrawnAt: 1 }), tally('new', { lastDrawnAt: 2 })]);
    expect(store.api.getState().tallies.map((row) => row.rewardId)).toEqual(['new', 'old']);
  });

  it('gives every page a state of its own', () => {
    const one = createOverlayStore('ko');
    const other = createOverlayStore('en');
    one.addChat(many(1));
    expect(other.api.getState().chat).toEqual([]);
  });
});
