/** A part that manages its own focus, such as a virtual list. */
const OWN_FOCUS = '[data-own-focus]';

/** The element that had the focus and its ancestors, innermost first. */
type FocusPath = readonly [Element, ...Element[]];

/**
 * Keeps the focus on the page: a button that is removed or disabled by pressing it would lose the focus.
 * It moves to what takes the button's place, or to the nearest control. A focus moved on purpose stays,
 * also when the user clicked a blank part of the page.
 *
 * @returns a function that ends it.
 */
export function keepFocus(root: HTMLElement): () => void {
  const { ownerDocument: page } = root;
  let path: FocusPath | null = null;
  const forget = () => {
    path = null;
    observer.disconnect();
  };
  const isLost = () => page.activeElement === page.body || page.activeElement === path?.[0];
  const observer = new MutationObserver((records) => {
    if (!path || holdsFocus(path[0])) return;
    const lost = path;
    if (isLost()) moveFocus(gapOf(lost, records), root);
    if (path === lost) forget();
  });
  const follow = ({ target }: FocusEvent) => {
    forget();
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (target.closest(OWN_FOCUS)) return;
    path = focusPathOf(target, root);
    // Only the ancestors: the page may change a lot elsewhere.
    const attributeFilter = ['disabled', 'hidden', 'inert'];
    for (const each of path) observer.observe(each, { childList: true, attributeFilter });
  };
  const leave = ({ target }: FocusEvent) => {
    // A removed element may fire this event too; a microtask later it is detached.
    queueMicrotask(() => {
      if (path?.[0] !== target || page.activeElement !== page.body) return;
      if (holdsFocus(path[0])) forget();
    });
  };
  page.addEventListener('focusin', follow);
  page.addEventListener('focusout', leave);
  return () => {
    forget();
    page.removeEventListener('focusin', follow);
    page.removeEventListener('focusout', leave);
  };
}

function focusPathOf(element: Element, root: Element): FocusPath {
  const around: Element[] = [];
  for (let now = element.parentElement; now; now = now.parentElement) {
    around.push(now);
    if (now === root) break;
  }
  return [element, ...around];
}

interface Gap {
  readonly place: Element;
  readonly before: Node | null;
}

/** Where the element was: in its innermost ancestor still on the page, after the node before it. */
function gapOf(path: FocusPath, records: readonly MutationRecord[]): Gap | null {
  const at = path.findIndex((each) => each.isConnected);
  const place = path[at];
  if (!place) return null;
  const gone = path[at - 1];
  // Disabled, not removed.
  if (!gone) return place.parentElement && { place: place.parentElement, before: place };
  let before: Node | null = beforeOf(gone, records);
  while (before && before.parentNode !== place) before = beforeOf(before, records);
  return { place, before };
}

/** The node before it when it was removed; null if there was none. */
function beforeOf(node: Node, records: readonly MutationRecord[]): Node | null {
  const outs = records.filter(({ removedNodes }) => [...removedNodes].includes(node));
  const out = outs.at(-1);
  return out?.previousSibling ?? null;
}

function moveFocus(gap: Gap | null, root: HTMLElement): void {
  if (!gap) return;
  const next = nextFocusable(gap.place, gap.before, root);
  if (!next) return;
  next.focus({ preventScroll: true });
  // Pointer users must not be scrolled elsewhere.
  if (next.matches(':focus-visible')) next.scrollIntoView?.({ block: 'nearest' });
}

const TABBABLE = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  'audio[controls]',
  'video[controls]',
  '[tabindex]',
].join(',');

/** Marks a heading that is focused because its region has no controls. */
const REGION = 'section, dialog, [role="dialog"], [role="region"]';

/** Whether it can keep the focus. */
function holdsFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest(UNUSABLE) === null;
}

const UNUSABLE = '[hidden], [inert]';

/**
 * The next control to focus after an element was removed from `place`: the one after it, else the last
 * one in `place`, else the same one level up. A region without controls focuses its heading instead of
 * another region. Returns null if `root` has none.
 *
 * @param before the node before the gap in `place`; null if the gap is at its beginning.
 */
function nextFocusable(place: Element, before: Node | null, root: Element): HTMLElement | null {
  let mark = before;
  for (let now: Element | null = place; now !== null; now = now.parentElement) {
    const all = tabbablesIn(now);
    const next = all.find((each) => isAfter(each, mark)) ?? all.at(-1);
    if (next) return next;
    const heading = now.matches(REGION) ? now.querySelector<HTMLElement>('h1, h2, h3') : null;
    if (heading) {
      heading.tabIndex = -1;
      return heading;
    }
    if (now === root) return null;
    mark = now;
  }
  return null;
}

function tabbablesIn(place: Element): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (each) =>
      each.tabIndex >= 0 && holdsFocus(each) && isDrawn(each) && each.closest(OWN_FOCUS) === null,
  );
}

/** Collapsed or hidden elements cannot be focused. */
function isDrawn(element: HTMLElement): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

function isAfter(element: Node, mark: Node | null): boolean {
  if (mark === null) return true;
  const where = mark.compareDocumentPosition(element);
  return (
    (where & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    (where & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0
  );
}

const REACHABLE = '[tabindex="0"], button:not(:disabled), a[href], input:not(:disabled)';

/** Returns what restores a lost focus: to the same element, or the nearest place around it. */
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
