import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { PAGE_POLICY } from '../../../electron/fleet/page/page-document.ts';
import { PageKey } from '../../../electron/fleet/page/page-key.ts';
import type { Outcome } from '../../../electron/fleet/page/page-script.ts';
import type { FleetView } from '../../../electron/fleet/page/page-view.ts';
import { reseal } from '../../../electron/fleet/reseal.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { ask, CHANNEL, type DoorHost, DoorWorld, NO_PLATFORM, passing } from './door-world.ts';

const PUBLIC = 'https://fleet.example';
const HERE = { Host: 'fleet.example', 'Accept-Language': 'en' };
const OURS = { ...HERE, Origin: PUBLIC, 'Content-Type': 'application/json' };

async function setPage(publicUrl: string | null = PUBLIC) {
  const world = new DoorWorld(publicUrl, ['127.0.0.1']);
  const host = await world.host('a');
  const path = new URL(String(await host.door.pageUrl())).pathname;
  return { world, host, path };
}

async function viewAt(host: DoorHost, path: string, headers = HERE): Promise<FleetView> {
  return JSON.parse((await ask(host, `${path}data`, headers)).body);
}

/** Name and state of the first channel. */
async function startOf(host: DoorHost, path: string): Promise<string[] | undefined> {
  const [row] = (await viewAt(host, path)).channels;
  return row?.cells.slice(0, 2).map(({ text }) => text);
}

async function order(
  host: DoorHost,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = OURS,
) {
  const answer = await ask(host, `${path}do`, headers, 'POST', JSON.stringify(body));
  const outcome = answer.status === 200 ? (JSON.parse(answer.body) as Outcome) : null;
  return { status: answer.status, outcome };
}

describe('the address of the fleet’s page', () => {
  it('is the same on every host, also where two make it at once, and stands nowhere in clear', async () => {
    const world = new DoorWorld(PUBLIC);
    const hosts = await Promise.all(['a', 'b', 'c'].map((id) => world.host(id)));
    const urls = await Promise.all(hosts.map(({ door }) => door.pageUrl()));
    expect(new Set(urls).size).toBe(1);
    expect(urls[0]).toMatch(/^https:\/\/fleet\.example\/fleet\/[\w-]{43}\/$/);
    const key = String(urls[0]).split('/')[4] ?? '';
    const kept = [...world.channels.entries.values()].map(({ value }) => value);
    expect(kept.join()).not.toContain(key);
  });

  it('changes when its entry is removed, and the old one is no address any more', async () => {
    const { world, host, path } = await setPage();
    await world.channels.delete('page');
    expect(await host.door.pageUrl()).toContain(path);
    await world.clock.advance(5_000);
    expect(await host.door.pageUrl()).not.toContain(path);
    expect((await ask(host, path, HERE)).status).toBe(404);
  });

  it('is unknown where another key sealed it, and nothing is overwritten', async () => {
    const { world } = await setPage();
    const before = world.channels.entries.get('page')?.value;
    const other = await world.host('b', undefined, 2);
    expect(await other.door.pageUrl()).toBeNull();
    expect(world.channels.entries.get('page')?.value).toBe(before);
    expect((await ask(other, `/fleet/${'x'.repeat(43)}/`, HERE)).status).toBe(404);
  });

  it('stays where the fleet’s key is changed, and is sealed with the new one', async () => {
    const { channels, clock } = new DoorWorld(PUBLIC);
    const [old, next] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const sealOf = (keys: string) => {
      const seal = Seal.of(keys);
      if (!seal) throw new Error('The key is wrong.');
      return seal;
    };
    const readWith = (keys: string) =>
      new PageKey({ channels, seal: sealOf(keys), clock, makeKey, log: silentLogger }).read();
    const key = await readWith(`${old}`);
    const both = sealOf(`${next},${old}`);
    await reseal({ bucket: channels, keys: async () => ['page'], seal: both });
    expect(await readWith(`${next},${old}`)).toBe(key);
    expect(await readWith(`${next}`)).toBe(key);
    expect(await readWith(`${old}`)).toBeNull();
  });

  it('stays known while NATS is away', async () => {
    const { world, host, path } = await setPage();
    world.channels.get = () => Promise.reject(new Error('timeout'));
    world.leases.keys = () => Promise.reject(new Error('timeout'));
    await world.clock.advance(60_000);
    expect((await ask(host, path, HERE)).status).toBe(200);
    // What it shows is not.
    expect((await ask(host, `${path}data`, HERE)).status).toBe(503);
  });

  it('counts with wrong addresses where somebody guesses it', async () => {
    const { host, path } = await setPage();
    const from = { ...HERE, 'X-Forwarded-For': '203.0.113.9' };
    for (let guess = 0; guess < 30; guess += 1) {
      expect((await ask(host, `/fleet/${'y'.repeat(43)}/`, from)).status).toBe(404);
    }
    expect((await ask(host, path, from)).status).toBe(429);
    expect((await ask(host, path, HERE)).status).toBe(200);
  });
});

