/** Colours as style sheets write them, and how well one can be read on another (WCAG 2). */

export interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 1. */
  readonly alpha: number;
}

export const BLACK: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 };
export const WHITE: Rgba = { red: 255, green: 255, blue: 255, alpha: 1 };

/** Every colour in a value, in its order: `#rrggbb` and `rgba(r, g, b, a)`. */
export function colorsIn(value: string): readonly Rgba[] {
  return [...value.matchAll(/#([0-9a-f]{6})\b|rgba\(([^)]*)\)/gi)].map(([, hex, parts]) => {
    if (hex !== undefined) {
      const number = Number.parseInt(hex, 16);
      return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255, alpha: 1 };
    }
    const [red = 0, green = 0, blue = 0, alpha = 1] = (parts ?? '').split(',').map(Number);
    return { red, green, blue, alpha };
  });
}

/** The one colour that a value is. */
export function colorOf(value: string): Rgba {
  const [color, ...more] = colorsIn(value);
  if (!color || more.length > 0) throw new Error(`not one colour: ${value}`);
  return color;
}

/** What is seen of a half-transparent colour in front of a solid one. */
export function over(front: Rgba, back: Rgba): Rgba {
  const mix = (a: number, b: number): number => a * front.alpha + b * (1 - front.alpha);
  return {
    red: mix(front.red, back.red),
    green: mix(front.green, back.green),
    blue: mix(front.blue, back.blue),
    alpha: 1,
  };
}

function luminance({ red, green, blue }: Rgba): number {
  const linear = (value: number): number => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** 1 to 21. */
export function contrast(a: Rgba, b: Rgba): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
