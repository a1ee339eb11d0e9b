import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { delay, systemClock } from '../../electron/base/clock.ts';
import {
  OVERLAY_SOCKET,
  type OverlayDown,
  type OverlayUp,
} from '../../shared/overlay/overlay-feed.ts';
import { freePort } from '../support/free-port.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats } from '../support/nats-server.ts';
import { simEvents } from '../support/sim-events.ts';
import { baseOf, FleetWorld, hasChannel } from './fleet-world.ts';

/** An overlay page as OBS has it: it stays at its address, and comes back when it was cut. */
class StayingPage {
  /** Texts of the alerts that it was told to show, in their order. */
  readonly shown: string[] = [];
  isOpen = false;
  readonly #address: string;
  readonly #origin: string;
  readonly #alerts = new Set<string>();
  #isOver = false;

  constructor(overlayUrl: string) {
    const address = new URL(OVERLAY_SOCKET, overlayUrl);
    this.#origin = address.origin;
    address.protocol = 'ws:';
    this.#address = address.href;
    void this.#stay();
    onTestFinished(() => {
      this.#isOver = true;
    });
  }

  async #stay(): Promise<void> {
    while (!this.#isOver) {
      await this.#connected();
      this.isOpen = false;
      await delay(systemClock, 250);
    }
  }

  #connected(): Promise<void> {
    const socket = new WebSocket(this.#address, { origin: this.#origin });
    onTestFinished(() => socket.terminate());
    const say = (frame: OverlayUp) => socket.send(JSON.stringify(frame));
    let epoch = '';
    socket.on('open', () => say({ type: 'attach', epoch: null, after: 0 }));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as OverlayDown;
      if (frame.type === 'hello') epoch = frame.epoch;
      if (frame.type === 'snapshot') this.isOpen = true;
      const alert = frame.type === 'alert' || frame.type === 'snapshot' ? frame.alert : null;
      const name = `${epoch} ${alert?.alertId}`;
      if (!alert || this.#alerts.has(name)) return;
      this.#alerts.add(name);
      this.shown.push(JSON.stringify(alert.event.data));
      say({ type: 'receipt', alertId: alert.alertId, state: 'painted' });
      say({ type: 'receipt', alertId: alert.alertId, state: 'over' });
    });
    return new Promise((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
  }
}

async function readyAt(host: HeadlessProcess): Promise<URL> {
  const { overlayUrl } = await host.waitFor(({ state }) => state === 'ready');
  return new URL(String(overlayUrl));
}

describe.skipIf(!hasNats)('a page of a fleet', () => {
  it('stays at one host’s address while the channel moves to another, and shows each donation once', async () => {
    const world = await FleetWorld.start();
    await world.add();
    const front = await world.start(['--fleet-weight', '0']);
    const first = await world.start();
    const { pathname } = await readyAt(first);
    await hasChannel(first);
    const page = new StayingPage(`${await baseOf(front)}${pathname}`);
    await expect.poll(() => page.isOpen).toBe(true);
    const { simulator } = world.stage;
    const donate = async (mark: string) => {
      const { donation } = simEvents(simulator, mark);
      await expect.poll(() => simulator.publish(donation).deliveredTo.length).toBeGreaterThan(0);
      await expect.poll(() => page.shown.join()).toContain(`words ${mark} `);
    };
    await donate('one');
    const second = await world.start();
    first.child.kill('SIGKILL');
    await hasChannel(second);
    await expect.poll(() => page.isOpen).toBe(true);
    expect((await readyAt(second)).pathname).toBe(pathname);
    await donate('two');
    expect(page.shown).toHaveLength(2);
    expect(front.ofType('channel')).toEqual([]);
  });

  it('signs a streamer in by a link, and lists, pauses, resumes and removes the channel', async () => {
    const base = `http://127.0.0.1:${await freePort()}`;
    const world = await FleetWorld.start({ redirectUris: [`${base}/oauth/callback`] });
    const host = await world.start(['--public-url', base, '--port', new URL(base).port]);
    expect(await baseOf(host)).toBe(base);
    const [join] = await world.run('--fleet-add', '--public-url', base);
    const title = await visit(String(join?.['url']));
    expect(title).toBe('Your channel is connected');
    await hasChannel(host);
    const id = world.stage.simulator.streamerChannelId;
    const listed = async () => (await world.run('--fleet-list'))[0];
    await expect.poll(listed).toMatchObject({ channel: id, state: 'running' });
    expect(Number((await listed())?.['epoch'])).toBeGreaterThan(0);
    const again = host.lines.length;
    expect(await visit(`${base}/sign-in/${Buffer.from(id).toString('base64url')}`)).toBe(title);
    await host.waitFor(({ state }) => state === 'started', again);
    const running = host.lines.length;
    await world.run('--fleet-pause', id);
    await host.waitFor(({ state }) => state === 'stopped', running);
    expect(await listed()).toMatchObject({ state: 'paused', owner: null });
    const before = host.lines.length;
    await world.run('--fleet-resume', id);
    await host.waitFor(({ state }) => state === 'started', before);
    const [removed] = await world.run('--fleet-remove', id);
    expect(removed).toMatchObject({ state: 'removed', channelId: id });
    expect(await listed()).toBeUndefined();
    await expect(world.run('--fleet-pause', id)).rejects.toThrow(id);
    expect(world.stage.simulator.requestLog.broken()).toEqual([]);
  });
});

/** What a person with a browser does with a link; the title of the last page. */
async function visit(link: string): Promise<string | undefined> {
  const start = await fetch(`${link}?go`, { redirect: 'manual' });
  const cookie = start.headers.get('set-cookie')?.split(';')[0] ?? '';
  const platform = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
  const back = platform.headers.get('location') ?? '';
  const done = await fetch(back, { headers: { cookie, 'accept-language': 'en' } });
  return /<h1>(.*)<\/h1>/.exec(await done.text())?.[1];
}
