import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../support/virtual-clock.ts';
import { idleCommands } from './idle-commands.ts';
import { attachOverlay, knock, readyDashboard } from './page.ts';
import { OVERLAY_KEY, startWorld, type World } from './world.ts';

let world: World;
const opened: Socket[] = [];
const CSV = 'x'.repeat(1_000_000);

beforeEach(async () => {
  world = await startWorld({
    commands: {
      ...idleCommands,
      'drops.export': async () => ({ csv: CSV, count: 1, more: false }),
    },
  });
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await world.stop();
});

interface Caller {
  readonly socket: Socket;
  readonly gone: Promise<void>;
  heard(): string;
}

function call(bytes = ''): Promise<Caller> {
  return new Promise((resolve) => {
    const socket = connect(world.pageServer.port, '127.0.0.1', () => {
      socket.write(bytes);
      resolve({ socket, gone, heard: () => heard });
    });
    opened.push(socket);
    let heard = '';
    const gone = new Promise<void>((end) => socket.on('close', () => end()));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard += String(data);
    });
  });
}

const get = (path = `/overlay/${OVERLAY_KEY}/`): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${world.pageServer.port}\r\n\r\n`;

async function until(fits: () => boolean): Promise<void> {
  while (!fits()) await settle();
}

const refusals = (reason: string): number =>
  world.logged.filter((line) => line.includes(`"reason":"${reason}"`)).length;

describe('a connection that says nothing', () => {
  it.each([
    ['at all', ''],
    ['to its end', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
  ])('%s is gone after 30 seconds', async (_what, bytes) => {
    const caller = await call(bytes);
    await until(() => world.clock.pendingTimers === 1);
    await world.clock.advance(29_999);
    expect(caller.socket.readyState).toBe('open');
    await world.clock.advance(1);
    await caller.gone;
    // Browsers do so all the time.
    expect(world.logged.filter((line) => line.includes('Refused'))).toEqual([]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('letter by letter is gone as well: half a request is none', async () => {
    const caller = await call('GET / HTTP/1.1\r\nX-Slow: ');
    await until(() => world.clock.pendingTimers === 1);
    for (let second = 0; second < 30; second += 1) {
      caller.socket.write('a');
      await world.clock.advance(1_000);
    }
    await caller.gone;
  });

  it('after an answer has its 30 seconds anew', async () => {
    const caller = await call();
    await until(() => world.clock.pendingTimers === 1);
    await world.clock.advance(20_000);
    caller.socket.write(get());
    await until(() => caller.heard().includes('overlay</p>'));
    await until(() => world.clock.pendingTimers === 1);
    await world.clock.advance(29_999);
    expect(caller.socket.readyState).toBe('open');
    await world.clock.advance(1);
    await caller.gone;
  });

  it('because it is a page on its socket stays', async () => {
    const page = await attachOverlay(world);
    page.socket.on('ping', () => {});
    await page.sentSoFar();
    await world.clock.advance(30_000);
    await page.sentSoFar();
    await world.clock.advance(29_000);
    expect(page.socket.readyState).toBe(page.socket.OPEN);
  });
});

describe('more than 256 connections', () => {
  it('are not taken; who is there stays, and who leaves makes room', async () => {
    const page = await attachOverlay(world);
    const callers: Caller[] = [];
    while (callers.length < 255) callers.push(await call());
    await until(() => world.clock.pendingTimers === 256);
    const late = await call();
    await late.gone;
    expect(refusals('too-many-connections')).toBe(1);
    expect(page.socket.readyState).toBe(page.socket.OPEN);
    callers[0]?.socket.destroy();
    await until(() => world.clock.pendingTimers === 255);
    const next = await call(get());
    await until(() => next.heard().includes('overlay</p>'));
  });
});

describe('answers that nobody reads', () => {
  it('end the socket of a dashboard above 8 MiB, and no other', async () => {
    const page = await readyDashboard(world);
    const other = await readyDashboard(world);
    page.socket.pause();
    const name = 'drops.export';
    const args = { source: 'kept', page: 0 };
    for (let id = 0; refusals('unread-answers') === 0; id += 1) {
      if (page.socket.readyState !== page.socket.OPEN) break;
      page.send({ type: 'command', id, name, args });
      await settle();
      expect(id).toBeLessThan(200);
    }
    page.socket.resume();
    expect(await page.closed).toBe(1006);
    other.send({ type: 'command', id: 1, name, args });
    expect(await other.next()).toMatchObject({ type: 'result', id: 1, ok: true });
  });

  it('end a connection that asks for pages, and not one that reads them', async () => {
    await writeFile(join(world.folder, 'overlay', 'large.js'), 'x'.repeat(9_000_000));
    const large = get(`/overlay/${OVERLAY_KEY}/large.js`);
    const reader = await call();
    for (let answers = 1; answers <= 2; answers += 1) {
      reader.socket.write(large);
      await until(() => reader.heard().length > answers * 9_000_000);
    }
    const sleeper = await call(large.repeat(16));
    sleeper.socket.pause();
    await until(() => refusals('unread-answers') === 1);
    sleeper.socket.resume();
    await sleeper.gone;
    expect(sleeper.heard().length).toBeLessThan(16 * 9_000_000);
  });

  it('are at most 16 at a time of one connection', async () => {
    const caller = await call(get().repeat(17));
    await caller.gone;
    expect(refusals('too-many-requests')).toBe(1);
    await knock(world, { path: `/overlay/${OVERLAY_KEY}/feed` });
  });
});
