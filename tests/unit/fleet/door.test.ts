import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../electron/fleet/leases.ts';
import type { OverlayDown, OverlayUp } from '../../../shared/overlay/overlay-feed.ts';
import { TestPage } from '../server/page.ts';
import { DASHBOARD_KEY, OVERLAY_KEY } from '../server/world.ts';
import { ask, CHANNEL, type DoorHost, DoorWorld, openSocket, settled } from './door-world.ts';

const PUBLIC = 'https://fleet.example';
const HERE = { Host: 'fleet.example' };
const OURS = { ...HERE, Origin: PUBLIC };
const AT = `/c/${keyOf(CHANNEL)}`;
const OVERLAY = `${AT}/overlay/${OVERLAY_KEY}`;
const DASHBOARD = `${AT}/dashboard/${DASHBOARD_KEY}`;

/** Two hosts; the second one runs the channel. */
async function pair(trustedProxies: readonly string[] = []) {
  const world = new DoorWorld(PUBLIC, trustedProxies);
  await world.add();
  const [a, b] = [await world.host('a'), await world.host('b')];
  const channel = await b.take();
  return { world, a, b, channel };
}

async function overlayAt(host: DoorHost) {
  const page = new TestPage<OverlayDown, OverlayUp>(
    await openSocket(host, `${OVERLAY}/feed`, OURS),
  );
  page.send({ type: 'attach', epoch: null, after: 0 });
  await page.until(({ type }) => type === 'figures');
  return page;
}

describe('a channel’s addresses', () => {
  it('are answered by every host alike, with the fleet’s own name', async () => {
    const { a, b, channel } = await pair();
    expect(channel.pageServer.overlayUrl).toBe(`${PUBLIC}${OVERLAY}/`);
    expect(channel.pageServer.dashboardUrl).toBe(`${PUBLIC}${DASHBOARD}/`);
    expect(channel.pageServer.widgetUrl('0123456789ab')).toBe('');
    for (const host of [a, b]) {
      const page = await ask(host, `${OVERLAY}/`, HERE);
      expect(page).toMatchObject({ status: 200, body: '<!doctype html><p>overlay</p>' });
      const policy = page.headers['content-security-policy'];
      expect(policy).toContain("connect-src 'self' wss://fleet.example;");
      expect(policy).toContain("frame-src 'none'");
      const moved = await ask(host, OVERLAY, HERE);
      expect(moved.headers.location).toBe(`${OVERLAY}/`);
    }
  });

  it('bring a large file whole from another host, and a part of it', async () => {
    const { a, channel } = await pair();
    const hash = 'a'.repeat(64);
    const content = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => (at * 7) % 253));
    channel.core.shelf.set(hash, { type: 'video/webm', content });
    const whole = await ask(a, `${OVERLAY}/media/${hash}`, HERE);
    expect(whole.bytes.equals(content)).toBe(true);
    const part = await ask(a, `${OVERLAY}/media/${hash}`, { ...HERE, Range: 'bytes=1000-1099' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(content.subarray(1_000, 1_100))).toBe(true);
  });

  it('leave no tunnel behind once a page has all of it', async () => {
    const { world, a } = await pair();
    for (const path of [`${OVERLAY}/`, OVERLAY, `${AT}/overlay/wrong/`]) await ask(a, path, HERE);
    await settled(() => world.clock.pendingTimers === 0);
    const page = await overlayAt(a);
    expect(world.clock.pendingTimers).toBe(2);
    page.socket.close();
    await page.closed;
    await settled(() => world.clock.pendingTimers === 0);
  });

  it('bring events to a page at another host, and its receipts back', async () => {
    const { a, channel } = await pair();
    const page = await overlayAt(a);
    channel.core.say(1, 'hello');
    channel.clock.advance(1_000);
    const [batch] = (await page.until(({ type }) => type === 'batch')).slice(-1);
    expect(JSON.stringify(batch)).toContain('hello');
    page.send({ type: 'receipt', alertId: 5, state: 'painted' });
    await page.sentSoFar();
    expect(channel.core.heard).toContain('page 1 painted 5');
  });

  it('lead to the new host after the channel moved', async () => {
    const { world, a, channel } = await pair();
    const page = await overlayAt(a);
    await channel.stop();
    expect(await page.closed).toBe(1001);
    await world.clock.advance(1_000);
    await expect(openSocket(a, `${OVERLAY}/feed`, OURS)).rejects.toThrow('503');
    await a.take();
    await world.clock.advance(1_000);
    await overlayAt(a);
  });

  it('close their pages when the other host is gone without a word', async () => {
    const { world, a, b } = await pair();
    const page = await overlayAt(a);
    await b.door.close();
    await world.clock.advance(15_000);
    await page.closed;
  });

  it('say nothing on air while no host has the channel, and ask again', async () => {
    const { world, a, channel } = await pair();
    await channel.stop();
    await world.clock.advance(1_000);
    const overlay = await ask(a, `${OVERLAY}/`, HERE);
    expect(overlay.status).toBe(503);
    expect(overlay.headers['retry-after']).toBe('2');
    expect(overlay.body).toContain('http-equiv="refresh"');
    expect(overlay.body.replace(/<title>.*<\/title>|<[^>]*>/g, '')).toBe('');
    const dashboard = await ask(a, `${DASHBOARD}/`, { ...HERE, 'Accept-Language': 'ko' });
    expect(dashboard.body).toMatch(/http-equiv="refresh"[\s\S]*잠시만/);
    expect((await ask(a, `${OVERLAY}/assets/a.js`, HERE)).status).toBe(503);
  });

  it('wait for a channel that is paused, and are not called wrong', async () => {
    const { world, a, channel } = await pair();
    await channel.stop();
    await world.channels.purge(`channel.${keyOf(CHANNEL)}`);
    await world.channels.put(`paused.${keyOf(CHANNEL)}`, '{}');
    await world.clock.advance(1_000);
    expect((await ask(a, `${OVERLAY}/`, HERE)).status).toBe(503);
  });

  it('are found at once at the host that took the channel over', async () => {
    const { a, b, channel } = await pair();
    expect((await ask(a, `${OVERLAY}/`, HERE)).status).toBe(200);
    await channel.stop();
    expect((await ask(a, `${OVERLAY}/`, HERE)).status).toBe(503);
    await b.take();
    expect((await ask(a, `${OVERLAY}/`, HERE)).status).toBe(200);
  });

  it('are nothing where the fleet has no such channel', async () => {
    const world = new DoorWorld(PUBLIC);
    const host = await world.host('a');
    for (const path of [
      `${OVERLAY}/`,
      `/c/${keyOf('x')}/`,
      '/',
      '/c/',
      `/overlay/${OVERLAY_KEY}/`,
    ]) {
      expect((await ask(host, path, HERE)).status).toBe(404);
    }
    await expect(openSocket(host, `${OVERLAY}/feed`, OURS)).rejects.toThrow('404');
  });
});

