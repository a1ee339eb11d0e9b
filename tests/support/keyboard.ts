import type { Locator, Page } from '@playwright/test';

/** Where the keyboard is, as somebody sees it who has nothing else. */
export interface Stop {
  /** Tag and name, to be told in a failure. */
  readonly name: string;
  /** Its element's number: the same for the same one. */
  readonly id: number;
  /** It is what `tabTo` looks for. */
  readonly isGoal: boolean;
  /** The card it is in; null: none. */
  readonly card: string | null;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** The part that scrolls around it, by number, and how far it is scrolled; null: the page. */
  readonly box: number | null;
  readonly scrolled: number;
  /** What `tabTo` looks for is no longer marked: the page has drawn it anew. */
  readonly isGoalLost: boolean;
  /** How many elements the keyboard can reach. */
  readonly reachable: number;
  /** What is not as it should be; empty: all is well. */
  readonly faults: readonly string[];
}

/** Looks at what has the focus now. */
export function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const shared = globalThis as { stopIds?: WeakMap<Element, number>; stopCount?: number };
    shared.stopIds ??= new WeakMap();
    const element = document.activeElement ?? document.body;
    const ids = shared.stopIds;
    const numberOf = (each: Element): number => {
      const known = ids.get(each);
      if (known !== undefined) return known;
      shared.stopCount = (shared.stopCount ?? 0) + 1;
      ids.set(each, shared.stopCount);
      return shared.stopCount;
    };
    const isPlaced = element !== document.body && element !== document.documentElement;
    const ringed = [element, element.closest('label'), element.closest('.stream-tags')];
    const hasRing = ringed.some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isSeen && !/, 0\)$|transparent/.test(outlineColor);
    });
    // What is drawn for it: a control may be a label around a field that is not drawn.
    const drawn = element.closest('label')?.contains(element)
      ? (element.closest('label') ?? element)
      : element;
    const { left, top, right, bottom } = drawn.getBoundingClientRect();
    const inside = (share: number, from: number, to: number, most: number) => {
      const [low, high] = [Math.max(from, 0), Math.min(to, most)];
      return low + (high - low) * share;
    };
    const shares = [0.1, 0.5, 0.9];
    const isSeen = shares.some((across) =>
      shares.some((down) => {
        const x = inside(across, left, right, innerWidth);
        const y = inside(down, top, bottom, innerHeight);
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
      }),
    );
    let box = drawn.parentElement;
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
    const isBoxed = box !== null && box !== document.documentElement && box !== document.body;
    const isOnPage = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const card = element.closest('section[aria-labelledby]')?.querySelector('h2')?.textContent;
    const said = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return {
      name: `${element.tagName} ${said.trim().slice(0, 40)}`.trim(),
      id: numberOf(element),
      isGoal: element.hasAttribute('data-goal'),
      isGoalLost: document.querySelector('[data-goal]') === null,
      reachable: document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')
        .length,
      card: card ?? null,
      left: left + scrollX,
      top: top + scrollY,
      bottom: bottom + scrollY,
      box: isBoxed && box ? numberOf(box) : null,
      scrolled: isBoxed && box ? box.scrollTop : 0,
      faults: isPlaced
        ? [
            ...(hasRing ? [] : ['has no ring']),
            ...(isOnPage ? [] : ['is out of sight']),
            ...(isSeen ? [] : ['is covered']),
          ]
        : ['the focus fell off the page'],
    };
  });
}

/** Fails where the keyboard is nowhere, or not to be seen. */
export async function expectPlaced(page: Page): Promise<Stop> {
  const stop = await focused(page);
  expectNoFaults(stop);
  return stop;
}

function expectNoFaults(stop: Stop): void {
  if (stop.faults.length > 0) throw new Error(`${stop.name}: ${stop.faults.join(', ')}`);
}

const OFF_THE_PAGE = 'the focus fell off the page';

const MOST_STOPS = 150;

/** Marked, so that one look tells everything. */
const markGoal = (target: Locator) =>
  target.evaluate((element) => {
    for (const other of document.querySelectorAll('[data-goal]'))
      other.removeAttribute('data-goal');
    element.setAttribute('data-goal', '');
    return element === document.activeElement;
  });

/**
 * Tab by Tab to an element; everything on the way has to be seen. The page may change meanwhile: what
 * is drawn anew is marked anew, and if a list grew, the way may lead over the page's end once.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = [];
  let reachable: number | null = null;
  if (await markGoal(target)) return;
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    if (stop.isGoalLost && (await markGoal(target))) return;
    reachable ??= stop.reachable;
    if (stop.faults.includes(OFF_THE_PAGE) && stop.reachable !== reachable) {
      reachable = stop.reachable;
      continue;
    }
    expectNoFaults(stop);
    if (stop.isGoal) return;
    passed.push(stop.name);
  }
  throw new Error(`${target} was not reached by ${key}; passed: ${passed.join(' > ')}`);
}

/** To an element, and presses it. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** The next Tab begins at the top of the page, as after it was loaded. */
export async function keyboardToTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
    const top = document.createElement('span');
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
  });
}

/** All of the page from its beginning, until the keyboard leaves it. */
export async function walk(page: Page): Promise<readonly Stop[]> {
  await keyboardToTop(page);
  const stops: Stop[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    // Parts of one field, such as the day in a date.
    if (stop.id === stops.at(-1)?.id) continue;
    if (stop.faults.includes(OFF_THE_PAGE) || stop.id === stops[0]?.id) break;
    stops.push(stop);
  }
  return stops;
}

/** Stops that stand above, or in the same line before, the one they follow in the same card. */
export function outOfOrder(stops: readonly Stop[]): readonly string[] {
  return stops.flatMap((stop, at) => {
    const before = stops[at - 1];
    if (!before || before.card !== stop.card) return [];
    // Tab scrolls: in the same box, that is taken out.
    const moved = before.box === stop.box ? stop.scrolled - before.scrolled : 0;
    const [top, bottom] = [stop.top + moved, stop.bottom + moved];
    const isAbove = bottom <= before.top + 1 && stop.left <= before.left + 1;
    const isSameLine = top < before.bottom - 4 && before.top < bottom - 4;
    const isBefore = isSameLine && stop.left < before.left - 1 && bottom <= before.bottom + 4;
    return isAbove || isBefore ? [`${before.name} > ${stop.name}`] : [];
  });
}
