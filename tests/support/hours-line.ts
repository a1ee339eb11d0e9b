import type { PagePeer } from '../../electron/server/peer.ts';
import type { OpenPage } from '../../electron/server/ports.ts';
import { parseJson } from '../../shared/json.ts';
import type { HoursCore } from './hours-core.ts';
import type { HoursDown, HoursUp } from './hours-window.ts';

/** Frames of each kind that went to the page, and what the page said to the core. */
export type FrameCounts = Readonly<Record<string, number>>;

/**
 * Carries frames between the core and the page's sockets. What the core says waits until the page's
 * time moves on; it can be cut, and be out of reach for a while.
 */
export class HoursLine {
  /** Whether the core answers when the page calls. */
  reachable = true;
  readonly #core: HoursCore;
  readonly #pages = new Map<number, OpenPage>();
  readonly #counts: Record<string, number> = {};
  #downs: HoursDown[] = [];
  #urgent = false;
  #greeted = false;

  constructor(core: HoursCore) {
    this.#core = core;
  }

  get counts(): FrameCounts {
    return this.#counts;
  }

  /** What the page has not been handed yet. `urgent`: the page will have something to say to it. */
  takeDowns(): { readonly downs: readonly HoursDown[]; readonly urgent: boolean } {
    const taken = { downs: this.#downs, urgent: this.#urgent || !this.#greeted };
    this.#downs = [];
    this.#urgent = false;
    return taken;
  }

  onUps(ups: readonly HoursUp[]): void {
    for (const up of ups) {
      if (up.type === 'connect') this.#connect(up.socket);
      else if (up.type === 'close') this.#close(up.socket);
      else this.#said(up.socket, up.text);
    }
  }

  /** Ends every connection, as a core that is gone. */
  cut(): void {
    for (const socket of [...this.#pages.keys()]) this.#close(socket);
  }

  #connect(socket: number): void {
    if (!this.reachable) {
      this.#downs.push({ type: 'close', socket });
      return;
    }
    this.#count('connections');
    const trySend: PagePeer['trySend'] = (bytes, written) => {
      this.#downs.push({ type: 'text', socket, text: this.#greetingOf(String(bytes)) });
      if (written) setImmediate(written);
      return true;
    };
    const peer: PagePeer = {
      trySend,
      forceSend: (bytes) => void trySend(bytes),
      close: () => this.#close(socket),
    };
    this.#downs.push({ type: 'open', socket });
    this.#pages.set(socket, this.#core.core.pageServer.openPage('overlay', peer));
  }

  #close(socket: number): void {
    const page = this.#pages.get(socket);
    this.#pages.delete(socket);
    page?.onClosed();
    this.#greeted = false;
    this.#downs.push({ type: 'close', socket });
  }

  #said(socket: number, text: string): void {
    this.#count(`said ${typeOf(text)}`);
    if (this.#pages.get(socket)?.onText(text) === false)
      throw new Error(`No frame of ours: ${text}`);
  }

  /** A core that runs from its source has no build; the page's own would make it reload. */
  #greetingOf(text: string): string {
    const type = typeOf(text);
    this.#count(type);
    if (type === 'alert') this.#urgent = true;
    if (type === 'hello') this.#greeted = true;
    if (type !== 'hello') return text;
    return JSON.stringify({ ...(parseJson(text) as object), buildId: this.#core.buildId });
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }
}

/** Without reading all of it: the type stands first. */
function typeOf(frame: string): string {
  return /^\{"type":"([a-z]+)"/.exec(frame)?.[1] ?? 'other';
}
