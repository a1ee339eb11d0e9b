import {
  type FrameDown,
  type FrameUp,
  LONG_TASK_MS,
  STORE_LIMITS,
  type WidgetEvent,
} from '../../shared/overlay/custom-widgets.ts';
import { BEAM_CURRENCY } from '../../shared/overlay/widget-events.ts';

/**
 * Runs in a widget's frame before anything of the widget, and is in its hands afterwards: nothing that
 * matters to the page may depend on it.
 */

interface Setup {
  readonly fields: Record<string, unknown>;
  readonly store: Readonly<Record<string, unknown>>;
  readonly language: 'ko' | 'en';
}

/** A page that does not become ready, because something it loads does not come, begins all the same. */
const READY_MOST_MS = 5_000;
const QUEUE_MOST = 200;
/** Of one kind, in `stagelight.recent`. */
const RECENT_MOST = 50;

const script = document.currentScript;
const setup = JSON.parse(script?.dataset['setup'] ?? '{}') as Setup;
script?.remove();

// Kept before the widget can change them.
const { parent } = window;
const later = window.setTimeout.bind(window);
const stopLater = window.clearTimeout.bind(window);
const toJson = JSON.stringify;
const fromJson = JSON.parse;

let port: MessagePort | null = null;
const unsaid: FrameUp[] = [];
function say(up: FrameUp): void {
  if (port) port.postMessage(up);
  else if (unsaid.length < 20) unsaid.push(up);
}

// Scripts that keep something in the browser find it empty with every start, instead of failing.
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { configurable: true, value: memoryStorage() });
}
Object.defineProperty(document, 'cookie', {
  configurable: true,
  get: () => '',
  set: () => undefined,
});

function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(String(key)) ?? null,
    setItem: (key: string, value: unknown) => void kept.set(String(key), String(value)),
    removeItem: (key: string) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

let longTasks = 0;
try {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (duration > LONG_TASK_MS) longTasks += 1;
  }).observe({ entryTypes: ['longtask'] });
} catch {
  // The browser does not tell; unanswered questions do.
}

function heap(): number | null {
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  return memory?.usedJSHeapSize ?? null;
}

function complain(kind: 'error' | 'blocked', text: string): void {
  say({ type: 'said', kind, text: text.slice(0, 300) });
}
window.addEventListener('error', ({ message }) => complain('error', String(message)));
window.addEventListener('unhandledrejection', ({ reason }) => complain('error', String(reason)));
document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
  complain('blocked', blockedURI),
);

const fields = setup.fields;
const store: Record<string, unknown> = { ...setup.store };
const fetchOf = window.fetch.bind(window);
let channel: { readonly id: string; readonly name: string } | null = null;

/** StreamElements' own API, as far as widgets ask it who the channel is; nothing is sent there. */
function answered(path: string): Response {
  const isChannel = /^\/kappa\/v2\/channels\/[^/?]+\/?$/.test(path);
  const { id = '', name = '' } = channel ?? {};
  const profile = {
    _id: id,
    provider: 'twitch',
    providerId: id,
    username: name,
    displayName: name,
  };
  const headers = { 'Content-Type': 'application/json' };
  return new Response(toJson(isChannel ? profile : {}), { status: isChannel ? 200 : 404, headers });
}

window.fetch = (input, options) => {
  const address = input instanceof Request ? input.url : String(input);
  const [, path] = /^https:\/\/api\.streamelements\.com(\/.*)$/.exec(address) ?? [];
  return path === undefined ? fetchOf(input, options) : Promise.resolve(answered(path));
};

let counters: Readonly<Record<string, number>> = {};
let session: Readonly<Record<string, unknown>> = {};
let status = { isEditorMode: false, muted: false };

const copyOf = (value: unknown): unknown => (value === undefined ? null : fromJson(toJson(value)));

const api = {
  store: {
    get: (key: string) => Promise.resolve(copyOf(store[String(key)])),
    set: (key: string, value: unknown) => {
      const text = toJson(value ?? null);
      const name = String(key);
      if (text.length > STORE_LIMITS.valueChars || name.length > STORE_LIMITS.keyChars) {
        return Promise.reject(new Error('Too large to be kept'));
      }
      store[name] = fromJson(text);
      say({ type: 'set', key: name, value: text });
      return Promise.resolve();
    },
  },
  counters: {
    get: (counter: string) =>
      Promise.resolve({ counter: String(counter), value: counters[String(counter)] ?? 0 }),
  },
  sanitize: (message: Record<string, unknown>) => Promise.resolve({ result: message, skip: false }),
  cheerFilter: (message: string) => Promise.resolve(message),
  setField: (key: string, value: unknown) => {
    fields[String(key)] = value;
  },
  getOverlayStatus: () => ({ ...status }),
  resumeQueue: () => resume(),
};

/** Events of value one after another, for widgets that ask for it: this widget's own, nobody else's. */
const holdMs = Math.min(120, Math.max(0, Number(fields['widgetDuration']) || 0)) * 1_000;
const queue: WidgetEvent[] = [];
let holding: number | null = null;

function resume(): void {
  if (holding === null) return;
  stopLater(holding);
  holding = null;
  const next = queue.shift();
  if (next) play(next);
}

function play(event: WidgetEvent): void {
  if (holdMs > 0) holding = later(resume, holdMs);
  dispatch('onEventReceived', event);
}

