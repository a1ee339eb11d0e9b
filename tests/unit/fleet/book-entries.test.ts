import { describe, expect, it } from 'vitest';
import { type BookEntry, bodyOf, entryOf, kindOf } from '../../../electron/fleet/books/messages.ts';
import { gapOf } from '../../support/gaps.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const BY = { epoch: 3, file: 'a-file' };
const HASH = 'a'.repeat(64);
const ALERT = { seq: 7, state: 'over', note: null };
const of = (entry: object) => entry as BookEntry;
const { seq: _, receivedAt: __, origin: ___, ...words } = { ...donation(7), origin: 'platform' };

const ENTRIES: readonly (readonly [kind: string, entry: BookEntry])[] = [
  ...[donation(7), draw(8), purchase(9), subscription(10)].map((event) => {
    const entry = { type: 'event', ...BY, event, alert: null, anonymous: false };
    return [event.kind, of(entry)] as const;
  }),
  ['DONATION', of({ type: 'event', ...BY, event: donation(7), alert: ALERT, anonymous: true })],
  ['gap', { type: 'gap', ...BY, id: 2, gap: gapOf({ from: 5, to: 9, reason: 'crash' }) }],
  ['gap', { type: 'gap', ...BY, id: 2, gap: gapOf({ from: 5, reason: '', kinds: ['donation'] }) }],
  ['state', of({ type: 'state', ...BY, table: 'sinks', key: ['a', 1], row: { id: 'a', on: 1 } })],
  ['state', of({ type: 'state', ...BY, table: 'sinks', key: [], row: null })],
  ['viewer', of({ type: 'viewer', ...BY, viewer: HASH })],
  ['owner', of({ type: 'owner', ...BY, host: 'host-1' })],
  ['owner', of({ type: 'owner', ...BY, host: null })],
  ['late', of({ type: 'late', ...BY, from: 4, to: 6 })],
  [
    'waiting',
    of({ type: 'waiting', giver: 3, since: 4, session: 's', receivedAt: 5, event: words }),
  ],
];

const changed = (kind: string, changes: object): string => {
  const entry = ENTRIES.find(([its]) => its === kind)?.[1];
  return JSON.stringify({ ...JSON.parse(entry ? bodyOf(entry) : '{}'), ...changes });
};

describe('an entry of a channel’s books', () => {
  it.each(ENTRIES)('of the kind %s is the same when it comes out of the stream', (kind, entry) => {
    expect(kindOf(entry)).toBe(kind);
    expect(entryOf(kind, bodyOf(entry))).toEqual(entry);
  });

  it('of an owner that said nothing of its host is one of an older app', () => {
    expect(entryOf('owner', JSON.stringify(BY))).toEqual({ type: 'owner', ...BY, host: null });
  });

  it('of a gap that names no kinds is one of an older app, of all kinds', () => {
    const gap = { from: 5, to: 9, reason: 'crash' };
    expect(entryOf('gap', JSON.stringify({ ...BY, id: 2, gap }))).toEqual({
      type: 'gap',
      ...BY,
      id: 2,
      gap: gapOf(gap),
    });
  });

  it.each<[string, object]>([
    ['DONATION', { epoch: -1 }],
    ['DONATION', { file: 'f'.repeat(65) }],
    ['DONATION', { seq: 1.5 }],
    ['DONATION', { receivedAt: 'now' }],
    ['DONATION', { data: {} }],
    ['DONATION', { data: null }],
    ['DONATION', { alert: 7 }],
    ['DONATION', { alert: { state: -1 } }],
    ['DONATION', { anonymous: 'no' }],
    ['gap', { id: -1 }],
    ['gap', { gap: gapOf({ from: 6, to: 5, reason: '' }) }],
    ['gap', { gap: gapOf({ from: 5, to: 6, reason: 'r'.repeat(201) }) }],
    ['gap', { gap: { ...gapOf({ from: 5, reason: '' }), kinds: 'chat' } }],
    ['gap', { gap: { ...gapOf({ from: 5, reason: '' }), kinds: ['chat', 'whisper'] } }],
    ['gap', { gap: null }],
    ['state', { table: 7 }],
    ['state', { key: [1, 2, 3, 4, 5] }],
    ['state', { key: [null] }],
    ['state', { row: [] }],
    ['viewer', { viewer: 'a'.repeat(63) }],
    ['viewer', { viewer: 'A'.repeat(64) }],
    ['viewer', { viewer: `${HASH}0` }],
    ['owner', { host: 'h'.repeat(301) }],
    ['owner', { file: 7 }],
    ['late', { from: null }],
    ['late', { to: Number.MAX_SAFE_INTEGER + 1 }],
    ['waiting', { giver: -1 }],
    ['waiting', { since: null }],
    ['waiting', { session: 's'.repeat(65) }],
    ['waiting', { receivedAt: -1 }],
    ['waiting', { kind: 'CHAT' }],
    ['waiting', { data: {} }],
  ])('of the kind %s is nobody’s where it is damaged: %j', (kind, changes) => {
    expect(entryOf(kind, changed(kind, {}))).not.toBeNull();
    expect(entryOf(kind, changed(kind, changes))).toBeNull();
  });

  it.each(['CHAT', 'event', '', 'GAP'])('is none of the kind %j', (kind) => {
    expect(entryOf(kind, changed('DONATION', {}))).toBeNull();
  });

  it.each(['DONATION', 'gap', 'state', 'viewer', 'owner', 'late', 'waiting'])(
    'of the kind %s is none where it is no JSON',
    (kind) => {
      for (const text of ['', '{', 'null', '7']) expect(entryOf(kind, text)).toBeNull();
    },
  );
});
