import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  isHere,
  ObsHere,
  type ThisComputer,
  thisComputer,
} from '../../../electron/features/obs/obs-here.ts';
import type { ObsLink as LinkState } from '../../../shared/contract/obs.ts';
import { settle } from '../../support/virtual-clock.ts';

const COMPUTER: ThisComputer = {
  names: ['localhost', 'Streaming-PC'],
  addresses: ['127.0.0.1', '::1', '192.168.0.5', 'fe80::1c2d%eth0'],
  async resolve(name) {
    if (name === 'streaming-pc.local') return ['192.168.0.5'];
    // A name of its own, which the network knows by an address of former days.
    if (name === 'streaming-pc') return ['10.9.9.9'];
    if (name === 'two-networks.local') return ['10.0.0.7', '192.168.0.5'];
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
  ['two-networks.local', true],
  ['192.168.0.9', false],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', true],
  ['fe80::1c2d%en5', true],
  ['128.0.0.1', false],
  ['fe80::9', false],
  ['gaming-pc.local', false],
  ['nobody-knows', true],
])('an OBS at %s is on this computer: %s', async (host, expected) => {
  expect(await isHere(host, COMPUTER)).toBe(expected);
});

it('this computer has addresses, and the name by which every computer knows itself', async () => {
  const { names, addresses, resolve } = thisComputer();
  expect(names).toContain('localhost');
  expect(Array.isArray(addresses)).toBe(true);
  expect(await resolve('127.0.0.1')).toEqual(['127.0.0.1']);
});

describe('whether OBS runs on another computer', () => {
  const CONNECTED: LinkState = { state: 'connected', version: '31.0.0', protocol: '5.5.0' };
  const world = () => {
    const changes = new Emitter<LinkState>((failure) => {
      throw failure;
    });
    const state = { host: '192.168.0.9', told: 0 };
    const waiting: ((addresses: readonly string[]) => void)[] = [];
    const computer: ThisComputer = {
      ...COMPUTER,
      resolve: () => new Promise((resolve) => waiting.push(resolve)),
    };
    const here = new ObsHere({
      link: { state: CONNECTED, onChange: changes.on },
      host: () => state.host,
      computer: () => computer,
      log: silentLogger,
    });
    here.onChange(() => {
      state.told += 1;
    });
    const become = async (now: LinkState) => {
      changes.fire(now);
      await settle();
    };
    return { state, waiting, here, become };
  };

  it('is found out with each connection, and told when it changes', async () => {
    const { state, here, become } = world();
    await become({ state: 'connecting' });
    expect([here.elsewhere, state.told]).toEqual([false, 0]);
    await become(CONNECTED);
    expect([here.elsewhere, state.told]).toEqual([true, 1]);
    await become(CONNECTED);
    await become({ state: 'waiting', cause: 'lost', retryAt: null });
    expect([here.elsewhere, state.told]).toEqual([true, 1]);
    state.host = '127.0.0.1';
    await become(CONNECTED);
    expect([here.elsewhere, state.told]).toEqual([false, 2]);
  });

  it('is what the latest connection says, whenever a name is found', async () => {
    const { state, waiting, here, become } = world();
    state.host = 'slow.local';
    await become(CONNECTED);
    state.host = '127.0.0.1';
    await become(CONNECTED);
    waiting[0]?.(['192.168.0.9']);
    await settle();
    expect([here.elsewhere, state.told]).toEqual([false, 0]);
  });

  it('is asked no more once the app ends', async () => {
    const { state, waiting, here, become } = world();
    state.host = 'slow.local';
    await become(CONNECTED);
    here.dispose();
    waiting[0]?.(['192.168.0.9']);
    await become(CONNECTED);
    expect([here.elsewhere, waiting.length]).toEqual([false, 1]);
  });
});
