import { describe, expect, it, onTestFinished } from 'vitest';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { Outcome } from '../../electron/fleet/page/page-script.ts';
import type { FleetView, Row } from '../../electron/fleet/page/page-view.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats } from '../support/nats-server.ts';
import { FleetWorld, hasChannel } from './fleet-world.ts';

const POLL = { timeout: 40_000, interval: 500 };

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
    first.child.kill('SIGKILL');
    await hasChannel(third);
    const gaps = async () => (await page.view()).gaps.map((row) => textsOf(row)[3]);
    await expect.poll(gaps, POLL).toContain('Its host ended, or lost the channel.');
    const view = await page.view();
    const secondHost = textsOf(view.channels[0] as Row)[2];
    expect(secondHost).not.toBe(firstHost);
    expect(textsOf(view.moves[0] as Row)).toEqual(['', name, firstHost, secondHost]);
    const silent = async () =>
      (await page.view()).hosts.filter(({ tone }) => tone === 'bad').map(({ id }) => id);
    await expect.poll(silent, POLL).toEqual([firstHost]);
    // No address of it is in a log.
    const key = new URL(page.url).pathname.split('/')[2] ?? '';
    for (const host of [door, second, third]) expect(host.errors).not.toContain(key);
  }, 120_000);
});
