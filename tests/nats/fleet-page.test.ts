import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { NotedEntry } from '../../electron/fleet/books/books-stream.ts';
import { openFleet } from '../../electron/fleet/fleet-store.ts';
import type { Outcome } from '../../electron/fleet/page/page-script.ts';
import type { FleetView, Row } from '../../electron/fleet/page/page-view.ts';
import { Seal } from '../../electron/fleet/seal.ts';
import { gapOf } from '../support/gaps.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats } from '../support/nats-server.ts';
import { FleetWorld, hasChannel } from './fleet-world.ts';
import { openServer } from './nats-world.ts';

const POLL = { interval: 500 };

/** The page of a whole fleet, as a browser uses it. */
class FleetPage {
  readonly url: string;
  readonly origin: string;

  private constructor(url: string) {
    this.url = url;
    this.origin = new URL(url).origin;
  }

  static async of(host: HeadlessProcess): Promise<FleetPage> {
    const { page } = await host.waitFor(({ type }) => type === 'fleet');
    return new FleetPage(String(page));
  }

  async view(): Promise<FleetView> {
    const answer = await fetch(`${this.url}data`, { headers: { 'accept-language': 'en' } });
    return (await answer.json()) as FleetView;
  }

  /** As a browser that has it open, until the test is over. */
  stay(): void {
    let isOpen = true;
    onTestFinished(() => {
      isOpen = false;
    });
    const look = async (): Promise<void> => {
      while (isOpen) {
        await this.view().catch(() => undefined);
        await delay(systemClock, 2_000);
      }
    };
    void look();
  }

  async order(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.url}do`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin, ...headers },
      body: JSON.stringify(body),
    });
  }
}

const textsOf = ({ cells }: Row) => cells.map(({ text }) => text);

describe.skipIf(!hasNats)('what the page reads of a real stream', () => {
  it('is one kind of all channels, from a time on at first, and then what is new', async () => {
    const server = await openServer();
    const seal = Seal.of(randomBytes(32).toString('base64'));
    if (!seal) throw new Error('The key is not taken.');
    const address = { servers: [server.address], name: 'test', replicas: null };
    const { books, close } = await openFleet(address, seal, systemClock);
    onTestFinished(close);
    const read = async (after: number, since = 0) => {
      const found: NotedEntry[] = [];
      for await (const page of books.readKind('owner', after, since)) found.push(...page);
      return found;
    };
    const own = async (channelId: string, epoch: number) => {
      const owner = { type: 'owner', epoch, file: 'f', host: 'a' } as const;
      return (await books.publish(channelId, owner, `${epoch}-owner`)).place;
    };
    expect(await read(0)).toEqual([]);
    // More than a page of the server's.
    const places = await Promise.all(
      Array.from({ length: 700 }, (_, at) => own(at % 2 ? 'one' : 'the other/one', at + 1)),
    );
    const gap = gapOf({ from: 1, to: 2, reason: 'crash' });
    await books.publish('one', { type: 'gap', epoch: 1, file: 'f', id: 1, gap }, '1-gap');
    const all = await read(0);
    expect(all.map(({ place }) => place)).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(all.map(({ channelId }) => channelId))).toEqual(
      new Set(['one', 'the other/one']),
    );
    const last = all.at(-1);
    expect(await read(last?.place ?? 0)).toEqual([]);
    expect(await read(0, (last?.at ?? 0) + 60_000)).toEqual([]);
    const place = await own('one', 9_000);
    expect(await read(last?.place ?? 0)).toEqual([
      expect.objectContaining({ place, channelId: 'one' }),
    ]);
  });
});

describe.skipIf(!hasNats)('the page of a real fleet', () => {
  it('shows at one host what another one runs, pauses it there, and tells of a kill as a move and a gap', async () => {
    const world = await FleetWorld.start();
    const channel = await world.add();
    const door = await world.start(['--fleet-weight', '0']);
    const page = await FleetPage.of(door);
    expect((await fetch(page.url)).headers.get('content-security-policy')).toContain('script-src');
    // So that it does not move before.
    const first = await world.start(['--fleet-weight', '100']);
    await hasChannel(first);
    const stateOf = async () => textsOf((await page.view()).channels[0] as Row)[1];
    await expect.poll(stateOf, POLL).toBe('Live');
    const nameOf = async () => textsOf((await page.view()).channels[0] as Row)[0];
    await expect.poll(nameOf, POLL).not.toBe(channel);
    const [name, , firstHost] = textsOf((await page.view()).channels[0] as Row);

    const foreign = { origin: 'https://evil.example' };
    expect((await page.order({ does: 'pause', channel }, foreign)).status).toBe(403);
    const wrong = page.url.replace(/\/fleet\/.*/, `/fleet/${'x'.repeat(43)}/`);
    expect((await fetch(wrong)).status).toBe(404);

    const before = first.lines.length;
    const paused = (await (await page.order({ does: 'pause', channel })).json()) as Outcome;
    expect(paused.isDone).toBe(true);
    await first.waitFor(({ state }) => state === 'stopped', before);
    await expect.poll(stateOf, POLL).toBe('Paused');
    const again = first.lines.length;
    await page.order({ does: 'resume', channel });
    await first.waitFor(({ state }) => state === 'started', again);
    await expect.poll(stateOf, POLL).toBe('Live');

    const second = await world.start(['--fleet-weight', '0']);
    expect((await FleetPage.of(second)).url.replace(/:\d+\//, '/')).toBe(
      page.url.replace(/:\d+\//, '/'),
    );
    const third = await world.start(['--fleet-weight', '1']);
    await third.waitFor(({ type }) => type === 'fleet');
    page.stay();
    await expect.poll(async () => (await page.view()).hosts.length, POLL).toBe(4);
    // The pause was one, too.
    const crashes = async () =>
      (await page.view()).gaps.filter((row) => textsOf(row)[3]?.startsWith('The host ended'))
        .length;
    const known = await crashes();
    first.child.kill('SIGKILL');
    await hasChannel(third);
    await expect.poll(crashes, POLL).toBe(known + 1);
    const lastMove = async () => textsOf((await page.view()).moves[0] as Row);
    await expect
      .poll(async () => (await lastMove()).slice(0, 3), POLL)
      .toEqual(['', name, firstHost]);
    const [, , , secondHost] = await lastMove();
    const hostOf = async () => textsOf((await page.view()).channels[0] as Row)[2];
    await expect.poll(hostOf, POLL).toBe(secondHost);
    expect(secondHost).not.toBe(firstHost);
    const silent = async () =>
      (await page.view()).hosts.filter(({ tone }) => tone === 'bad').map(({ id }) => id);
    await expect.poll(silent, POLL).toEqual([firstHost]);
    // No address of it is in a log.
    const key = new URL(page.url).pathname.split('/')[2] ?? '';
    for (const host of [door, second, third]) expect(host.errors).not.toContain(key);
  });
});
