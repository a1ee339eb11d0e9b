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

/** Where a heading takes the focus, because nothing else there can. */
const REGION = 'section, dialog, [role="dialog"], [role="region"]';

/** Whether the keyboard can stay at it. */
export function holdsFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest(UNUSABLE) === null;
}

const UNUSABLE = '[hidden], [inert]';

/**
 * What takes the focus of something that went from `place`: what follows there, then what stands before
 * it, then the same one level up. A region in which nothing is left to be used gives its heading, so
 * that nobody is carried away to another one. null: there is nothing in `root`.
 *
 * @param before what stands before the gap in `place`; null: the gap is at its beginning.
 */
export function heirAt(place: Element, before: Node | null, root: Element): HTMLElement | null {
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
    (each) => each.tabIndex >= 0 && holdsFocus(each) && isDrawn(each),
  );
}

/** What is folded away or not laid out cannot be reached. */
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
