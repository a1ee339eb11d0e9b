import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { sayer } from '../../../electron/fleet/front-pages.ts';
import { FleetHistory } from '../../../electron/fleet/page/history.ts';
import { pageDocument } from '../../../electron/fleet/page/page-document.ts';
import {
  type Outcome,
  PageScript,
  type PageWindow,
} from '../../../electron/fleet/page/page-script.ts';
import { viewOf } from '../../../electron/fleet/page/page-view.ts';

const NOW = 1_790_000_000_000;
const say = sayer('en');

const live = (channelId: string, changes: Partial<ListedChannel> = {}): ListedChannel => ({
  channelId,
  state: 'running',
  owner: 'host-a',
  epoch: 3,
  connection: 'live',
  name: null,
  since: NOW - 200_000,
  ...changes,
});

const before = {
  showModal: HTMLDialogElement.prototype.showModal,
  close: HTMLDialogElement.prototype.close,
};

beforeEach(() => {
  const listened = vi.spyOn(document, 'addEventListener');
  // Other files have the same document.
  onTestFinished(() => {
    for (const [type, listener] of listened.mock.calls) {
      document.removeEventListener(type, listener);
    }
    document.body.innerHTML = '';
    document.body.className = '';
    document.documentElement.removeAttribute('lang');
    Object.assign(HTMLDialogElement.prototype, before);
  });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

/** The page in a browser, with a host that answers what a test says. */
class OpenPage {
  channels: readonly ListedChannel[] = [];
  status = 200;
  outcome: Outcome = { isDone: true, text: 'Done.' };
  readonly asked: unknown[] = [];
  readonly #timers: (() => void)[] = [];
  /** Resolves orders, which wait until then. */
  #answers: (() => void)[] = [];

  constructor(mayAdd = true) {
    document.documentElement.lang = 'en';
    const body = /<body>(.*)<\/body>/s.exec(pageDocument('agency', mayAdd, 'en', say))?.[1] ?? '';
    document.body.innerHTML = body.replace(/<script>.*<\/script>/s, '');
    document.body.className = '';
  }

  async open(): Promise<void> {
    const window = {
      document,
      navigator: {},
      fetch: (path: string, options?: { readonly body: string }) => this.#fetch(path, options),
      setTimeout: (run: () => void) => this.#timers.push(run),
    };
    new PageScript(window as unknown as PageWindow).start();
    await turns();
  }

  /** Two seconds later. */
  async later(): Promise<void> {
    for (const run of this.#timers.splice(0)) run();
    await turns();
  }

  get waits(): number {
    return this.#timers.length;
  }

  async answer(): Promise<void> {
    for (const go of this.#answers.splice(0)) go();
    await turns();
  }

  async #fetch(path: string, options?: { readonly body: string }) {
    if (path === 'do') {
      this.asked.push(JSON.parse(options?.body ?? ''));
      await new Promise<void>((resolve) => this.#answers.push(resolve));
      return { ok: true, status: 200, json: async () => this.outcome };
    }
    const { status, channels } = this;
    if (status === 0) throw new TypeError('no network');
    const picture = { now: NOW, channels, hosts: [], history: new FleetHistory() };
    const json = async () => JSON.parse(JSON.stringify(viewOf(picture, 'en', say)));
    return { ok: status === 200, status, json };
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await null;
}

const get = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
const rows = () => [...document.querySelectorAll<HTMLElement>('#channels-rows tr')];
const shown = () => rows().filter(({ hidden }) => !hidden);
const namesOf = (all: readonly HTMLElement[]) => all.map((row) => row.children[0]?.textContent);
const button = (label: string) => get(`button[aria-label="${label}"]`);

function type(text: string): void {
  const filter = get('#filter') as HTMLInputElement;
  filter.value = text;
  filter.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('the fleet’s page in a browser', () => {
  it('shows names as text, when in words, and the exact time beside it', async () => {
    const page = new OpenPage();
    page.channels = [live('x', { name: '<img src=x onerror=alert(1)>' })];
    await page.open();
    expect(document.querySelector('img')).toBeNull();
    const [row] = rows();
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      ...['<img src=x onerror=alert(1)>', 'Live', 'host-a', '3', '3m ago', 'PauseRemove'],
    ]);
    expect(row?.children[4]?.getAttribute('title')).toMatch(/Sep \d+, 2026/);
    expect(get('#total-live').textContent).toBe('1 / 1');
  });

  it('says what to do where there is no channel, and what comes is shown', async () => {
    const page = new OpenPage();
    await page.open();
    expect(get('#channels-none').hidden).toBe(false);
    expect(get('#channels-none').textContent).toContain('Add one');
    expect(get('#channels-table').hidden).toBe(true);
    page.channels = [live('x')];
    await page.later();
    expect(get('#channels-none').hidden).toBe(true);
    expect(namesOf(rows())).toEqual(['x']);
    page.channels = [];
    await page.later();
    expect(rows()).toEqual([]);
  });

  it('keeps rows, focus and what is typed while it is brought up to date', async () => {
    const page = new OpenPage();
    page.channels = [live('a'), live('b'), live('c')];
    await page.open();
    const [, second] = rows();
    button('Pause b').focus();
    page.channels = [live('a'), live('b', { connection: 'reconnecting' }), live('c')];
    await page.later();
    expect(namesOf(rows())).toEqual(['b', 'a', 'c']);
    expect(rows()[0]).toBe(second);
    expect(document.activeElement).toBe(button('Pause b'));
  });

  it('moves no row while somebody’s finger is on it, and none under a pointer that moves', async () => {
    const page = new OpenPage();
    page.channels = [live('a'), live('b')];
    await page.open();
    get('#channels-rows').dispatchEvent(new Event('pointermove', { bubbles: true }));
    page.channels = [live('a'), live('b', { state: 'waiting', owner: null })];
    await page.later();
    expect(namesOf(rows())).toEqual(['a', 'b']);
    expect(rows()[1]?.className).toBe('bad');
    document.dispatchEvent(new Event('pointerdown'));
    for (let look = 0; look < 5; look += 1) await page.later();
    expect(namesOf(rows())).toEqual(['a', 'b']);
    document.dispatchEvent(new Event('pointerup'));
    for (let look = 0; look < 4; look += 1) await page.later();
    expect(namesOf(rows())).toEqual(['b', 'a']);
  });

  it('finds a channel among three hundred by its name, id, state or host', async () => {
    const page = new OpenPage();
    page.channels = Array.from({ length: 300 }, (_, at) =>
      live(`id-${at}`, {
        name: `Streamer ${at}`,
        owner: at % 2 ? 'host-a' : 'host-b',
        connection: at === 7 ? 'reconnecting' : 'live',
      }),
    );
    await page.open();
    expect(namesOf(shown())[0]).toBe('Streamer 7');
    type('streamer 12');
    expect(namesOf(shown())).toEqual(['Streamer 12', ...range(120, 129)]);
    expect(get('#shown').textContent).toBe('11 of 300');
    type('RECONN');
    expect(namesOf(shown())).toEqual(['Streamer 7']);
    type('host-b');
    expect(shown()).toHaveLength(150);
    type('nobody');
    expect(get('#nothing').hidden).toBe(false);
    await page.later();
    expect(shown()).toEqual([]);
    type('');
    expect(shown()).toHaveLength(300);
    expect(get('#shown').textContent).toBe('');
  });

  it('pauses once for two clicks, and says what came of it', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    button('Pause a').click();
    button('Pause a').click();
    await page.later();
    expect(page.asked).toEqual([{ does: 'pause', channel: 'a' }]);
    expect(button('Pause a').getAttribute('aria-disabled')).toBe('true');
    page.channels = [live('a', { state: 'paused', owner: null })];
    await page.answer();
    expect(get('#told').textContent).toBe('Done.');
    expect(button('Resume a').hasAttribute('aria-disabled')).toBe(false);
  });

  it('asks by name before it removes, and a no changes nothing', async () => {
    const page = new OpenPage();
    page.channels = [live('a', { name: '$& Mina' })];
    await page.open();
    const ask = get('#ask') as HTMLDialogElement;
    button('Remove $& Mina').click();
    expect(ask.open).toBe(true);
    expect(get('#ask-title').textContent).toBe('Remove $& Mina?');
    get('#ask [data-does="close"]').click();
    expect([ask.open, page.asked]).toEqual([false, []]);
    button('Remove $& Mina').click();
    get('#ask [data-does="yes"]').click();
    expect(page.asked).toEqual([{ does: 'remove', channel: 'a' }]);
    expect(get('#told').textContent).toContain('half a minute');
  });

  it('shows a link once: it is gone with its window', async () => {
    const page = new OpenPage();
    page.outcome = { isDone: true, text: 'Ready.', link: 'https://f.example/join/x', until: NOW };
    await page.open();
    get('[data-does="add"]').click();
    await page.answer();
    const field = get('#link-text') as HTMLInputElement;
    expect(field.value).toBe('https://f.example/join/x');
    expect(get('#link-until').textContent).toMatch(/^It works once, until Sep/);
    get('#link [data-does="copy"]').click();
    await turns();
    expect(get('#copied').textContent).toBe('Copy the marked text yourself.');
    get('#link [data-does="close"]').click();
    expect(field.value).toBe('');
  });

  it('says when its host is away and goes on when it is back, and stops at an old address', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    page.status = 0;
    await page.later();
    expect(get('#trouble').textContent).toContain('doesn’t answer');
    expect(namesOf(rows())).toEqual(['a']);
    page.status = 200;
    await page.later();
    expect(get('#trouble').hidden).toBe(true);
    page.status = 404;
    await page.later();
    expect(get('#trouble').textContent).toContain('--fleet-list');
    expect(page.waits).toBe(0);
  });

  it('looks at one pace, however often it was hidden and shown', async () => {
    const page = new OpenPage();
    await page.open();
    for (let again = 0; again < 3; again += 1) {
      document.dispatchEvent(new Event('visibilitychange'));
      await turns();
    }
    await page.later();
    expect(page.waits).toBe(1);
  });

  it('works as the text that a browser gets', async () => {
    const html = pageDocument('agency', true, 'en', say);
    const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
    const page = new OpenPage();
    page.channels = [live('a')];
    const open = new Function('window', script);
    open({
      document,
      navigator: {},
      setTimeout: () => undefined,
      fetch: async () => {
        const picture = {
          now: NOW,
          channels: page.channels,
          hosts: [],
          history: new FleetHistory(),
        };
        return { ok: true, status: 200, json: async () => viewOf(picture, 'en', say) };
      },
    });
    await turns();
    expect(namesOf(rows())).toEqual(['a']);
  });
});

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Streamer ${from + at}`);