describe('the fleet’s page', () => {
  it('comes with its own script and nothing else, in the language of the browser', async () => {
    const { host, path } = await setPage();
    const english = await ask(host, path, HERE);
    expect(english.headers['content-security-policy']).toBe(PAGE_POLICY);
    expect(PAGE_POLICY).not.toContain('unsafe');
    expect(english.headers['cache-control']).toBe('no-store');
    expect(english.headers['referrer-policy']).toBe('no-referrer');
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('Gaps in 24 hours');
    expect(english.body).not.toMatch(/\bpage\.[a-z-]+[<"]/);
    const korean = await ask(host, path, { ...HERE, 'Accept-Language': 'ko-KR' });
    expect(korean.body).toContain('누락 구간');
    expect((await ask(host, path, { ...HERE, Host: 'evil.example' })).status).toBe(421);
    expect((await ask(host, path, HERE, 'PUT')).status).toBe(405);
  });

  it('is asked for its head alone, and with nothing that would change it', async () => {
    const { host, path } = await setPage();
    for (const at of [path, `${path}data`]) {
      const head = await ask(host, at, HERE, 'HEAD');
      expect([head.status, head.body]).toEqual([200, '']);
      expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
      expect(head.headers).toMatchObject({
        vary: 'Accept-Language',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect((await ask(host, at, HERE, 'POST')).status).toBe(405);
    }
    const data = await ask(host, `${path}data`, HERE);
    expect(data.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const other of ['/fleet/', '/fleet/short/', `${path}more`, path.slice(0, -1)]) {
      expect((await ask(host, other, HERE)).status).toBe(404);
    }
  });

  it('shows a channel of another host, with its name as text', async () => {
    const { world, host, path } = await setPage();
    await world.add();
    expect(await startOf(host, path)).toEqual([CHANNEL, 'No host']);
    const other = await world.host('b');
    const running = await other.take();
    await world.leases.put(`host.${keyOf('b')}.2`, '1');
    await world.clock.advance(2_000);
    const view = await viewAt(host, path);
    expect(view.totals.live).toEqual({ text: '1 / 1', tone: 'ok' });
    const [row] = view.channels;
    expect(row?.name).toBe('A <b>streamer</b>');
    expect(row?.cells.map(({ text }) => text)).toEqual(['A <b>streamer</b>', 'Live', 'b', '7', '']);
    expect(row?.cells.at(-1)?.at).toBe(world.clock.now() - 62_000);
    expect(view.hosts.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['b', 'Ready', '1', '2'],
    ]);
    await running.stop();
    await world.clock.advance(2_000);
    // Known by the name that it had.
    expect(await startOf(host, path)).toEqual(['A <b>streamer</b>', 'No host']);
  });

  it('asks NATS once in two seconds, however many look, and never when nobody does', async () => {
    const { world, host, path } = await setPage();
    const asked = () => world.books.asked;
    await Promise.all([1, 2, 3].map(() => viewAt(host, path)));
    expect(asked()).toBe(2);
    await world.clock.advance(1_999);
    await viewAt(host, path);
    expect(asked()).toBe(2);
    await world.clock.advance(60_000);
    expect(asked()).toBe(2);
    await viewAt(host, path);
    expect(asked()).toBe(4);
  });
});

describe('what a person does on the fleet’s page', () => {
  it('pauses and resumes a channel, and says when it is not there', async () => {
    const { world, host, path } = await setPage();
    await world.add();
    const channel = CHANNEL;
    expect(await order(host, path, { does: 'pause', channel })).toMatchObject({
      outcome: { isDone: true },
    });
    expect(world.channels.entries.get(`paused.${keyOf(CHANNEL)}`)?.operation).toBe('PUT');
    const [row] = (await viewAt(host, path)).channels;
    expect(row?.acts?.map(({ does, label }) => [does, label])).toEqual([
      ['resume', `Resume ${CHANNEL}`],
      ['remove', `Remove ${CHANNEL}`],
    ]);
    expect(await order(host, path, { does: 'resume', channel })).toMatchObject({
      outcome: { isDone: true },
    });
    expect((await viewAt(host, path)).channels[0]?.tone).toBe('bad');
    expect(await order(host, path, { does: 'pause', channel: 'nobody' })).toMatchObject({
      outcome: { isDone: false, text: 'The fleet no longer has this channel.' },
    });
  });

  it('removes a channel, or leaves it paused where its host keeps it', async () => {
    const { world, host, path } = await setPage();
    await world.add();
    const other = await world.host('b');
    const running = await other.take();
    const remove = () => order(host, path, { does: 'remove', channel: CHANNEL });
    const busy = await passing(world.clock, remove());
    expect(busy.outcome).toMatchObject({ isDone: false });
    expect(busy.outcome?.text).toContain('only paused');
    await running.stop();
    expect((await remove()).outcome).toMatchObject({ isDone: true });
    expect((await viewAt(host, path)).channels).toEqual([]);
  });

  it('removes a channel whose sign-out the platform does not confirm, and says so', async () => {
    const world = new DoorWorld(PUBLIC);
    await world.add();
    const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
    if (!seal) throw new Error('The key is wrong.');
    const { channels, clock } = world;
    const bucket = { bucket: channels, seal, channelId: CHANNEL, clock };
    await new KvVault({ ...bucket, isProven: () => true }).write('grant', 'the grant');
    const revoked: string[] = [];
    const host = await world.host('a', {
      ...NO_PLATFORM,
      revoke: async (grant) => {
        revoked.push(grant);
        return false;
      },
    });
    const path = new URL(String(await host.door.pageUrl())).pathname;
    const { outcome } = await order(host, path, { does: 'remove', channel: CHANNEL });
    expect(outcome).toMatchObject({ isDone: true });
    expect(outcome?.text).toContain('did not confirm');
    expect(revoked).toEqual(['the grant']);
    const gone = await order(host, path, { does: 'remove', channel: CHANNEL });
    expect(gone.outcome).toMatchObject({
      isDone: false,
      text: 'The fleet no longer has this channel.',
    });
  });

  it('says what it did, and that nobody can tell where NATS did not answer', async () => {
    const { world, host, path } = await setPage();
    await world.add();
    const pause = { does: 'pause', channel: CHANNEL };
    expect((await order(host, path, pause)).outcome?.text).toContain('Paused.');
    const resume = { does: 'resume', channel: CHANNEL };
    expect((await order(host, path, resume)).outcome?.text).toContain('Resumed.');
    expect(host.log.join()).toContain('the fleet’s page was used {"what":"resume","isDone":true}');
    await startOf(host, path);
    const { put } = world.channels;
    world.channels.put = async (...entry) => {
      await put.apply(world.channels, entry);
      throw new Error('timeout');
    };
    const answer = await ask(host, `${path}do`, OURS, 'POST', JSON.stringify(pause));
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toEqual({
      isDone: false,
      text: expect.stringContaining('it isn’t known whether that worked'),
    });
    expect(host.log.join()).toContain('was not done');
    // Who looks at the list sees it at once.
    expect(await startOf(host, path)).toEqual([CHANNEL, 'Paused']);
  });

  it('is said in four thousand bytes at most, and in the language of the browser', async () => {
    const { host, path } = await setPage();
    const wanted = JSON.stringify({ does: 'pause', channel: 'x' });
    const korean = { ...OURS, 'Accept-Language': 'ko' };
    const said = (bytes: number) =>
      ask(host, `${path}do`, korean, 'POST', wanted.padEnd(bytes, ' '));
    const whole = await said(4_096);
    expect([whole.status, JSON.parse(whole.body).isDone]).toEqual([200, false]);
    expect(JSON.parse(whole.body).text).toMatch(/[가-힣]/);
    expect((await said(4_097)).status).toBe(413);
  });

  it('makes a link that works, and none where nobody elsewhere could open it', async () => {
    const { host, path } = await setPage();
    const { outcome } = await order(host, path, { does: 'add' });
    expect(outcome).toMatchObject({ isDone: true });
    const link = new URL(String(outcome?.link));
    expect(link.origin).toBe(PUBLIC);
    expect((await ask(host, link.pathname, HERE)).status).toBe(200);
    const near = await setPage(null);
    const Host = `127.0.0.1:${near.host.port}`;
    const ours = { ...OURS, Host, Origin: `http://${Host}` };
    const refused = await order(near.host, near.path, { does: 'add' }, ours);
    expect(refused.outcome).toMatchObject({ isDone: false });
    expect(refused.outcome?.text).toContain('--public-url');
    const page = await ask(near.host, near.path, { Host, 'Accept-Language': 'en' });
    expect(page.body).toContain('--public-url');
    expect(page.body).not.toContain('data-does="add"');
  });

  it.each([
    ['a page of somebody else', { Origin: 'https://evil.example' }, 403],
    ['nobody says from where', { Origin: '' }, 403],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a page of a neighbour', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a form', { 'Content-Type': 'text/plain' }, 415],
    ['our own page', { 'Sec-Fetch-Site': 'same-origin' }, 200],
  ])('is asked for by %s: %j', async (_, headers, status) => {
    const { world, host, path } = await setPage();
    await world.add();
    const wanted = { does: 'pause', channel: CHANNEL };
    expect((await order(host, path, wanted, { ...OURS, ...headers })).status).toBe(status);
    const isPaused = world.channels.entries.has(`paused.${keyOf(CHANNEL)}`);
    expect(isPaused).toBe(status === 200);
  });

  it.each([
    [{ does: 'sell', channel: CHANNEL }, 400],
    [{ does: 'pause' }, 400],
    [{ does: 'pause', channel: 'x'.repeat(5_000) }, 413],
    ['nothing', 400],
  ])('is refused where it is none of them: %j', async (wanted, status) => {
    const { host, path } = await setPage();
    expect((await order(host, path, wanted)).status).toBe(status);
    expect((await ask(host, `${path}do`, OURS)).status).toBe(405);
    const wrong = path.replace(/\/fleet\/(.)/, (_, first) => `/fleet/${first === 'A' ? 'B' : 'A'}`);
    const answer = await ask(host, `${wrong}do`, OURS, 'POST', JSON.stringify({ does: 'add' }));
    expect(answer.status).toBe(404);
  });
});
