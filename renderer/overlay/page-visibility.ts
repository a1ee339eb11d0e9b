import type { Stop } from '../bridge/page-timers.ts';

/** The event's name, and the field of its detail that says yes or no. */
const OBS_EVENTS = [
  ['obsSourceVisibleChanged', 'visible'],
  ['obsSourceActiveChanged', 'active'],
] as const;

/**
 * Follows whether anybody can see the page: in OBS its own word about the source as soon as it
 * gives one, elsewhere the browser's. Calls back at once and on every change.
 *
 * What is active (in the programme) is seen. What is not active may be seen all the same, in a
 * preview, a projector or the second canvas of a plugin; so only `visible` can say that it is not.
 */
export function followVisibility(page: Window, changed: (visible: boolean) => void): Stop {
  let fromObs: boolean | null = null;
  let last: boolean | null = null;
  const tell = (): void => {
    const visible = page.document.visibilityState !== 'hidden' && fromObs !== false;
    if (visible === last) return;
    last = visible;
    changed(visible);
  };
  const stops = 'obsstudio' in page ? OBS_EVENTS.map(([name, field]) => follow(name, field)) : [];
  function follow(name: string, field: 'visible' | 'active'): Stop {
    const hear = (event: Event): void => {
      const said = (event as CustomEvent<{ readonly [field]?: unknown } | null>).detail?.[field];
      if (typeof said !== 'boolean' || (field === 'active' && !said)) return;
      fromObs = said;
      tell();
    };
    page.addEventListener(name, hear);
    return () => page.removeEventListener(name, hear);
  }
  page.document.addEventListener('visibilitychange', tell);
  tell();
  return () => {
    page.document.removeEventListener('visibilitychange', tell);
    for (const stop of stops) stop();
  };
}
