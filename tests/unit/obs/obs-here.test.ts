import { expect, it } from 'vitest';
import { isHere, type ThisComputer } from '../../../electron/features/obs/obs-here.ts';

const COMPUTER: ThisComputer = {
  names: ['localhost', 'Streaming-PC'],
  addresses: ['127.0.0.1', '::1', '192.168.0.5', 'fe80::1c2d%eth0'],
  async resolve(name) {
    if (name === 'streaming-pc.local') return ['192.168.0.5'];
    if (name === 'gaming-pc.local') return ['192.168.0.9', 'fe80::9'];
    throw new Error('ENOTFOUND');
  },
};

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['localhost', true],
  ['LOCALHOST.', true],
  ['192.168.0.5', true],
  ['fe80::1C2D', true],
  ['streaming-pc', true],
  ['streaming-pc.local', true],
  ['192.168.0.9', false],
  ['fe80::9', false],
  ['gaming-pc.local', false],
  ['nobody-knows', true],
])('an OBS at %s is on this computer: %s', async (host, expected) => {
  expect(await isHere(host, COMPUTER)).toBe(expected);
});
