/** What goes to the page before its time moves on. */
export type HoursDown =
  | { readonly type: 'open'; readonly socket: number }
  | { readonly type: 'text'; readonly socket: number; readonly text: string }
  | { readonly type: 'close'; readonly socket: number };

/** What the page did meanwhile. */
export type HoursUp =
  | { readonly type: 'connect'; readonly socket: number }
  | { readonly type: 'text'; readonly socket: number; readonly text: string }
  | { readonly type: 'close'; readonly socket: number };

export interface HoursStep {
  readonly ms: number;
  readonly downs: readonly HoursDown[];
}

export interface HoursControls {
  /** In each step hands over what has come, then lets its time pass. Answers what the page said. */
  pass(steps: readonly HoursStep[]): Promise<readonly HoursUp[]>;
  /** Timers, intervals and frames that have been asked for and have not come. */
  pending(): number;
  /** Timers and frames that have come so far: proof that the page really uses this clock. */
  fired(): number;
}

declare global {
  interface Window {
    stagelightHours: HoursControls;
  }
}

/**
 * Runs in the page before anything of its own (it must not use anything outside itself): time that
 * passes only when it is told to, and sockets whose other end is the test. Playwright's own clock
 * and sockets do the same, but the clock keeps a script for every step that was ever made, and a
 * simulated day has tens of thousands.
 */
export function installHours(startAt: number): void {
  const FRAME_MS = 1_000 / 60;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  const sockets = new Map<number, HourSocket>();
  let ups: HoursUp[] = [];
  let now = 0;
  let fired = 0;
  let ids = 0;
  const wait = (at: number, run: () => void): number => {
    ids += 1;
    timers.set(ids, { at, run });
    return ids;
  };
  const forget = (id?: number): void => void timers.delete(id ?? 0);
  const after = (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]): number =>
    wait(now + Math.max(0, delay), () => run(...args));
  const every = (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]): number => {
    const again = (): void => {
      timers.set(id, { at: now + Math.max(1, delay), run: again });
      run(...args);
    };
    const id = wait(now + Math.max(1, delay), again);
    return id;
  };
  const frame = (run: (time: number) => void): number =>
    wait((Math.floor(now / FRAME_MS + 1e-6) + 1) * FRAME_MS, () => run(now));
  const RealDate = Date;
  const today = (): number => startAt + Math.floor(now);
  class HourDate extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(today());
      else super(...args);
    }
    static override now(): number {
      return today();
    }
  }
  class HourSocket extends EventTarget {
    readonly url: string;
    readonly socket: number;
    readyState = 0;
    constructor(url: string | URL) {
      super();
      this.url = String(url);
      ids += 1;
      this.socket = ids;
      sockets.set(ids, this);
      ups.push({ type: 'connect', socket: ids });
    }
    send(text: string): void {
      if (this.readyState !== 1) throw new DOMException('Not open', 'InvalidStateError');
      ups.push({ type: 'text', socket: this.socket, text });
    }
    close(): void {
      if (this.readyState >= 2) return;
      this.readyState = 2;
      ups.push({ type: 'close', socket: this.socket });
    }
  }
  const took = (down: HoursDown): void => {
    const socket = sockets.get(down.socket);
    if (!socket || (socket.readyState >= 2 && down.type !== 'close')) return;
    if (down.type === 'open') {
      socket.readyState = 1;
      socket.dispatchEvent(new Event('open'));
    } else if (down.type === 'text') {
      socket.dispatchEvent(new MessageEvent('message', { data: down.text }));
    } else {
      sockets.delete(down.socket);
      socket.readyState = 3;
      socket.dispatchEvent(new Event('close'));
    }
  };
  /** React does some of its work in turns of its own: it is to be done before time goes on. */
  const turn = (): Promise<void> =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 3; turns += 1) await turn();
  };
  const next = (target: number): number | null => {
    let found: number | null = null;
    let at = target;
    for (const [id, timer] of timers) {
      if (timer.at > at || (timer.at === at && found !== null)) continue;
      found = id;
      at = timer.at;
    }
    return found;
  };
  const until = async (target: number): Promise<void> => {
    for (let id = next(target); id !== null; id = next(target)) {
      const timer = timers.get(id);
      timers.delete(id);
      if (!timer) continue;
      now = Math.max(now, timer.at);
      fired += 1;
      try {
        timer.run();
      } catch (failure) {
        reportError(failure);
      }
      await settle();
    }
    now = target;
  };
  Object.assign(window, {
    Date: HourDate,
    WebSocket: HourSocket,
    setTimeout: after,
    clearTimeout: forget,
    setInterval: every,
    clearInterval: forget,
    requestAnimationFrame: frame,
    cancelAnimationFrame: forget,
  });
  performance.now = () => now;
  window.stagelightHours = {
    pending: () => timers.size,
    fired: () => fired,
    async pass(steps) {
      for (const { ms, downs } of steps) {
        for (const down of downs) took(down);
        await settle();
        await until(now + ms);
      }
      const said = ups;
      ups = [];
      return said;
    },
  };
}
