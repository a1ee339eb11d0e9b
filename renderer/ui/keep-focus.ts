import { heirAt, holdsFocus } from './focus-heir.ts';

/** A part that says itself where the focus goes, such as a list that draws only what is in sight. */
const ON_ITS_OWN = '[data-own-focus]';

/** What had the focus, and everything around it, from the inside out. */
type Trail = readonly [Element, ...Element[]];

/**
 * Keeps the keyboard on the page: a button that goes or is switched off by being pressed would take the
 * focus with it. What comes into its place has it then, or what stands nearest. Whoever moves the focus
 * on purpose is never overruled, nor somebody who left for a blank part of the page.
 *
 * @returns ends it.
 */
export function keepFocus(root: HTMLElement): () => void {
  const { ownerDocument: page } = root;
  let trail: Trail | null = null;
  const forget = () => {
    trail = null;
    observer.disconnect();
  };
  const isLost = () => page.activeElement === page.body || page.activeElement === trail?.[0];
  const observer = new MutationObserver((records) => {
    if (!trail || holdsFocus(trail[0])) return;
    const lost = trail;
    if (isLost()) pass(gapOf(lost, records), root);
    if (trail === lost) forget();
  });
  const follow = ({ target }: FocusEvent) => {
    forget();
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (target.closest(ON_ITS_OWN)) return;
    trail = trailOf(target, root);
    // Only what could take it away: the page may change a lot elsewhere.
    const attributeFilter = ['disabled', 'hidden', 'inert'];
    for (const each of trail) observer.observe(each, { childList: true, attributeFilter });
  };
  const leave = ({ target }: FocusEvent) => {
    // What is taken out of the page may say that it was left; by then it is known.
    queueMicrotask(() => {
      if (trail?.[0] !== target || page.activeElement !== page.body) return;
      if (holdsFocus(trail[0])) forget();
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

function trailOf(element: Element, root: Element): Trail {
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

/** Where the hole is: in the innermost part that is still there, behind what stood before what went. */
function gapOf(trail: Trail, records: readonly MutationRecord[]): Gap | null {
  const at = trail.findIndex((each) => each.isConnected);
  const place = trail[at];
  if (!place) return null;
  const gone = trail[at - 1];
  // Switched off, not gone.
  if (!gone) return place.parentElement && { place: place.parentElement, before: place };
  let before: Node | null = beforeOf(gone, records);
  while (before && before.parentNode !== place) before = beforeOf(before, records);
  return { place, before };
}

/** What stood before a node when it was taken out; null: nothing. */
function beforeOf(node: Node, records: readonly MutationRecord[]): Node | null {
  const outs = records.filter(({ removedNodes }) => [...removedNodes].includes(node));
  const out = outs.at(-1);
  return out?.previousSibling ?? null;
}

function pass(gap: Gap | null, root: HTMLElement): void {
  if (!gap) return;
  const heir = heirAt(gap.place, gap.before, root);
  if (!heir) return;
  heir.focus({ preventScroll: true });
  // Somebody with a pointer is not carried away.
  if (heir.matches(':focus-visible')) heir.scrollIntoView?.({ block: 'nearest' });
}
