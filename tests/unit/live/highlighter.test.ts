import { beforeEach, describe, expect, it } from 'vitest';
import { Highlighter } from '../../../electron/features/live/highlighter.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { HighlightCard } from '../../../shared/overlay/highlight.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { chat } from '../storage/chat-support.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const refusal = (code: string) => expect.objectContaining({ problem: { code } });

let clock: VirtualClock;
let kept: StageEvent[];
let said: (HighlightCard | null)[];
let highlighter: Highlighter;

beforeEach(() => {
  clock = new VirtualClock();
  kept = [chat(1), chat(2), chat(3, { content: '  ' })];
  said = [];
  highlighter = new Highlighter({
    clock,
    find: (seq) => kept.find((event) => event.seq === seq) ?? null,
    onFailure: (failure) => {
      throw failure;
    },
  });
  highlighter.onChange((card) => said.push(card));
});

describe('a highlighted message', () => {
  it('leaves by itself when its seconds are over', async () => {
    highlighter.show(1, 20);
    expect(highlighter.current).toMatchObject({ seq: 1, name: '감자칩', content: '1번째 말' });
    expect(highlighter.endsAt).toBe(clock.now() + 20_000);
    await clock.advance(19_999);
    expect(highlighter.current?.seq).toBe(1);
    await clock.advance(1);
    expect([highlighter.current, highlighter.endsAt]).toEqual([null, null]);
    expect(said.map((card) => card?.seq ?? null)).toEqual([1, null]);
  });

  it('stays without seconds until it is taken away, which may be done twice', async () => {
    highlighter.show(1, null);
    await clock.advance(3_600_000);
    expect(highlighter.current?.seq).toBe(1);
    highlighter.clear();
    highlighter.clear();
    expect(said.map((card) => card?.seq ?? null)).toEqual([1, null]);
  });

  it('gives way to the next one, whose time is its own', async () => {
    highlighter.show(1, 10);
    await clock.advance(9_000);
    highlighter.show(2, 10);
    await clock.advance(9_000);
    expect(highlighter.current?.seq).toBe(2);
    await clock.advance(1_000);
    expect(highlighter.current).toBeNull();
  });

  it.each<[string, number, string]>([
    ['an event that is not kept', 9, 'live-event-gone'],
    ['an event without words', 3, 'live-no-words'],
  ])('is refused for %s, and what stands there stays', (_name, seq, code) => {
    highlighter.show(1, null);
    expect(() => highlighter.show(seq, 5)).toThrow(refusal(code));
    expect(highlighter.current?.seq).toBe(1);
    expect(highlighter.endsAt).toBeNull();
  });

  it.each<[string, StageEvent, string | null, string]>([
    ['a donation', donation(1), '시청자', '응원해요'],
    [
      'an anonymous donation',
      donation(1, { donatorChannelId: null, donatorNickname: null }),
      null,
      '응원해요',
    ],
    ['a purchase', purchase(1, { content: '샀어요' }), null, '샀어요'],
  ])('may be of %s', (_name, event, name, content) => {
    kept = [event];
    highlighter.show(1, 5);
    expect(highlighter.current).toMatchObject({ seq: 1, name, content });
  });

  it.each([draw(1), subscription(1)])('is never of an event without words (%#)', (event) => {
    kept = [event];
    expect(() => highlighter.show(1, 5)).toThrow(refusal('live-no-words'));
  });

  it('leaves no timer behind', () => {
    highlighter.show(1, 20);
    highlighter.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
