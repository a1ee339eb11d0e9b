import type { Random } from '../../electron/base/random.ts';

/** Makes keys of 43 characters, the same ones for the same random numbers. */
export function keysOf(random: Random): () => string {
  const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
  return () =>
    Array.from({ length: 43 }, () => digits[Math.floor(random() * digits.length)]).join('');
}
