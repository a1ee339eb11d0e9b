import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserHost } from '../../../renderer/bridge/hosts.ts';

/** The test's window, with some of its parts put in place. */
function windowWith(parts: Record<string, unknown>): Window {
  return new Proxy(window, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(parts, name)) {
        const part = parts[name];
        if (part instanceof Error) throw part;
        return part;
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const refused = () => Promise.reject(new Error('not allowed'));

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('copying', () => {
  it('uses the clipboard where it may', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    const host = createBrowserHost(
      windowWith({ navigator: { language: 'ko', clipboard: { writeText } } }),
    );
    expect(await host.copyText('address')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('address');
  });

  it.each([true, false])(
    'falls back to the old way, which answers %s, and tidies up',
    async (answer) => {
      const selected: string[] = [];
      document.execCommand = () => {
        const field = document.querySelector('textarea');
        selected.push(field?.value ?? 'nothing');
        return answer;
      };
      const host = createBrowserHost(
        windowWith({ navigator: { language: 'ko', clipboard: { writeText: refused } } }),
      );
      expect(await host.copyText('address')).toBe(answer);
      expect(selected).toEqual(['address']);
      expect(document.querySelector('textarea')).toBeNull();
    },
  );
});

describe('leaving the page', () => {
  it('is told once, and to nobody who stopped listening', () => {
    const host = createBrowserHost(window);
    const [heard, gone] = [vi.fn(), vi.fn()];
    const stop = host.onLeave(heard);
    host.onLeave(gone)();
    window.dispatchEvent(new Event('pagehide'));
    expect([heard.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0]);
    stop();
  });
});

describe('a copied secret', () => {
  const READABLE = { query: async () => ({ state: 'granted' }) };
  const UNREADABLE = { query: async () => ({ state: 'prompt' }) };

  /** A page with a clipboard and a timer of its own. */
  async function copied(permissions: object, hasFocus = true) {
    const held = { text: '' };
    const writeText = async (text: string) => {
      held.text = text;
    };
    const clipboard = { writeText, readText: async () => held.text };
    const timers: { run: () => void; ms: number }[] = [];
    const focus = { is: hasFocus };
    const page = windowWith({
      navigator: { language: 'ko', clipboard, permissions },
      document: { hasFocus: () => focus.is },
      setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
    });
    await createBrowserHost(page).copyText('key', 60_000);
    expect(timers.map(({ ms }) => ms)).toEqual([60_000]);
    const pass = async () => {
      for (const { run } of timers) run();
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    return { held, focus, pass };
  }

  it.each([
    ['can be read', READABLE],
    ['cannot be read', UNREADABLE],
    ['has no permissions', { query: refused }],
  ])('leaves a clipboard that %s', async (_what, permissions) => {
    const { held, pass } = await copied(permissions);
    expect(held.text).toBe('key');
    await pass();
    expect(held.text).toBe('');
  });

  it('takes nothing with it that was copied since, where the page may see it', async () => {
    const { held, pass } = await copied(READABLE);
    held.text = 'a recipe';
    await pass();
    expect(held.text).toBe('a recipe');
  });

  it('waits for the focus, without which a page may not write', async () => {
    const { held, focus, pass } = await copied(UNREADABLE, false);
    await pass();
    expect(held.text).toBe('key');
    focus.is = true;
    window.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(held.text).toBe('');
  });
});

describe('opening an address', () => {
  it.each([
    ['https://ci.me/auth', true],
    ['http://127.0.0.1:4123/overlay/k/', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('%s: %s', (address, opened) => {
    const open = vi.fn();
    createBrowserHost(windowWith({ open })).openAddress(address);
    expect(open.mock.calls).toEqual(opened ? [[address, '_blank', 'noopener']] : []);
  });
});

describe('preferences', () => {
  it('are kept, and forgotten with null', () => {
    const host = createBrowserHost(window);
    host.writePreference('theme', 'dark');
    expect(createBrowserHost(window).readPreference('theme')).toBe('dark');
    host.writePreference('theme', null);
    expect(host.readPreference('theme')).toBeNull();
  });

  it('are done without where nothing may be kept', () => {
    const host = createBrowserHost(windowWith({ localStorage: new Error('denied') }));
    expect(() => host.writePreference('theme', 'dark')).not.toThrow();
    expect(host.readPreference('theme')).toBeNull();
  });
});

describe('reloading for another build', () => {
  const location = () => ({ href: 'http://127.0.0.1/', reload: vi.fn() });

  it('happens once a build', () => {
    const place = location();
    const host = createBrowserHost(windowWith({ location: place }));
    expect([host.reloadOnce('2'), host.reloadOnce('2'), host.reloadOnce('3')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(place.reload).toHaveBeenCalledTimes(2);
  });

  it('does not happen where it could loop', () => {
    const place = location();
    const page = windowWith({ location: place, sessionStorage: new Error('denied') });
    expect(createBrowserHost(page).reloadOnce('2')).toBe(false);
    expect(place.reload).not.toHaveBeenCalled();
  });
});

describe('the document', () => {
  it('carries language and theme, and no theme where the system decides', () => {
    const host = createBrowserHost(window);
    host.dressPage({ language: 'ko', theme: 'light' });
    expect([document.documentElement.lang, document.documentElement.dataset['theme']]).toEqual([
      'ko',
      'light',
    ]);
    host.dressPage({ language: 'en', theme: null });
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });

  it.each([
    ['ko-KR', 'ko'],
    ['KO', 'ko'],
    ['en-GB', 'en'],
    ['ja', 'en'],
  ])('reads %s as %s', (language, ours) => {
    expect(createBrowserHost(windowWith({ navigator: { language } })).systemLanguage).toBe(ours);
  });
});

describe('the ticking', () => {
  let seen: 'visible' | 'hidden' = 'visible';
  const see = (state: typeof seen) => {
    seen = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    seen = 'visible';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
    vi.useFakeTimers({ now: 10_400 });
  });

  afterEach(() => vi.useRealTimers());

  it('comes at whole seconds, once a second, until it is stopped', () => {
    const at: number[] = [];
    const stop = createBrowserHost(window).clock.every(1_000, () => at.push(Date.now()));
    vi.advanceTimersByTime(3_000);
    expect(at).toEqual([11_000, 12_000, 13_000]);
    stop();
    vi.advanceTimersByTime(5_000);
    expect(at).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rests while nobody sees the page and catches up when somebody does', () => {
    const run = vi.fn();
    const stop = createBrowserHost(window).clock.every(1_000, run);
    see('hidden');
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(run).not.toHaveBeenCalled();
    see('visible');
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    stop();
    see('visible');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('does not start on a page that nobody sees yet', () => {
    seen = 'hidden';
    const stop = createBrowserHost(window).clock.every(1_000, () => undefined);
    expect(vi.getTimerCount()).toBe(0);
    stop();
  });

  it('ticks once for a boundary also when the timer comes a hair early', () => {
    const run = vi.fn();
    const stop = createBrowserHost(window).clock.every(1_000, run);
    vi.advanceTimersByTime(600);
    // The wall clock is a millisecond behind the timers.
    vi.setSystemTime(11_999);
    vi.advanceTimersByTime(1_000);
    const soFar = run.mock.calls.length;
    vi.advanceTimersByTime(500);
    expect(run.mock.calls.length).toBe(soFar);
    stop();
  });
});