type Sum = { readonly amount?: number; readonly count?: number } | undefined;

/** A test is in no sum that is kept; this widget counts it until the next real event. */
function test({ listener, event }: Readonly<Record<string, unknown>>): void {
  if (typeof listener !== 'string' || !listener.endsWith('-latest')) return;
  const kind = listener.slice(0, -'-latest'.length);
  const given = Number(Reflect.get(event as object, 'amount')) || 0;
  const worth = kind === 'tip' || kind === 'cheer' ? given : 0;
  const more = (name: string, amount: number) => {
    const sum = session[name] as Sum;
    return { [name]: { count: (sum?.count ?? 0) + 1, amount: (sum?.amount ?? 0) + amount } };
  };
  const sums = ['session', 'week', 'month', 'total', 'count'].map((p) =>
    more(`${kind}-${p}`, worth),
  );
  session = Object.assign(
    { ...session, [listener]: event },
    more(`${kind}-goal`, worth || 1),
    ...sums,
  );
  dispatch('onSessionUpdate', { session });
}

function take(event: WidgetEvent): void {
  if (event.listener === 'event:test') test(event.event);
  if (event.listener === 'kvstore:update') note(event.event['data']);
  const waits = holdMs > 0 && event.listener.endsWith('-latest');
  if (!waits) dispatch('onEventReceived', event);
  else if (holding === null) play(event);
  else if (queue.length < QUEUE_MOST) queue.push(event);
}

function note(data: unknown): void {
  const { key, value } = (data ?? {}) as { key?: unknown; value?: unknown };
  if (typeof key === 'string') store[key.replace(/^customWidget\./, '')] = value;
}

function dispatch(name: string, detail: unknown): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

type StageListener = (event: unknown) => void;
const listeners = new Map<string, Set<StageListener>>();
const recent: unknown[] = [];

/** Our own events beside those of StreamElements' shape. */
const stagelight = {
  version: 1,
  language: setup.language,
  /** The latest last. */
  recent,
  /** `kind`: such as `DONATION`, or `event` for all. Returns what ends it. */
  on: (kind: string, listener: StageListener) => {
    const all = listeners.get(kind) ?? new Set();
    listeners.set(kind, all.add(listener));
    return () => void all.delete(listener);
  },
};

function stage(event: unknown): void {
  recent.push(event);
  if (recent.length > RECENT_MOST) recent.shift();
  const { kind } = event as { kind: string };
  for (const name of ['event', kind]) {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener(event);
      } catch (failure) {
        later(() => {
          throw failure;
        }, 0);
      }
    }
  }
}

Object.assign(window, { SE_API: api, stagelight });

const ready = new Promise<void>((done) => {
  window.addEventListener('load', () => done(), { once: true });
  document.addEventListener('DOMContentLoaded', () => later(done, READY_MOST_MS), { once: true });
});
const waiting: FrameDown[] = [];
let begun = false;

function hear(down: FrameDown): void {
  if (down.type === 'ping') {
    say({ type: 'pong', id: down.id, heap: heap(), longTasks });
    longTasks = 0;
  } else if (begun) obey(down);
  else if (down.type === 'load') void ready.then(() => begin(down));
  else if (waiting.length < QUEUE_MOST) waiting.push(down);
}

function begin(down: Extract<FrameDown, { type: 'load' }>): void {
  if (begun) return;
  begun = true;
  const { data, recents } = down.session;
  channel = down.session.channel;
  session = data;
  status = { isEditorMode: down.status.isEditorMode, muted: down.status.muted };
  const username = channel?.name ?? '';
  dispatch('onWidgetLoad', {
    session: { data, settings: {} },
    recents,
    currency: BEAM_CURRENCY[setup.language],
    channel: {
      username,
      id: channel?.id ?? '',
      providerId: channel?.id ?? '',
      apiToken: '',
      avatar: '',
    },
    fieldData: fields,
    overlay: { ...status },
    emulated: false,
  });
  for (const next of waiting.splice(0)) obey(next);
}

function obey(down: FrameDown): void {
  switch (down.type) {
    case 'session':
      session = down.data;
      dispatch('onSessionUpdate', { session });
      break;
    case 'events':
      down.events.forEach(take);
      break;
    case 'stage':
      down.events.forEach(stage);
      break;
    case 'counters':
      count(down.counters);
      break;
    default:
      break;
  }
}

function count(next: Readonly<Record<string, number>>): void {
  const before = counters;
  counters = next;
  for (const [counter, value] of Object.entries(next)) {
    if (before[counter] === value) continue;
    dispatch('onEventReceived', { listener: 'bot:counter', event: { counter, value } });
  }
}

window.addEventListener(
  'message',
  (message) => {
    const data: unknown = message.data;
    const isLine =
      typeof data === 'object' && data !== null && Reflect.get(data, 'stagelight') === 'line';
    if (message.source !== parent || !isLine) return;
    // Scripts that listen for messages of their own hear nothing of ours.
    message.stopImmediatePropagation();
    const [line] = message.ports;
    if (!line || port) return;
    port = line;
    line.onmessage = ({ data: down }) => hear(down as FrameDown);
    for (const up of unsaid.splice(0)) say(up);
  },
  true,
);
// A frame without an origin can be told only so; whoever shows it learns nothing from it.
parent.postMessage({ stagelight: 'hello' }, '*');
