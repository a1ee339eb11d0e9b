import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  command,
  commandDone,
  painted,
  readSettings,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import { root } from '../../support/desktop-electron.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { setTrap, type Trap } from '../../support/desktop-trap.ts';
import { text } from '../../support/texts.ts';
import { sharingTest as base, expect } from './fixtures.ts';

const test = base.extend<{ trap: Trap }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  trap: async ({}, use) => {
    const trap = await setTrap();
    await use(trap);
    await trap.dispose();
  },
});

/** Puts a link into the page and clicks it as a person does. */
async function clickLink(
  page: Page,
  { href, target, rel }: { readonly href: string; readonly target?: string; readonly rel?: string },
  how: { readonly button?: 'middle'; readonly modifiers?: 'ControlOrMeta'[] } = {},
): Promise<void> {
  await page.evaluate(
    (given) => {
      const link = document.createElement('a');
      Object.assign(link, given);
      link.id = 'bait';
      link.textContent = 'bait';
      link.style.cssText = 'position:fixed;left:0;top:0;z-index:99999;padding:20px';
      document.body.append(link);
    },
    { href, ...(target ? { target } : {}), ...(rel ? { rel } : {}) },
  );
  await page.locator('#bait').click(how);
  await page.evaluate(() => document.getElementById('bait')?.remove());
}

const WINDOW_FORMS: Readonly<Record<string, (page: Page, href: string) => Promise<unknown>>> = {
  'window.open': (page, href) => page.evaluate((to) => void window.open(to), href),
  'window.open without opener': (page, href) =>
    page.evaluate((to) => void window.open(to, 'named', 'noopener,width=300'), href),
  'a link with a target': (page, href) => clickLink(page, { href, target: '_blank' }),
  'a middle click': (page, href) => clickLink(page, { href }, { button: 'middle' }),
  'a click with Ctrl': (page, href) => clickLink(page, { href }, { modifiers: ['ControlOrMeta'] }),
};

