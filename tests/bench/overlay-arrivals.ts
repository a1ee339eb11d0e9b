declare global {
  interface Window {
    stagelightArrivals: {
      /** Forgets what was measured. */
      clear(): void;
      /** Milliseconds from a frame's arrival to the line in the document, of each line drawn. */
      take(): readonly number[];
    };
  }
}

/**
 * Runs in the page before anything of its own (it must not use anything outside itself): notes when
 * each stamped message came out of the page's socket, and when its line was in the document.
 */
export function installArrivals(): void {
  const stamps = /\bt\d{13}\.\d\d\b/g;
  const most = 400_000;
  const waits = new Float64Array(most);
  const arrivals = new Map<string, number>();
  let count = 0;
  const arrived = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'string') return;
    const now = performance.now();
    for (const [stamp] of data.matchAll(stamps)) arrivals.set(stamp, now);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      // The first listener: before the page has spent any time on the frame.
      this.addEventListener('message', arrived);
    }
  };
  const drawn = (node: Node): void => {
    if (node.nodeType !== 1) return;
    const stamp = node.textContent?.match(stamps)?.[0];
    const arrivedAt = stamp === undefined ? undefined : arrivals.get(stamp);
    if (stamp === undefined || arrivedAt === undefined) return;
    arrivals.delete(stamp);
    if (count < most) waits[count] = performance.now() - arrivedAt;
    count += 1;
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(drawn);
  }).observe(document, { childList: true, subtree: true });
  window.stagelightArrivals = {
    clear() {
      count = 0;
      arrivals.clear();
    },
    take: () => Array.from(waits.subarray(0, Math.min(count, most))),
  };
}
