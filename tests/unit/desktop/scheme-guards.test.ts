import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type GuardedApp, guardAll, mayGoToItself } from '../../../electron/desktop/guard-all.ts';

class FakeContents extends EventEmitter {
  opened: (details: unknown) => unknown = () => ({ action: 'allow' });
  readonly session: FakeSession;
  readonly #address: string;

  constructor(address: string, session: FakeSession) {
    super();
    this.#address = address;
    this.session = session;
  }

  getURL = (): string => this.#address;
  setWindowOpenHandler(handler: (details: never) => unknown): void {
    this.opened = handler as (details: unknown) => unknown;
  }

  /** Whether the page may. */
  tries(event: string, url = '', isMainFrame = true): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit(event, { url, isMainFrame, preventDefault });
    return !prevented;
  }
}

class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, (...args: unknown[]) => unknown>();
  setPermissionRequestHandler = (handler: unknown) => this.#keep('request', handler);
  setPermissionCheckHandler = (handler: unknown) => this.#keep('check', handler);
  setDevicePermissionHandler = (handler: unknown) => this.#keep('device', handler);
  setDisplayMediaRequestHandler = (handler: unknown) => this.#keep('display', handler);

  #keep(name: string, handler: unknown): void {
    this.handlers.set(name, handler as (...args: unknown[]) => unknown);
  }

  /** What the handler answers, returned or called back. */
  asks(name: string): unknown {
    const answers: unknown[] = [];
    const back = (answer: unknown) => answers.push(answer);
    const handler = this.handlers.get(name);
    const returned = name === 'display' ? handler?.({}, back) : handler?.({}, 'media', back, {});
    return answers.length > 0 ? answers[0] : returned;
  }
}

function guarded(address = 'app://dashboard/') {
  const app = new EventEmitter();
  const guard = guardAll(app as unknown as GuardedApp);
  const session = new FakeSession();
  const contents = new FakeContents(address, session);
  app.emit('web-contents-created', {}, contents);
  return { app, guard, contents, session };
}

const NAVIGATIONS = ['will-navigate', 'will-redirect', 'will-frame-navigate'];

describe('a page', () => {
  it.each(NAVIGATIONS)('may load itself anew (%s)', (event) => {
    expect(guarded().contents.tries(event, 'app://dashboard/?lang=en')).toBe(true);
  });

  const elsewhere = [
    'https://example.test/',
    'http://127.0.0.1:4123/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<p>',
    'about:blank',
    'app://overlay/',
    'app://dashboard/assets/icon.svg',
    'app://dashboard.example.test/',
  ];

  it.each(NAVIGATIONS.flatMap((event) => elsewhere.map((url) => [event, url] as const)))(
    'may not go elsewhere (%s to %s)',
    (event, url) => {
      expect(guarded().contents.tries(event, url)).toBe(false);
    },
  );

  it.each(NAVIGATIONS)(
    'has no frame that goes anywhere, not even to a page of ours (%s)',
    (event) => {
      expect(guarded().contents.tries(event, 'app://dashboard/', false)).toBe(false);
    },
  );

  const widget = 'http://w0123456789ab.localhost:17816/0123456789abcdefghij/';

  it('has frames for widgets of others, at their own addresses only', () => {
    const { contents } = guarded('app://overlay/');
    expect(contents.tries('will-frame-navigate', widget, false)).toBe(true);
    expect(contents.tries('will-frame-navigate', widget, true)).toBe(false);
    for (const other of [
      widget.replace('w0', 'x0'),
      widget.replace('localhost', 'localhost.example.test'),
      widget.replace('http:', 'https:'),
      `${widget}file.html`,
      'http://localhost:17816/dashboard/0123456789abcdefghij/',
    ]) {
      expect(contents.tries('will-frame-navigate', other, false)).toBe(false);
    }
  });

  it('that is at no address of ours may go nowhere', () => {
    expect(guarded('about:blank').contents.tries('will-navigate', 'app://dashboard/')).toBe(false);
  });

  it('opens no window and attaches no webview', () => {
    const { contents } = guarded();
    expect(contents.opened({ url: 'app://dashboard/' })).toEqual({ action: 'deny' });
    expect(contents.tries('will-attach-webview')).toBe(false);
  });
});

describe('a session', () => {
  it.each([
    ['request', false],
    ['check', false],
    ['device', false],
    ['display', null],
  ])('answers a %s with %s', (name, answer) => {
    expect(guarded().session.asks(name)).toBe(answer);
  });

  it('is guarded before it has a page, and only once', () => {
    const { app } = guarded();
    const early = new FakeSession();
    app.emit('session-created', early);
    expect(early.asks('check')).toBe(false);
    app.emit('web-contents-created', {}, new FakeContents('', early));
    expect(early.listenerCount('will-download')).toBe(1);
  });

  it('downloads nothing', () => {
    let cancelled = false;
    const preventDefault = () => {
      cancelled = true;
    };
    guarded().session.emit('will-download', { preventDefault });
    expect(cancelled).toBe(true);
  });
});

it('what comes after the end is not guarded by us any more', () => {
  const { app, guard } = guarded();
  guard.dispose();
  expect(app.eventNames()).toEqual([]);
});

it.each([
  ['app://overlay/', 'app://overlay/', true],
  ['app://overlay/', 'app://dashboard/', false],
  ['', 'app://dashboard/', false],
  ['https://example.test/', 'https://example.test/', false],
])('a page at %s may go to %s: %s', (from, to, may) => {
  expect(mayGoToItself(from, to)).toBe(may);
});
