/** What the probe in a page hands over at the end of a window. */
export interface Probed {
  /** Milliseconds from the stamp of each message that was drawn until its frame was painted. */
  readonly latencies: readonly number[];
  /**
   * The same until the browser says that the words were on the screen (Element Timing), for one
   * message in five; empty where the browser does not say.
   */
  readonly presented: readonly number[];
  /** When each frame of the window began, page time in milliseconds; empty unless asked for. */
  readonly frames: readonly number[];
  /** Stamped messages that were put into the page within the window. */
  readonly drawn: number;
}

export interface ProbeControls {
  /** Begins a window: only messages stamped from now on count. */
  start(countFrames: boolean): void;
  stop(): Probed;
  /** The page's wall clock, epoch milliseconds with fractions. */
  now(): number;
  /** Stamped messages that the page has drawn since it was opened. */
  seen(): number;
}

declare global {
  interface Window {
    stagelightProbe: ProbeControls;
  }
}

/** The wall clock with fractions of a millisecond, the same in a page and in Node. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The words that carry the moment of sending through every layer: 16 characters. */
export function stampOf(epochMs: number): string {
  return `t${epochMs.toFixed(2)}`;
}

/**
 * Runs in the page before anything of its own (it must not use anything outside itself). A message
 * counts as painted in the task after the frame in which it was put into the page: by then style,
 * layout and paint are done and the frame is with the compositor.
 */
export function installProbe(): void {
  type Timed = { readonly identifier: string; readonly renderTime: number };
  const most = 400_000;
  const sampled = 5;
  const stamp = /\bt(\d{13}\.\d\d)\b/;
  const latencies = new Float64Array(most);
  const frames = new Float64Array(most);
  const waiting: number[] = [];
  let presented: number[] = [];
  const afterFrame = new MessageChannel();
  const requestFrame = window.requestAnimationFrame.bind(window);
  const now = (): number => performance.timeOrigin + performance.now();
  let seen = 0;
  let drawn = 0;
  let frameCount = 0;
  let startedAt = Number.POSITIVE_INFINITY;
  let countsFrames = false;
  let inFrame = false;

  const enterFrame = (): void => {
    if (inFrame) return;
    inFrame = true;
    afterFrame.port2.postMessage(null);
  };
  afterFrame.port1.onmessage = () => {
    inFrame = false;
    const paintedAt = now();
    for (const sentAt of waiting) {
      if (sentAt < startedAt || drawn >= most) continue;
      latencies[drawn] = paintedAt - sentAt;
      drawn += 1;
    }
    waiting.length = 0;
  };
  // Whatever the page draws in its frames must be known to be in a frame.
  window.requestAnimationFrame = (callback) =>
    requestFrame((time) => {
      enterFrame();
      callback(time);
    });
  const follow = (line: Element, sentAt: string): void => {
    (line.querySelector('p') ?? line).setAttribute('elementtiming', sentAt);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Timed)[]) {
      const sentAt = Number(entry.identifier);
      if (sentAt < startedAt) continue;
      presented.push(performance.timeOrigin + entry.renderTime - sentAt);
    }
  }).observe({ type: 'element' });
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        const match = node.nodeType === 1 ? stamp.exec(node.textContent ?? '') : null;
        if (!match) continue;
        waiting.push(Number(match[1]));
        seen += 1;
        // The block that holds the words: only such elements are timed.
        if (seen % sampled === 0) follow(node as Element, match[1] ?? '');
      }
    }
    if (waiting.length > 0 && !inFrame) requestFrame(enterFrame);
  });
  observer.observe(document, { childList: true, subtree: true });
  const countFrame = (time: number): void => {
    if (!countsFrames) return;
    if (frameCount < most) frames[frameCount] = time;
    frameCount += 1;
    requestFrame(countFrame);
  };
  window.stagelightProbe = {
    now,
    seen: () => seen,
    start(countFrames) {
      drawn = 0;
      presented = [];
      frameCount = 0;
      startedAt = now();
      countsFrames = countFrames;
      if (countFrames) requestFrame(countFrame);
    },
    stop() {
      countsFrames = false;
      startedAt = Number.POSITIVE_INFINITY;
      return {
        presented,
        latencies: Array.from(latencies.subarray(0, drawn)),
        frames: Array.from(frames.subarray(0, Math.min(frameCount, most))),
        drawn,
      };
    },
  };
}
