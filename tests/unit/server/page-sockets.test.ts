import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { attachOverlay, knock, openDashboard, openOverlay } from './page.ts';
import { DASHBOARD_KEY, OVERLAY_KEY, startWorld, type World } from './world.ts';

let world: World;
const FEED = `/overlay/${OVERLAY_KEY}/feed`;
const BRIDGE = `/dashboard/${DASHBOARD_KEY}/bridge`;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(() => world.stop());

const withPort = (text: string): string => text.replace('PORT', String(world.pageServer.port));

describe('a socket', () => {
  it.each([FEED, BRIDGE, `${FEED}?v=1`])('opens at %s', async (path) => {
    const socket = await knock(world, { path });
    expect(socket.readyState).toBe(socket.OPEN);
    expect(socket.extensions).toBe('');
  });

  it.each([
    ['of no origin', null, '403'],
    ['of no page', 'null', '403'],
    ['of another site', 'https://evil.example', '403'],
    ['of another port', 'http://127.0.0.1:1', '403'],
    ['of another scheme', 'https://127.0.0.1:PORT', '403'],
    ['of a name that begins like ours', 'http://127.0.0.1:PORT.evil.example', '403'],
  ])('%s is refused', async (_who, origin, status) => {
    const named = origin === null ? null : withPort(origin);
    await expect(knock(world, { path: FEED, origin: named })).rejects.toThrow(status);
    await expect(knock(world, { path: BRIDGE, origin: named })).rejects.toThrow(status);
  });

  it.each(['http://localhost:PORT', 'http://[::1]:PORT'])('of %s is let in', async (origin) => {
    const socket = await knock(world, { path: FEED, origin: withPort(origin) });
    expect(socket.readyState).toBe(socket.OPEN);
  });

  it.each([
    ['by another name', { path: FEED, host: 'evil.example' }, '421'],
    ['with the key of the other page', { path: `/overlay/${DASHBOARD_KEY}/feed` }, '403'],
    ['with the overlay key on the bridge', { path: `/dashboard/${OVERLAY_KEY}/bridge` }, '403'],
    ['with no key', { path: '/overlay/feed' }, '404'],
    ['at the bridge below the overlay', { path: `/overlay/${OVERLAY_KEY}/bridge` }, '404'],
    ['at a page', { path: `/overlay/${OVERLAY_KEY}/` }, '404'],
    ['elsewhere', { path: '/' }, '404'],
  ])('%s is refused', async (_how, knocking, status) => {
    await expect(knock(world, knocking)).rejects.toThrow(status);
  });

  it('is refused when 32 of its kind are open; the other kind is not', async () => {
    const sockets = [];
    for (let count = 0; count < 32; count += 1) sockets.push(await knock(world, { path: FEED }));
    await expect(knock(world, { path: FEED })).rejects.toThrow('503');
    await knock(world, { path: BRIDGE });
    const [first] = sockets;
    first?.terminate();
    let again = await knock(world, { path: FEED }).catch(() => null);
    while (!again) again = await knock(world, { path: FEED }).catch(() => null);
    expect(again.readyState).toBe(again.OPEN);
  });

  it('that asks for another protocol is answered and ended', async () => {
    const answer = await rawAnswer(
      `GET ${FEED} HTTP/1.1\r\nHost: 127.0.0.1:${world.pageServer.port}\r\n` +
        `Origin: http://127.0.0.1:${world.pageServer.port}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

function rawAnswer(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(world.pageServer.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.on('close', () => resolve(answer));
  });
}

describe('the heart-beat', () => {
  it('ends a page that does not answer, and keeps one that does', async () => {
    const dead = await knock(world, { path: BRIDGE, autoPong: false });
    const alive = await openDashboard(world);
    const ended = new Promise<number>((resolve) => dead.once('close', resolve));
    let pings = 0;
    alive.socket.on('ping', () => {
      pings += 1;
    });
    await world.clock.advance(30_000);
    // Its answer must have arrived before the next beat.
    await alive.sentSoFar();
    await world.clock.advance(30_000);
    expect(await ended).toBe(1006);
    await alive.sentSoFar();
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    expect(pings).toBe(2);
  });

  it('costs nothing without pages', async () => {
    const page = await attachOverlay(world);
    expect(world.clock.pendingTimers).toBe(1);
    await page.cut();
    while (world.core.connectedPages > 0) await settle();
    expect(world.clock.pendingTimers).toBe(0);
  });
});

describe('the end', () => {
  it('says goodbye to every page and leaves nothing behind', async () => {
    const overlay = await attachOverlay(world);
    const waiting = await openOverlay(world);
    const dashboard = await openDashboard(world);
    world.core.say(1);
    world.core.say(1);
    await world.pageServer.dispose();
    expect(await Promise.all([overlay.closed, waiting.closed, dashboard.closed])).toEqual([
      1001, 1001, 1001,
    ]);
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.core.heard.at(-1)).toBe('page 1 gone');
    expect(world.core.connectedPages).toBe(0);
    await expect(fetch(world.pageServer.overlayUrl)).rejects.toThrow();
  });

  it('does not wait for a page that does not answer, nor for an idle connection', async () => {
    const page = await attachOverlay(world);
    page.socket.pause();
    const idle = await openedConnection();
    const stopped = world.pageServer.dispose();
    await world.clock.advance(400);
    await stopped;
    expect(world.clock.pendingTimers).toBe(0);
    idle.destroy();
    page.socket.terminate();
  });

  it('may be asked for twice', async () => {
    await Promise.all([world.pageServer.dispose(), world.pageServer.dispose()]);
    await world.pageServer.dispose();
  });

  it('frees the port', async () => {
    const { port } = world.pageServer;
    await world.pageServer.dispose();
    const next = await startWorld({ port });
    expect(next.pageServer.port).toBe(port);
    await next.stop();
  });
});

function openedConnection(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(world.pageServer.port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => {});
  });
}

describe('a port that is taken', () => {
  it('is said in words that name it', async () => {
    const { port } = world.pageServer;
    const failure = await startWorld({ port }).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StagelightError);
    const { problem } = failure as StagelightError;
    expect(problem.code).toBe('port-in-use');
    expect(problem.values).toEqual({ port });
  });
});
