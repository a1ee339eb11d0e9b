export type HeroSize = 'xl' | 'l' | 'm' | 's';

/** Widest text, in em, that each size can hold beside the sign; the style sheet has the sizes. */
const WIDEST: readonly (readonly [HeroSize, number])[] = [
  ['xl', 5.5],
  ['l', 7.3],
  ['m', 10.5],
];

/** How large an alert's hero can be set so that it stays on its line. */
export function heroSize(text: string): HeroSize {
  let width = 0;
  for (const character of text) {
    width += emWidth(character);
    if (width > 12) return 's';
  }
  return WIDEST.find(([, widest]) => width <= widest)?.[0] ?? 's';
}

/** Rough on purpose: full squares for Hangul, kana, ideographs and emoji; narrow marks; the rest. */
function emWidth(character: string): number {
  if (/[\u1100-\uffdc\u{10000}-\u{10ffff}]/u.test(character)) return 0.95;
  return /[\s.,:;'!|il]/u.test(character) ? 0.28 : 0.6;
}
