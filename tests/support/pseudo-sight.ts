import type { Page } from '@playwright/test';
import { PSEUDO, PSEUDO_LETTERS } from './pseudo-language.ts';

/** A text of a page, and the element that it stands in or on. */
export interface SeenText {
  readonly text: string;
  readonly where: string;
}

/** Every text with letters that a page shows or says to a screen reader, each once. */
export async function textsOf(page: Page): Promise<readonly SeenText[]> {
  return page.evaluate(() => {
    const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];
    const MORE = ['aria-valuetext', 'aria-roledescription'];
    const found = new Map<string, string>();
    /** A sentence may be drawn in parts: with all that is between its brackets. */
    const wholeOf = (node: Text): string => {
      const isWhole = (text: string) => text.split('[').length === text.split(']').length;
      let whole: Node = node;
      while (!isWhole(whole.textContent ?? '') && whole.parentElement) whole = whole.parentElement;
      return (whole.textContent ?? '').trim();
    };
    const see = (text: string | null, element: Element, on = '') => {
      if (!text || !/\p{L}/u.test(text) || found.has(text)) return;
      const around = element.parentElement?.closest('[class]')?.getAttribute('class') ?? '';
      const own = element.getAttribute('class') ?? '';
      found.set(text, `${around} > ${element.tagName.toLowerCase()}.${own}${on}`);
    };
    see(document.title, document.documentElement);
    for (const element of document.querySelectorAll('body *')) {
      if (element.matches('script, style')) continue;
      for (const node of element.childNodes) {
        if (node instanceof Text) see(wholeOf(node), element);
      }
      for (const name of [...SPOKEN, ...MORE]) see(element.getAttribute(name), element, `@${name}`);
    }
    return [...found].map(([text, where]) => ({ text, where }));
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What Intl writes in letters: months, days, units, currencies. */
function intlWords(): string[] {
  const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 4));
  const week = Array.from({ length: 7 }, (_, day) => new Date(2026, 0, day + 1, day * 3));
  const dates = (['short', 'long'] as const).flatMap((style) =>
    [...months, ...week].map((day) =>
      day.toLocaleString(PSEUDO, { month: style, weekday: style, hour: 'numeric' }),
    ),
  );
  const spans = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond'];
  const units = spans.map((unit) =>
    (7).toLocaleString(PSEUDO, { style: 'unit', unit, unitDisplay: 'narrow' }),
  );
  const relative = new Intl.RelativeTimeFormat(PSEUDO, { numeric: 'always' });
  const ago = (['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const).flatMap(
    (unit) => [1, 2, -1, -2].map((count) => relative.format(count, unit)),
  );
  return [...dates, ...units, ...ago, 'KRW USD JPY'].flatMap(
    (text) => text.match(/\p{L}+/gu) ?? [],
  );
}

/** Of addresses, paths, names of code; no bracket, which may be that of the text around it. */
const CODE = '[!-Z^-|•]';
/** Addresses, paths, scopes, hosts, places of templates, and ids: words with digits among letters. */
const NO_WORDS = new RegExp(
  [
    `${CODE}*[/\\\\_]${CODE}*`,
    '\\b[A-Z]+:[A-Z]+\\b',
    '\\w+(?:\\.\\w+){2,}',
    '\\{\\w+\\}',
    '(?=\\w*\\d)(?=\\w*[a-z])\\w{5,}',
    '\\w+(?:-\\w+)*-\\d\\w*',
  ].join('|'),
  'gi',
);
const PSEUDO_WORD = new RegExp(`[${PSEUDO_LETTERS}]+`, 'gu');

/**
 * Finds what is no text of the language: words without accents that are neither `data` (of the
 * platform, of viewers) nor written by Intl, and words with accents outside of their brackets.
 *
 * @returns null: all of it is.
 */
export function strangerFinder(data: readonly string[]): (text: string) => string | null {
  const byLength = [...new Set([...data, ...intlWords()])]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const known = new RegExp(`(?<!\\p{L})(?:${byLength.map(escaped).join('|')})(?!\\p{L})`, 'gu');
  return (text) => {
    const rest = text.replace(NO_WORDS, ' ').replace(known, ' ');
    const plain = rest.replace(PSEUDO_WORD, ' ').match(/\p{L}+/gu);
    if (plain) return `“${plain.join(' ')}” in “${text}”`;
    let bare = rest;
    for (let before = ''; before !== bare; ) {
      before = bare;
      bare = bare.replace(/\[[^[\]]*\]/gu, ' ');
    }
    return /\p{L}/u.test(bare) ? `without brackets: “${text}”` : null;
  };
}

/**
 * Texts of the language that do not show as they should: cut by a box that hides what is too much,
 * wider than their box, outside of their button's inside, broken within a word, over another text, or
 * beyond the page's edge.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(lookAtTexts, PSEUDO_LETTERS);
}

/** Runs in the page. */
function lookAtTexts(letters: string): readonly string[] {
  const ours = new RegExp(`[[${letters}]`, 'u');
  const found = new Set<string>();
  const HOLDS = 'button, a.button, summary, .badge, .chip';
  const clips = (style: string) => style === 'hidden' || style === 'clip';
  const tell = (what: string, element: Element, text: string) => {
    const nameOf = (box: Element | null) =>
      box ? `${box.tagName.toLowerCase()}.${box.getAttribute('class') ?? ''}` : '';
    const name = `${nameOf(element.parentElement)} > ${nameOf(element)}`;
    found.add(`${what}: ${name} “${text.trim().slice(0, 60)}”`);
  };
  const parentsOf = (element: Element): Element[] =>
    element === document.body
      ? []
      : [element, ...parentsOf(element.parentElement ?? document.body)];
  const isOnlyHeard = (element: Element): boolean =>
    parentsOf(element).some((box) => getComputedStyle(box).clipPath.startsWith('inset(50%'));

  /** Up to what scrolls: nothing on the way hides any of it, a button has it inside of its padding. */
  const lookUp = (from: Element, rect: DOMRect, text: string): void => {
    for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const isHeld = box.matches(HOLDS);
      const start = isHeld ? Number.parseFloat(style.paddingInlineStart) : 0;
      const end = isHeld ? Number.parseFloat(style.paddingInlineEnd) : 0;
      const beside = rect.right > edge.right - end + 1 || rect.left < edge.left + start - 1;
      const below = rect.bottom > edge.bottom + 3 || rect.top < edge.top - 3;
      if (clips(style.overflowX) && beside) tell('cut at its side', box, text);
      if (clips(style.overflowY) && below) tell('cut below', box, text);
      if (isHeld && (beside || below)) tell('outside of its button', box, text);
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return;
    }
    if (rect.right > innerWidth + 1 || rect.left < -1) tell('beyond the page', from, text);
  };

  const lookAtBox = (element: Element, text: string): void => {
    let box = element;
    while (box.clientWidth === 0 && box.parentElement) box = box.parentElement;
    const { overflowX, overflowY } = getComputedStyle(box);
    const scrolls = overflowX === 'auto' || overflowX === 'scroll';
    if (!scrolls && box.scrollWidth > box.clientWidth + 1) tell('wider than its box', box, text);
    if (clips(overflowY) && box.scrollHeight > box.clientHeight + 3) {
      tell('higher than its box', box, text);
    }
  };

  const lookAtWords = (node: Text, element: Element): void => {
    const range = document.createRange();
    for (const { index, 0: word } of node.data.matchAll(/[^\s/-]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = range.getClientRects();
      if (first && others.some(({ top }) => top > first.top + 3)) tell('broken', element, word);
    }
  };

  const measure = document.createElement('canvas').getContext('2d');
  /** What a field would show that does not wrap: the chosen option, or what to write. */
  const lookAtField = (field: HTMLInputElement | HTMLSelectElement): void => {
    const isChoice = field instanceof HTMLSelectElement;
    const text = isChoice ? (field.selectedOptions[0]?.textContent ?? '') : field.placeholder;
    if (!measure || !ours.test(text) || field.clientWidth === 0) return;
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const style = getComputedStyle(field, isChoice ? null : '::placeholder');
    // Not its `font`, which is empty where a part cannot be said in short.
    measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    const room = field.clientWidth - padding;
    if (measure.measureText(text).width > room + 1) tell('longer than its field', field, text);
  };

  interface Line {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
    readonly layer: Element | undefined;
    readonly element: Element;
    readonly text: string;
  }
  const lines: Line[] = [];
  /** The part of a line that scrollers around it leave to see. */
  const addLine = ({ left, right, top, bottom }: DOMRect, element: Element, text: string): void => {
    const around = parentsOf(element);
    const seen = { left, right, top, bottom };
    for (const box of around) {
      if (getComputedStyle(box).overflow === 'visible') continue;
      const edge = box.getBoundingClientRect();
      seen.left = Math.max(seen.left, edge.left);
      seen.right = Math.min(seen.right, edge.right);
      seen.top = Math.max(seen.top, edge.top);
      seen.bottom = Math.min(seen.bottom, edge.bottom);
    }
    const layer = around.find((box) => /sticky|fixed/.test(getComputedStyle(box).position));
    lines.push({ ...seen, layer, element, text });
  };
  const lookAtOverlaps = (): void => {
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.element === other.element || one.layer !== other.layer) continue;
        const beside = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const below = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (beside <= 2 || below <= 6) continue;
        if (ours.test(one.text + other.text))
          tell('over', one.element, `${one.text} ${other.text}`);
      }
    }
  };

  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document).querySelectorAll('*')) {
    if (element.matches('script, style, option, .overlay-frame *')) continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
      lookAtField(element);
    }
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || node.data.trim() === '' || isOnlyHeard(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.setStart(node, node.data.length - node.data.trimStart().length);
      range.setEnd(node, node.data.trimEnd().length);
      for (const rect of range.getClientRects()) addLine(rect, element, node.data);
      if (!ours.test(node.data)) continue;
      lookUp(element, range.getBoundingClientRect(), node.data);
      if (element instanceof HTMLElement) lookAtBox(element, node.data);
      lookAtWords(node, element);
    }
  }
  lookAtOverlaps();
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} wide`);
  return [...found];
}
