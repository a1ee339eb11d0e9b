import { type ComponentType, lazy } from 'react';

const TRY_AGAIN_MS = 2_000;

/** Loaded when it is first drawn. The app may be away at that moment: it is tried again. */
export function later<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    for (;;) {
      try {
        return { default: await load() };
      } catch {
        await new Promise((passed) => setTimeout(passed, TRY_AGAIN_MS));
      }
    }
  });
}