const NAVIGATIONS: Readonly<Record<string, (page: Page, href: string) => Promise<unknown>>> = {
  location: (page, href) => page.evaluate((to) => location.assign(to), href),
  'a link': (page, href) => clickLink(page, { href }),
  'a form': (page, href) =>
    page.evaluate((to) => {
      const form = document.createElement('form');
      form.action = to;
      form.method = 'post';
      document.body.append(form);
      form.submit();
    }, href),
  'a meta refresh': (page, href) =>
    page.evaluate((to) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${to}`;
      document.head.append(meta);
    }, href),
};

/** The windows and their addresses, once whatever was begun has had its time. */
async function settledAddresses(launched: LaunchedApp, page: Page): Promise<string[]> {
  for (let round = 0; round < 5; round += 1) {
    await painted(page);
    await launched.addresses();
  }
  return launched.addresses();
}

for (const [name, open] of Object.entries(WINDOW_FORMS)) {
  test(`no window opens by ${name}`, async ({ quiet: launched, trap }) => {
    const page = await launched.dashboard();
    await launched.app.evaluate(({ app }) => {
      Reflect.set(globalThis, '__made', 0);
      app.on('browser-window-created', () => {
        Reflect.set(globalThis, '__made', Number(Reflect.get(globalThis, '__made')) + 1);
      });
    });
    await open(page, `${trap.url}/window`);
    expect(await settledAddresses(launched, page)).toEqual(['app://dashboard/']);
    expect(await launched.app.evaluate(() => Reflect.get(globalThis, '__made'))).toBe(0);
    expect(trap.hits).toEqual([]);
  });
}

test('a page of ours does not become the other one, but may load itself anew', async ({
  quiet: launched,
}) => {
  const page = await launched.dashboard();
  await page.evaluate(() => {
    Reflect.set(window, 'stillTheSame', true);
    location.assign('app://overlay/');
  });
  expect(await settledAddresses(launched, page)).toEqual(['app://dashboard/']);
  expect(await page.evaluate(() => Reflect.get(window, 'stillTheSame'))).toBe(true);
  await page.reload();
  await expect(page.locator('header.strip')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'stillTheSame'))).toBe(undefined);
});

for (const place of ['dashboard', 'overlay'] as const) {
  for (const [name, go] of Object.entries(NAVIGATIONS)) {
    test(`the ${place} goes nowhere by ${name}`, async ({ quiet: launched, trap, provoked }) => {
      // The policy of the page stops forms before the app has to.
      provoked.push(/Content Security Policy directive: "form-action 'none'"/);
      // Unlocked, so that a click arrives.
      if (place === 'overlay') await showOverlay(launched, { locked: false });
      const page = await launched[place]();
      await page.evaluate(() => Reflect.set(window, 'stillTheSame', true));
      const before = await launched.addresses();
      await go(page, `${trap.url}/page`);
      expect(await settledAddresses(launched, page)).toEqual(before);
      expect(await page.evaluate(() => Reflect.get(window, 'stillTheSame'))).toBe(true);
      expect(trap.hits).toEqual([]);
      // Playwright goes on waiting for what a form leads to, also where the form was stopped.
      if (name === 'a form') await page.reload();
    });
  }
}

test('pages get no permission, whatever they ask for', async ({ quiet: launched }) => {
  const page = await launched.dashboard();
  const answers = await page.evaluate(async () => {
    const nameOf = (failure: unknown) => (failure instanceof Error ? failure.name : 'refused');
    const patience = () => new Promise((done) => setTimeout(done, 2_000, 'no answer'));
    const answer = (ask: () => Promise<unknown>) => ask().then(() => 'granted', nameOf);
    const outcome = (ask: () => Promise<unknown>) => Promise.race([answer(ask), patience()]);
    const place = () =>
      new Promise((resolve, reject) =>
        navigator.geolocation.getCurrentPosition(resolve, ({ code }) =>
          reject(Object.assign(new Error(), { name: `code ${code}` })),
        ),
      );
    const states = await Promise.all(
      (['geolocation', 'notifications', 'camera', 'microphone'] as PermissionName[]).map((name) =>
        navigator.permissions.query({ name }).then(({ state }) => state),
      ),
    );
    return {
      states,
      notification: await Notification.requestPermission(),
      place: await answer(place),
      camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await outcome(() => navigator.mediaDevices.getDisplayMedia()),
      clipboard: await outcome(() => navigator.clipboard.readText()),
    };
  });
  expect(answers.states).not.toContain('granted');
  expect(answers.notification).toBe('denied');
  expect(answers.place).toBe('code 1');
  for (const name of [answers.camera, answers.screen, answers.clipboard]) {
    expect(name).not.toBe('granted');
  }
});

test('the main world has the contract and nothing of Node or Electron', async ({
  quiet: launched,
}) => {
  const look = (page: Page) =>
    page.evaluate(() => {
      const api = Reflect.get(window, 'stagelight') as Record<string, unknown>;
      const tried = (() => {
        try {
          Reflect.set(api, 'command', () => 'forged');
          Reflect.set(api, 'more', 1);
          Reflect.set(window, 'stagelight', {});
        } catch {
          // A page in strict mode lands here.
        }
        return Reflect.get(window, 'stagelight') === api;
      })();
      const foreign = [
        'require',
        'process',
        'module',
        'ipcRenderer',
        'electron',
        'Buffer',
        'global',
      ];
      return {
        keys: Object.keys(api).sort(),
        kinds: Object.values(api).map((value) => typeof value),
        frozen: Object.isFrozen(api),
        same: tried,
        more: 'more' in api,
        forged: String(api['command']).includes('forged'),
        foreign: foreign.filter((name) => Reflect.has(window, name)),
      };
    });
  const sound = { frozen: true, same: true, more: false, forged: false, foreign: [] };
  expect(await look(await launched.dashboard())).toEqual({
    keys: ['command', 'connect'],
    kinds: ['function', 'function'],
    ...sound,
  });
  const overlay = await showOverlay(launched);
  expect(await look(overlay)).toEqual({ keys: ['connect'], kinds: ['function'], ...sound });
});

test('unknown commands and bad arguments get a typed answer', async ({ quiet: launched }) => {
  const page = await launched.dashboard();
  for (const [name, args, code] of [
    ['no.such.command', {}, 'unknown-command'],
    ['toString', {}, 'unknown-command'],
    ['__proto__', {}, 'unknown-command'],
    ['overlay-window.set', { zoom: 99 }, 'invalid-arguments'],
    ['overlay-window.set', { zoom: 1, extra: true }, 'invalid-arguments'],
    ['hotkey.set', { action: 'format-disk', accelerator: 'F9' }, 'invalid-arguments'],
    ['hotkey.set', null, 'invalid-arguments'],
    ['settings.set-language', { language: 'xx' }, 'invalid-arguments'],
    ['setup.go', 'done', 'invalid-arguments'],
    ['app.copy', { text: 5 }, 'invalid-arguments'],
    ['app.open', { address: 'file:///etc/passwd' }, 'address-refused'],
    ['app.open', { address: 'http://example.org/' }, 'address-refused'],
    ['app.open', { address: 'javascript:alert(1)' }, 'address-refused'],
  ] as const) {
    const answer = await command(page, name, args);
    expect(answer, `${name} ${JSON.stringify(args).slice(0, 60)}`).toMatchObject({
      ok: false,
      problem: { code },
    });
  }
  const refused = await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'stagelight') as {
      command(name: unknown): Promise<unknown>;
    };
    try {
      return String(await command(5));
    } catch (failure) {
      return String(failure);
    }
  });
  expect(refused).toContain('The name of a command is a text');
});

test('the main process listens on the channels of the contract and no others', async ({
  quiet: launched,
}) => {
  // With the first change comes a library that would have a channel of its own.
  await commandDone(await launched.dashboard(), 'overlay-window.set', { zoom: 1.5 });
  await expect.poll(async () => (await readSettings(launched)).overlayWindow.zoom).toBe(1.5);
  const channels = await launched.app.evaluate(({ ipcMain }) => ipcMain.eventNames().map(String));
  // Electron's own are written in capitals, and every emitter may have one for errors.
  const own = channels.filter((name) => name !== 'error' && !/^-|^[A-Z_]+$/.test(name)).sort();
  expect(own).toEqual([
    'stagelight:close',
    'stagelight:connect',
    'stagelight:say',
    'stagelight:taken',
  ]);
});

test('a frame in the page has no bridge', async ({ quiet: launched, provoked }) => {
  provoked.push(/Content Security Policy directive/);
  const page = await launched.dashboard();
  const seen = await page.evaluate(async () => {
    const empty = document.createElement('iframe');
    document.body.append(empty);
    const refused = new Promise((done) =>
      document.addEventListener('securitypolicyviolation', done, { once: true }),
    );
    const other = document.createElement('iframe');
    other.src = 'data:text/html,<p>foreign</p>';
    document.body.append(other);
    await refused;
    const within = empty.contentWindow;
    return within ? Reflect.has(within, 'stagelight') : null;
  });
  expect(seen).toBe(false);
  const foreign = page.frames().filter((frame) => frame.url().startsWith('data:'));
  for (const frame of foreign) {
    expect(await frame.evaluate(() => Reflect.has(window, 'stagelight'))).toBe(false);
  }
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  });
});

for (const kind of ['another page', "a page of the app's"] as const) {
  test(`a window that is none of the app's gets nothing with ${kind}`, async ({
    quiet: launched,
    trap,
  }) => {
    const page = await launched.dashboard();
    await expect(page.getByText(text('resume.title'))).toBeVisible();
    const appeared = launched.app.waitForEvent('window');
    await launched.app.evaluate(
      ({ BrowserWindow }, { preload, to }) => {
        const webPreferences = { preload, sandbox: true, contextIsolation: true };
        void new BrowserWindow({ webPreferences }).loadURL(to);
      },
      {
        preload: join(root, 'dist/preload/dashboard.cjs'),
        to: kind === 'another page' ? `${trap.url}/stranger` : 'app://dashboard/',
      },
    );
    const stranger = await appeared;
    await stranger.waitForFunction(
      () => location.href !== 'about:blank' && Reflect.has(window, 'stagelight'),
    );
    const answer = await command(stranger, 'settings.set-language', { language: 'en' });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'foreign-frame' } });
    await stranger.evaluate(() => {
      const frames: string[] = [];
      Reflect.set(window, 'heard', frames);
      const { connect } = Reflect.get(window, 'stagelight') as { connect(ears: object): unknown };
      connect({ heard: (some: string[]) => frames.push(...some), closed: () => {} });
    });
    // Whatever there is to hear would have come before the answers to these.
    for (let round = 0; round < 5; round += 1) {
      await command(stranger, 'setup.go', { step: 'welcome' });
      await painted(stranger);
    }
    expect(await stranger.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
    const window = await launched.app.browserWindow(stranger);
    await window.evaluate((found) => found.destroy());
  });
}
