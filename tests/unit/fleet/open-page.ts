import { onTestFinished, vi } from 'vitest';
import type { ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { sayer } from '../../../electron/fleet/front-pages.ts';
import type { SeenHost } from '../../../electron/fleet/page/fleet-reader.ts';
import { FleetHistory } from '../../../electron/fleet/page/history.ts';
import { pageDocument } from '../../../electron/fleet/page/page-document.ts';
import {
  type Outcome,
  PageScript,
  type PageWindow,
} from '../../../electron/fleet/page/page-script.ts';
import { viewOf } from '../../../electron/fleet/page/page-view.ts';

export const NOW = 1_790_000_000_000;
const say = sayer('en');

export const live = (channelId: string, changes: Partial<ListedChannel> = {}): ListedChannel => ({
  channelId,
  state: 'running',
  owner: 'host-a',
  epoch: 3,
  connection: 'live',
  name: null,
  since: NOW - 200_000,
  ...changes,
});

/** Dialogs as a browser has them, and a document that the test leaves as it was: other files have the same. */
export function prepareDocument(): void {
  const before = {
    showModal: HTMLDialogElement.prototype.showModal,
    close: HTMLDialogElement.prototype.close,
  };
  const listened = vi.spyOn(document, 'addEventListener');
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
}

/** The page in a browser, with a host that answers what a test says. */
export class OpenPage {
  channels: readonly ListedChannel[] = [];
  hosts: readonly SeenHost[] = [];
  readonly history = new FleetHistory();
  /** 0: nobody answers. */
  status = 200;
  outcome: Outcome = { isDone: true, text: 'Done.' };
  /** What the clipboard is given; what it throws is its refusal. Left out: there is none. */
  copy: ((text: string) => Promise<void>) | undefined;
  /** Looks that wait for `arrive`, the first one first; null: each is answered at once. */
  late: (() => void)[] | null = null;
  looks = 0;
  readonly asked: unknown[] = [];
  /** How long the page waits, each time. */
  readonly waited: number[] = [];
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
    const { copy } = this;
    const window = {
      document,
      navigator: copy ? { clipboard: { writeText: copy } } : {},
      fetch: (path: string, options?: { readonly body: string }) => this.#fetch(path, options),
      setTimeout: (run: () => void, ms: number) => {
        this.waited.push(ms);
        this.#timers.push(run);
      },
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
      if (this.status === 0) throw new TypeError('no network');
      return { ok: true, status: 200, json: async () => this.outcome };
    }
    this.looks += 1;
    const { status, channels, hosts, history, late } = this;
    if (late) await new Promise<void>((resolve) => late.push(resolve));
    if (status === 0) throw new TypeError('no network');
    const picture = { now: NOW, channels, hosts, history };
    const json = async () => JSON.parse(JSON.stringify(viewOf(picture, 'en', say)));
    return { ok: status === 200, status, json };
  }
}

export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await null;
}

export const get = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
export const rows = (list = 'channels') => [
  ...document.querySelectorAll<HTMLElement>(`#${list}-rows tr`),
];
export const namesOf = (all: readonly HTMLElement[]) =>
  all.map((row) => row.children[0]?.textContent);
export const textsOf = (row: HTMLElement | undefined) =>
  [...(row?.children ?? [])].map((cell) => cell.textContent);
export const button = (label: string) => get(`button[aria-label="${label}"]`);
