import { describe, expect, it } from 'vitest';
import { parseDownFrame } from '../../../renderer/bridge/frames.ts';
import { EMPTY_DESK } from '../../../shared/contract/alerts.ts';
import { NO_FIGURES } from '../../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { gapOf } from '../../support/gaps.ts';
import { eventOf, historyWith, lifeAt, PROBLEM, statusWith } from '../dashboard/support.ts';

const parse = (frame: unknown) => parseDownFrame(JSON.stringify(frame));

describe('parseDownFrame', () => {
  it.each([
    { type: 'hello', buildId: '1.2.3', run: 'r' },
    { type: 'waiting', id: 3, forMs: 7_000 },
    { type: 'feed', feed: 'status', value: statusWith() },
    { type: 'feed', feed: 'language', value: 'en' },
    { type: 'feed', feed: 'events', value: { reset: true, events: [eventOf('CHAT', 1)] } },
    { type: 'feed', feed: 'connectionHistory', value: historyWith() },
    {
      type: 'feed',
      feed: 'connectionHistory',
      value: {
        events: [lifeAt(1, 'live'), lifeAt(2, 'lost', 'no-pong')],
        gaps: [gapOf({ from: 1, to: 2, reason: 'crash' })],
        openGaps: [
          { from: 2, reason: 'no-pong', kinds: ['chat', 'donation'] },
          { from: 3, reason: 'subscription-gone', kinds: ['subscription'] },
        ],
      },
    },
    { type: 'feed', feed: 'overlay', value: JSON.parse(JSON.stringify(DEFAULT_OVERLAY)) },
    { type: 'feed', feed: 'figures', value: NO_FIGURES },
    { type: 'feed', feed: 'alerts', value: EMPTY_DESK },
    { type: 'feed', feed: 'reading', value: { on: true, now: null } },
    { type: 'feed', feed: 'reading', value: { on: true, now: { showing: 1, text: 'words' } } },
    { type: 'result', id: 3, ok: true, value: { seq: 1 } },
    { type: 'result', id: 3, ok: false, problem: PROBLEM },
  ])('reads the frame $type $feed', (frame) => {
    expect(parse(frame)).toEqual(frame);
  });

  it.each([
    ['a hello without a build', { type: 'hello', run: 'r' }],
    ['a hello without a run', { type: 'hello', buildId: '1.2.3' }],
    ['a wait without its length', { type: 'waiting', id: 3 }],
    ['a wait into the past', { type: 'waiting', id: 3, forMs: -1 }],
    ['a type nobody knows', { type: 'party' }],
    ['a feed nobody knows', { type: 'feed', feed: 'weather', value: {} }],
    ['a feed named like an object method', { type: 'feed', feed: 'toString', value: {} }],
    ['a language that is not ours', { type: 'feed', feed: 'language', value: 'fr' }],
    ['a status that is a text', { type: 'feed', feed: 'status', value: 'fine' }],
    ['a status without its overlay', { type: 'feed', feed: 'status', value: { connection: {} } }],
    ['events that are no list', { type: 'feed', feed: 'events', value: { events: 'many' } }],
    ['a connectionHistory that is a list', { type: 'feed', feed: 'connectionHistory', value: [] }],
    [
      'a connectionHistory without gaps',
      { type: 'feed', feed: 'connectionHistory', value: { events: [] } },
    ],
    ['settings without a layout', { type: 'feed', feed: 'overlay', value: { theme: {} } }],
    ['settings that are null', { type: 'feed', feed: 'overlay', value: null }],
    ['a desk without its lists', { type: 'feed', feed: 'alerts', value: { behindMs: 0 } }],
    ['a desk that is a list', { type: 'feed', feed: 'alerts', value: [] }],
    [
      'a reading that is not said to be on',
      { type: 'feed', feed: 'reading', value: { now: null } },
    ],
    ['a reading without words', { type: 'feed', feed: 'reading', value: { on: true, now: {} } }],
    ['figures without goals', { type: 'feed', feed: 'figures', value: { totals: {} } }],
    ['a result without an id', { type: 'result', ok: true, value: {} }],
    ['a refusal without a problem', { type: 'result', id: 1, ok: false }],
    ['a list', []],
    ['null', null],
  ])('ignores %s', (_name, frame) => {
    expect(parse(frame)).toBeNull();
  });

  it.each([
    ['what is not JSON', '{'],
    ['bytes', new ArrayBuffer(4)],
  ])('ignores %s', (_name, raw) => {
    expect(parseDownFrame(raw)).toBeNull();
  });

  it('keeps the good events around bad ones', () => {
    const good = eventOf('DONATION', 7);
    const events = [
      null,
      { kind: 'PARTY', seq: 1 },
      good,
      { ...good, data: null },
      { ...good, seq: '1' },
    ];
    expect(parse({ type: 'feed', feed: 'events', value: { reset: false, events } })).toEqual({
      type: 'feed',
      feed: 'events',
      value: { reset: false, events: [good] },
    });
  });

  it('keeps of a connectionHistory what can be used', () => {
    const good = lifeAt(5, 'renewed');
    const open = { from: 1, reason: 'crash', kinds: ['donation'] };
    const closed = { ...open, to: 2 };
    const value = {
      events: [null, { ...good, name: 'toString' }, good, { ...good, at: null }, { at: 1 }],
      gaps: [
        closed,
        { ...closed, kinds: ['donation', 'whisper'] },
        { from: 1, to: 2, reason: 'crash' },
        open,
        7,
        { to: 9e15 },
      ],
      openGaps: [
        null,
        { ...open, from: 'yesterday' },
        { ...open, reason: 7 },
        { ...open, kinds: ['whisper'] },
        { ...open, kinds: ['chat', null] },
        { ...open, kinds: 'chat' },
        { from: 1, reason: 'crash' },
        open,
      ],
    };
    expect(parse({ type: 'feed', feed: 'connectionHistory', value })).toEqual({
      type: 'feed',
      feed: 'connectionHistory',
      value: { events: [good], gaps: [closed], openGaps: [open] },
    });
  });

  it.each([
    ['events', { gaps: [], openGaps: [] }],
    ['gaps', { events: [], openGaps: [] }],
    ['open gaps', { events: [], gaps: [], openGap: null }],
  ])('ignores a connectionHistory without a list of %s', (_what, value) => {
    expect(parse({ type: 'feed', feed: 'connectionHistory', value })).toBeNull();
  });
});
