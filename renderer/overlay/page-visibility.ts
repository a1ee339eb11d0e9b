import type { Stop } from '../bridge/page-timers.ts';

interface ObsVisibilityEvent extends Event {
  readonly detail?: { readonly visible?: unknown };
}

/**
 * Follows whether anybody can see the page: in OBS its own word about the source as soon as it
 * gives one, elsewhere the browser's. Calls back at once and on every change.
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
  const onObs = (event: Event): void => {
    const visible = (event as ObsVisibilityEvent).detail?.visible;
    if (typeof visible !== 'boolean') return;
    fromObs = visible;
    tell();
  };
  page.document.addEventListener('visibilitychange', tell);
  const inObs = 'obsstudio' in page;
  if (inObs) page.addEventListener('obsSourceVisibleChanged', onObs);
  tell();
  return () => {
    page.document.removeEventListener('visibilitychange', tell);
    if (inObs) page.removeEventListener('obsSourceVisibleChanged', onObs);
  };
}
