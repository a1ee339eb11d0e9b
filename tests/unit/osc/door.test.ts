import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OSC_COMMANDS, oscPeerOf } from '../../../shared/contract/osc.ts';
import { freeUdpPort, OscWorld } from './osc-world.ts';

/** Docker's own networks tell a receiver another sender. */
const OTHERS = Object.entries(networkInterfaces())
  .flatMap(([name, each]) => (/^(docker|br-)/.test(name) ? [] : (each ?? [])))
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
const NEAR = OTHERS.filter((address) => oscPeerOf(address) !== null);

/** Sends from one of this machine's addresses in its network, as another device does. */
async function device(world: OscWorld, host: string): Promise<() => void> {
  const socket = createSocket('udp4').bind(0, host);
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  return () => socket.send(Buffer.from('/stagelight/alerts/skip\0,\0\0\0'), world.port, host);
}

describe('the port for OSC', () => {
  it('is closed until it is switched on, and again when it is switched off', async () => {
    const world = await OscWorld.start({ on: false });
    expect(world.state.address).toBe(null);
    await world.set({ on: true });
    expect(world.state.address).toBe(`127.0.0.1:${world.port}`);
    await world.client().send('/stagelight/alerts/skip');
    await world.hasRun(1);
    await world.set({ on: false });
    expect(world.state.address).toBe(null);
    const again = createSocket('udp4').bind(world.port, '127.0.0.1');
    onTestFinished(() => void again.close());
    await once(again, 'listening');
  });

  it('is opened with the app where it is switched on', async () => {
    const world = await OscWorld.start({ on: false });
    await world.door.resume();
    expect(world.state.address).toBe(null);
    const { osc } = world.settings.get();
    await world.settings.update({ osc: { ...osc, on: true, port: world.port } });
    await world.door.resume();
    expect(world.state.address).toBe(`127.0.0.1:${world.port}`);
  });

  it('that is taken is said, with what to do, and tried again by itself', async () => {
    const port = await freeUdpPort();
    const other = createSocket('udp4').bind(port, '127.0.0.1');
    await once(other, 'listening');
    const world = await OscWorld.start({ port });
    expect(world.state).toMatchObject({
      address: null,
      problem: { code: 'osc-port-taken', values: { port } },
    });
    other.close();
    await once(other, 'close');
    const opened = new Promise<void>((resolve) => {
      world.door.feeds.osc.onChange(() => resolve());
    });
    await world.clock.advance(15_000);
    await opened;
    expect(world.state).toMatchObject({ address: `127.0.0.1:${port}`, problem: null });
  });

  it('takes no peer that leads back to itself', async () => {
    const world = await OscWorld.start();
    for (const host of ['127.0.0.1', '127.8.8.8', ...NEAR]) {
      await expect(world.set({ peers: [`${host}:${world.port}`] })).rejects.toMatchObject({
        problem: { code: 'osc-loop' },
      });
    }
    expect(world.state.settings.peers).toEqual([]);
    await world.set({ peers: ['127.0.0.1:9', `10.255.255.1:${world.port}`, '127.0.0.1'] });
    expect(world.state.settings.peers).toHaveLength(3);
  });

  it('closes with the app, whatever is under way', async () => {
    const world = await OscWorld.start({ peers: ['127.0.0.1:9'] });
    await Promise.all([world.door.close(), world.door.close(), world.set({ on: true })]);
    expect(world.state.address).toBe(null);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it.skipIf(OTHERS.length === 0)('is closed to the network while no device is named', async () => {
    const world = await OscWorld.start({ peers: ['127.0.0.1:9'] });
    const send = await device(world, OTHERS[0] ?? '');
    send();
    await world.allRead();
    expect(world.ran).toEqual([]);
    expect(world.state.counts.strangers).toBe(0);
  });

  it.skipIf(OTHERS.length === 0)('drops and counts devices that are not named', async () => {
    const [host = ''] = OTHERS;
    const world = await OscWorld.start({ peers: ['10.255.255.1'] });
    expect(world.state.address).toBe(`0.0.0.0:${world.port}`);
    const send = await device(world, host);
    send();
    await world.hasCounted('strangers');
    expect(world.ran).toEqual([]);
    expect(world.state.lastStranger).toBe(host);
  });

  it.skipIf(NEAR.length === 0)('hears devices that are named', async () => {
    const [host = ''] = NEAR;
    const world = await OscWorld.start({ peers: [host] });
    const send = await device(world, host);
    send();
    await world.hasRun(1);
    expect(world.state.counts.strangers).toBe(0);
  });
});

describe('a peer', () => {
  it.each([
    ['127.0.0.1', { host: '127.0.0.1', port: null }],
    [' 192.168.0.7:9000 ', { host: '192.168.0.7', port: 9_000 }],
    ['172.31.255.255', { host: '172.31.255.255', port: null }],
    ['169.254.1.2:1', { host: '169.254.1.2', port: 1 }],
    ['010.0.0.1', { host: '10.0.0.1', port: null }],
  ])('%j is of this computer or its own network', (text, peer) => {
    expect(oscPeerOf(text)).toEqual(peer);
  });

  it.each([
    '',
    'localhost',
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '0.0.0.0',
    '255.255.255.255:9000',
    '224.0.0.1:9000',
    '192.168.0.256',
    '192.168.0.7:0',
    '192.168.0.7:65536',
    '192.168.0.7:9000:1',
    '::1',
  ])('%j is none, and cannot be saved', (text) => {
    expect(oscPeerOf(text)).toBe(null);
    const settings = { on: true, port: 8_000, peers: [text] };
    expect(OSC_COMMANDS['osc.set'].args.safeParse(settings).success).toBe(false);
  });
});