describe('a door', () => {
  it.each([
    ['another name', { Host: 'evil.example', Origin: PUBLIC }, '421'],
    ['a page of others', { ...HERE, Origin: 'https://evil.example' }, '403'],
    ['no page', HERE, '403'],
  ])('opens no socket to %s, wherever the channel is', async (_, headers, status) => {
    const { a, b } = await pair();
    for (const host of [a, b]) {
      await expect(openSocket(host, `${OVERLAY}/feed`, headers)).rejects.toThrow(status);
    }
  });

  it('has a page only for its key, and nobody may try many', async () => {
    const { a, world } = await pair(['127.0.0.1']);
    const from = (client: string) => ({ ...HERE, 'X-Forwarded-For': client });
    const wrong = `${AT}/overlay/${'x'.repeat(43)}/`;
    for (let tries = 0; tries < 30; tries += 1) {
      expect((await ask(a, wrong, from('1.2.3.4'))).status).toBe(403);
    }
    expect((await ask(a, `${OVERLAY}/`, from('1.2.3.4'))).status).toBe(429);
    expect((await ask(a, `${OVERLAY}/`, from('5.6.7.8'))).status).toBe(200);
    await world.clock.advance(60_000);
    expect((await ask(a, `${OVERLAY}/`, from('1.2.3.4'))).status).toBe(200);
    for (let tries = 0; tries < 30; tries += 1) {
      await ask(a, `/join/${'x'.repeat(43)}`, from('9.9.9.9'));
    }
    expect((await ask(a, `${OVERLAY}/`, from('9.9.9.9'))).status).toBe(429);
  });

  it('keeps nobody out for the wrong keys of others behind a proxy that is not named', async () => {
    const { a } = await pair();
    for (let tries = 0; tries < 31; tries += 1) {
      await ask(a, `${AT}/overlay/${'x'.repeat(43)}/`, HERE);
    }
    expect((await ask(a, `${OVERLAY}/`, HERE)).status).toBe(200);
  });

  it('lets no key and no word into NATS or a log', async () => {
    const { world, a, b, channel } = await pair();
    const page = await overlayAt(a);
    channel.core.say(1, 'a word between us');
    channel.clock.advance(1_000);
    await page.until(({ type }) => type === 'batch');
    await ask(a, `${AT}/overlay/${'x'.repeat(43)}/`, HERE);
    const said = Buffer.concat(world.nats.said).toString('latin1');
    expect(said.length).toBeGreaterThan(1_000);
    const logged = [...a.log, ...b.log].join();
    for (const secret of [OVERLAY_KEY, 'a word between us', 'HTTP/1.1', 'x'.repeat(43)]) {
      expect(said).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
  });

  it('closes with the pages that are open at it', async () => {
    const { a, b, channel } = await pair();
    const pages = [await overlayAt(a), await overlayAt(b)];
    await Promise.all([a.door.close(), b.door.close()]);
    await Promise.all(pages.map(({ closed }) => closed));
    await channel.stop();
  });

  it('is not opened to a host with another key', async () => {
    const { world } = await pair();
    const stranger = await world.host('stranger', undefined, 2);
    expect((await ask(stranger, `${OVERLAY}/`, HERE)).status).toBe(503);
  });

  it('knows its own addresses, with a name to sign in at only where the fleet has one', async () => {
    const { door } = await new DoorWorld(PUBLIC).host('a');
    expect([door.base, door.baseOf(CHANNEL)]).toEqual([PUBLIC, PUBLIC + AT]);
    expect(door.signInUrlOf(CHANNEL)).toBe(`${PUBLIC}/sign-in/${keyOf(CHANNEL)}`);
    const { door: near } = await new DoorWorld(null).host('a');
    expect([near.base, near.signInUrlOf(CHANNEL)]).toEqual([
      `http://127.0.0.1:${near.port}`,
      undefined,
    ]);
  });

  it('leaves NATS when it is closed, and where its port is not to be had', async () => {
    const { world, a, b } = await pair();
    expect(world.nats.listening).toBe(2);
    await expect(world.host('c', undefined, 1, a.port)).rejects.toMatchObject({
      problem: { code: 'port-in-use' },
    });
    expect(world.nats.listening).toBe(2);
    await b.door.close();
    expect(world.nats.listening).toBe(1);
  });

  it('passes the API on to programs of others, which have a key of their own', async () => {
    const { a } = await pair();
    const answer = await ask(a, `${AT}/api/v1/state`, HERE);
    expect(answer.headers['content-type']).toContain('application/json');
  });
});
