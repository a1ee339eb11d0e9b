import { AsyncLocalStorage } from 'node:async_hooks';

/** Hears that work rests for so many milliseconds because the platform asked for it. */
export type OnWait = (forMs: number) => void;

interface Watch {
  /** null: nobody waits for the work any more, although a part of it may still be running. */
  onWait: OnWait | null;
}

const present = new AsyncLocalStorage<Watch>();

/** Runs work that somebody waits for; whatever it waits for tells `onWait`, until the work has ended. */
export async function runWatched<T>(onWait: OnWait, work: () => Promise<T>): Promise<T> {
  const watch: Watch = { onWait };
  try {
    return await present.run(watch, work);
  } finally {
    watch.onWait = null;
  }
}

/** Who waits for what is being done now; null: nobody, it goes on in the background. */
export function presentWatcher(): OnWait | null {
  return present.getStore()?.onWait ?? null;
}
