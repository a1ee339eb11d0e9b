import { describe, expect, it } from 'vitest';
import { readMoment, readTime } from '../../../electron/base/read-time.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { claimRecord } from '../../../electron/features/drops/claim-reading.ts';
import { parseRetryAfter } from '../../../electron/platform/http/exchange.ts';
import { ServerTime } from '../../../electron/platform/server-time.ts';
import { STORED_EVENTS } from '../../../electron/storage/adopt/stored-events.ts';
import { tallyOf } from '../../../electron/storage/rows.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { decodeText } from '../../support/receive-text.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { draw } from '../storage/support.ts';

/** 2026-05-20 12:00 in Korea. */
const NOON = Date.UTC(2026, 4, 20, 3);

const TIMES: readonly (readonly [unknown, number])[] = [
  ['2026-05-20T03:00:00.000Z', NOON],
  ['2026-05-20T03:00:00z', NOON],
  ['2026-05-20T12:00:00+09:00', NOON],
  ['2026-05-20T12:00:00+0900', NOON],
  ['2026-05-20T12:00:00+09', NOON],
  ['2026-05-19T22:00:00-05', NOON],
  ['2026-05-20T12:00:00', NOON],
  ['2026-05-20T12:00:00.000', NOON],
  ['2026-05-20 12:00:00', NOON],
  ['2026-05-20T12:00', NOON],
  [' 2026-05-20T12:00:00 ', NOON],
  ['2026-05-20', NOON - 12 * 60 * 60_000],
  ['2026-05-20T12:00:00.123456', NOON + 123],
  [NOON, NOON],
  [String(NOON), NOON],
  [NOON / 1_000, NOON],
  [NOON / 1_000 + 0.5, NOON + 500],
  [String(NOON / 1_000), NOON],
  [`${NOON / 1_000}.25`, NOON + 250],
  [0, 0],
];

const NONE: readonly unknown[] = [
  ...['', ' ', 'soon', '2026-13-01T00:00:00Z', '2026-02-29', '2026-05-20T25:00:00Z', '2026', '12'],
  ...['20260520', '2026-05-20T12:00:00 Asia/Seoul', '-1', '1'.repeat(400)],
  ...[null, undefined, -1, 1e300, Number.NaN, {}, [], true],
];

describe('times of the platform', () => {
  it.each(TIMES)('%j is the same everywhere', (sent, at) => {
    expect(readMoment(sent)).toBe(at);
    expect(readTime(sent)).toBe(new Date(at).toISOString());
  });

  it.each(NONE)('%j is none', (sent) => {
    expect(readMoment(sent)).toBeNull();
    expect(readTime(sent)).toBeNull();
  });

  it.each(TIMES.filter(([sent]) => typeof sent === 'string'))(
    '%j is the same on a chat message and on a claim',
    (sent, at) => {
      const policy = createImagePolicy({ allowLoopbackHttp: false });
      const frame = decodeText(wireFrame('CHAT', { messageTime: sent }), policy);
      expect(frame).toMatchObject({
        decoded: { data: { messageTime: new Date(at).toISOString() } },
      });
      const claim = { claimedDate: sent, updatedDate: sent } as Parameters<typeof claimRecord>[0];
      expect(claimRecord(claim)).toMatchObject({ claimedAt: at, updatedAt: at });
    },
  );
});

const NO_DAY = '2026-02-31T00:00:00Z';

describe('a day that no calendar has', () => {
  const policy = createImagePolicy({ allowLoopbackHttp: false });
  const bad = draw(1, { drawnAt: NO_DAY });

  it.each<[string, () => unknown, unknown]>([
    [
      'a chat message',
      () => decodeText(wireFrame('CHAT', { messageTime: NO_DAY }), policy),
      {
        decoded: { data: { messageTime: null } },
      },
    ],
    [
      'a draw',
      () => decodeText(wireFrame('DROPS', { drawnAt: NO_DAY }), policy),
      {
        decoded: { data: { drawnAt: null } },
      },
    ],
    [
      'a claim',
      () => claimRecord({ claimedDate: NO_DAY } as Parameters<typeof claimRecord>[0]),
      {
        claimedAt: null,
      },
    ],
    [
      'a draw in a ledger of elsewhere',
      () => STORED_EVENTS.DROPS.parse(bad.data),
      { drawnAt: null },
    ],
    [
      'a chat message in a ledger of elsewhere',
      () => STORED_EVENTS.CHAT.shape.messageTime.parse(NO_DAY),
      null,
    ],
    ['the total of a draw', () => tallyOf(bad, 1, 1), { lastDrawnAt: bad.receivedAt }],
    ['a wait until then', () => parseRetryAfter('Sat, 31 Feb 2026 00:00:00 GMT', null, NOON), null],
  ])('is no time of %s', (_name, read, expected) => {
    if (expected === null) expect(read()).toBeNull();
    else expect(read()).toMatchObject(expected as object);
  });

  it('says nothing of the platform’s clock', async () => {
    const time = new ServerTime(new VirtualClock(NOON));
    const headers = { date: 'Sat, 31 Feb 2026 00:00:00 GMT' };
    await time.watch(async () => new Response('{}', { headers }))('https://example.test/');
    expect(time.offsetMs).toBeNull();
  });
});
