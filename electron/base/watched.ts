import { AsyncLocalStorage } from 'node:async_hooks';

/** Told that work pauses for this many milliseconds because the platform asked for it. */
export type OnWait = (forMs: number) => void;

interface Watch {
  /** null once no one waits for the work, although parts of it may still run. */
  onWait: OnWait | null;
}

const present = new AsyncLocalStorage<Watch>();

/** Runs work that a user waits for; pauses inside it call `onWait` until it ends. */
export async function runWatched<T>(onWait: OnWait, work: () => Promise<T>): Promise<T> {
  const watch: Watch = { onWait };
  try {
    return await present.run(watch, work);
  } finally {
    watch.onWait = null;
  }
}

/** The watcher of the present work; null if it runs in the background. */
export function presentWatcher(): OnWait | null {
  return present.getStore()?.onWait ?? null;
}
