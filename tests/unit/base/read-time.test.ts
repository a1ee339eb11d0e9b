import { describe, expect, it } from 'vitest';
import { readMoment, readTime } from '../../../electron/base/read-time.ts';
import { decodeFrame } from '../../../electron/events/decode.ts';
import { createImagePolicy } from '../../../electron/events/image-policy.ts';
import { claimRecord } from '../../../electron/features/drops/claim-reading.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';

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
      const frame = decodeFrame(wireFrame('CHAT', { messageTime: sent }), policy);
      expect(frame).toMatchObject({
        decoded: { data: { messageTime: new Date(at).toISOString() } },
      });
      const claim = { claimedDate: sent, updatedDate: sent } as Parameters<typeof claimRecord>[0];
      expect(claimRecord(claim)).toMatchObject({ claimedAt: at, updatedAt: at });
    },
  );
});
