/** How likely a section of a wheel is, as people are told it. */
export interface Chance {
  /** With one digit at most after the point. */
  readonly percent: number;
  /** `less`: below 0.1 %. `more`: above 99.9 %. Never 0 or 100, which it is not. */
  readonly is: 'about' | 'less' | 'more';
}

export function chanceOf(weight: number, all: number): Chance {
  const thousandths = Math.round((weight * 1_000) / all);
  if (weight * 1_000 < all) return { percent: 0.1, is: 'less' };
  if (thousandths === 1_000 && weight < all) return { percent: 99.9, is: 'more' };
  return { percent: thousandths / 10, is: 'about' };
}

/** `12.5 %`, `<0.1 %`. `number`: writes it in the reader's language. */
export function chanceText(weight: number, all: number, number: (value: number) => string): string {
  const { percent, is } = chanceOf(weight, all);
  const sign = is === 'about' ? '' : is === 'less' ? '<' : '>';
  return `${sign}${number(percent)}%`;
}
