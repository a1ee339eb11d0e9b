import { z } from 'zod';

/**
 * Text whose length is counted in characters (code points), not in UTF-16 units: one emoji outside
 * the basic plane is one character.
 */
export function characters(min: number, max: number): z.ZodType<string> {
  return z.string().refine((text) => {
    const length = [...text].length;
    return length >= min && length <= max;
  }, `must be ${min} to ${max} characters`);
}
