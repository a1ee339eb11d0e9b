import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sayer } from '../../../electron/fleet/front-pages.ts';
import { FleetHistory } from '../../../electron/fleet/page/history.ts';
import { pageDocument } from '../../../electron/fleet/page/page-document.ts';
import { viewOf } from '../../../electron/fleet/page/page-view.ts';
import {
  button,
  get,
  live,
  NOW,
  namesOf,
  OpenPage,
  prepareDocument,
  rows,
  textsOf,
  turns,
} from './open-page.ts';

const say = sayer('en');

beforeEach(prepareDocument);

const shown = () => rows().filter(({ hidden }) => !hidden);

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
    expect(get('section[aria-labelledby="channels"] #nothing').hidden).toBe(false);
    await page.later();
    expect(shown()).toEqual([]);
    type('');
    expect(shown()).toHaveLength(300);
    expect(get('#shown').textContent).toBe('');
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

  it('tells every time in the unit that fits, and never one to come', async () => {
    const page = new OpenPage();
    const [hour, day] = [3_600, 86_400];
    const ages = [-5, 0, 59.4, 59.6, hour - 1, hour, 2 * day - 1, 2 * day, 3 * day - 1];
    page.channels = ages.map((age, at) => live(`${at}`, { since: NOW - age * 1_000 }));
    await page.open();
    expect(rows().map((row) => row.children[4]?.textContent)).toEqual([
      ...['0s ago', '0s ago', '59s ago', '1m ago', '59m ago'],
      ...['1h ago', '47h ago', '2d ago', '2d ago'],
    ]);
  });

  it('says of everything how good it is, by its look', async () => {
    const page = new OpenPage();
    page.channels = [live('a', { state: 'waiting', owner: null, connection: null, epoch: null })];
    page.hosts = [
      { id: 'host-a', weight: 2, channels: 1, silentSince: null },
      { id: 'host-b', weight: 1, channels: 4, silentSince: NOW - 30_000 },
    ];
    await page.open();
    expect(get('#total-live').className).toBe('warn');
    expect(get('#total-waiting').className).toBe('bad');
    expect(rows('hosts').map(({ className }) => className)).toEqual(['ok', 'bad']);
    expect(rows('hosts').map(textsOf)).toEqual([
      ['host-a', 'Ready', '1', '2'],
      ['host-b', 'Silent · 30s ago', '4', '1'],
    ]);
    expect(rows('hosts')[1]?.children[1]?.getAttribute('title')).toMatch(/Sep \d+, 2026/);
    expect(rows('hosts')[1]?.children[0]?.getAttribute('title')).toBe('host-b');
    expect(rows('hosts')[1]?.children[2]?.getAttribute('title')).toBeNull();
    page.channels = [live('a')];
    page.hosts = page.hosts.slice(0, 1);
    await page.later();
    expect([get('#total-live').className, rows()[0]?.className]).toEqual(['ok', 'ok']);
    expect(rows('hosts')).toHaveLength(1);
  });

  it('lists what happened with the latest on top, however new it is', async () => {
    const page = new OpenPage();
    const moved = (place: number, host: string) => ({
      place,
      at: NOW,
      channelId: 'x',
      entry: { type: 'owner' as const, host, epoch: place, file: 'f' },
    });
    page.history.add([moved(1, 'host-a')]);
    await page.open();
    expect(get('#moves-none').hidden).toBe(true);
    expect(get('#gaps-none').hidden).toBe(false);
    get('#channels-rows').dispatchEvent(new Event('pointermove'));
    page.history.add([moved(2, 'host-b')]);
    await page.later();
    expect(rows('moves').map((row) => textsOf(row).slice(1))).toEqual([
      ['x', 'host-a', 'host-b'],
      ['x', '–', 'host-a'],
    ]);
  });

  it('is a table also where its cells stand below each other: each says what it is', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    const [row] = rows();
    expect(row?.getAttribute('role')).toBe('row');
    const cells = [...(row?.children ?? [])] as HTMLElement[];
    expect(cells.map((cell) => [cell.tagName, cell.getAttribute('role')])).toEqual([
      ['TH', 'rowheader'],
      ...Array.from({ length: 5 }, () => ['TD', 'cell']),
    ]);
    expect(cells.slice(0, 5).map(({ dataset }) => dataset['label'])).toEqual([
      ...['Channel', 'State', 'Host', 'Epoch', 'Since'],
    ]);
    expect(cells[5]?.className).toBe('acts');
    expect(button('Pause a').className).toBe('pause');
    expect(button('Remove a').className).toBe('remove');
  });

  it('writes only what changed, so that nothing is read out or unmarked again', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    const changes: MutationRecord[] = [];
    const watcher = new MutationObserver((all) => changes.push(...all));
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    await page.later();
    changes.push(...watcher.takeRecords());
    expect(changes).toEqual([]);
    page.channels = [live('a', { epoch: 4 })];
    await page.later();
    changes.push(...watcher.takeRecords());
    watcher.disconnect();
    expect(changes.map(({ target }) => target)).toEqual([rows()[0]?.children[3]]);
  });

  it('keeps a new row at the end while a pointer moves, and sorts it in once nobody moved for three looks', async () => {
    const page = new OpenPage();
    page.channels = [live('b')];
    await page.open();
    get('#channels-rows').dispatchEvent(new Event('keydown'));
    page.channels = [live('b'), live('c', { connection: 'reconnecting' })];
    for (let look = 0; look < 3; look += 1) {
      await page.later();
      expect(namesOf(rows())).toEqual(['b', 'c']);
    }
    await page.later();
    expect(namesOf(rows())).toEqual(['c', 'b']);
  });

  it('goes on where the browser takes the finger away', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    document.dispatchEvent(new Event('pointerdown'));
    page.channels = [live('a', { epoch: 4 })];
    await page.later();
    expect(textsOf(rows()[0])[3]).toBe('3');
    document.dispatchEvent(new Event('pointercancel'));
    await page.later();
    expect(textsOf(rows()[0])[3]).toBe('4');
  });

  it('says that no channel fits only where there are some', async () => {
    const page = new OpenPage();
    await page.open();
    type(' x ');
    expect(get('#nothing').hidden).toBe(true);
    page.channels = [live('xy'), live('z')];
    await page.later();
    expect([get('#nothing').hidden, get('#shown').textContent]).toEqual([true, '1 of 2']);
    expect(namesOf(shown())).toEqual(['xy']);
    type('none');
    expect(get('#nothing').hidden).toBe(false);
    type('  ');
    expect([get('#nothing').hidden, get('#shown').textContent]).toEqual([true, '']);
  });

  it('asks its host every two seconds, and not at all while nobody sees it', async () => {
    const page = new OpenPage();
    await page.open();
    expect([page.looks, page.waited]).toEqual([1, [2_000]]);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await page.later();
    await page.later();
    expect([page.looks, page.waits]).toEqual([1, 0]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
    expect([page.looks, page.waits]).toEqual([2, 1]);
  });

  it('shows the latest answer, in whichever order they come', async () => {
    const page = new OpenPage();
    const late: (() => void)[] = [];
    page.late = late;
    page.channels = [live('old')];
    await page.open();
    page.channels = [live('new')];
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
    late[1]?.();
    await turns();
    expect(namesOf(rows())).toEqual(['new']);
    late[0]?.();
    await turns();
    expect(namesOf(rows())).toEqual(['new']);
  });

  it('does not complain of an old question that nobody answered', async () => {
    const page = new OpenPage();
    const late: (() => void)[] = [];
    page.late = late;
    page.status = 0;
    await page.open();
    page.status = 200;
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
    late[1]?.();
    late[0]?.();
    await turns();
    expect(get('#trouble').hidden).toBe(true);
  });

  it('says that what it shows is old, also where its host cannot look at the fleet', async () => {
    const page = new OpenPage();
    await page.open();
    expect([get('#trouble').hidden, document.body.className]).toEqual([true, '']);
    page.status = 503;
    await page.later();
    expect([get('#trouble').hidden, document.body.className]).toEqual([false, 'old']);
    expect(get('#trouble').textContent).toContain('doesn’t answer');
    expect(page.waits).toBe(1);
    page.status = 200;
    await page.later();
    expect(get('#trouble').textContent).toBe('');
    expect(document.body.className).toBe('');
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
