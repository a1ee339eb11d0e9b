import { expect, it } from 'vitest';
import { clockText } from '../../../../renderer/dashboard/replay/replay-controls.tsx';

it.each([
  [0, '00:00'],
  [999, '00:00'],
  [61_000, '01:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [45_296_000, '12:34:56'],
  [-5, '00:00'],
])('%i ms of a broadcast read %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
