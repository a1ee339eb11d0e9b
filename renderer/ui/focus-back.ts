/** What the keyboard can reach inside of something. */
const REACHABLE = '[tabindex="0"], button:not(:disabled), a[href], input:not(:disabled)';

/**
 * Remembers where the keyboard is. The answer brings it back there, as far as it is nowhere by then:
 * to the same element, or, where that is gone, to the nearest place around it that is still there.
 */
export function rememberFocus(): () => void {
  const around: Element[] = [];
  for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) {
    around.push(at);
  }
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    for (const element of around) {
      if (!element.isConnected) continue;
      const isOwn = element === around[0] || element.hasAttribute('tabindex');
      const target = isOwn ? element : element.querySelector(REACHABLE);
      if (!(target instanceof HTMLElement)) continue;
      target.focus();
      return;
    }
  };
}
