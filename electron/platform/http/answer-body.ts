import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';

/** Longest stretch of the platform's own words that is passed on, in characters. */
const MESSAGE_MAX = 300;

const errorSchema = z.looseObject({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
});

/**
 * The platform's words in an error body: `message` (an array is joined), else `error`; null when
 * the body says nothing that can be read.
 */
export function errorMessageOf(text: string): string | null {
  const parsed = errorSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { message, error } = parsed.data;
  const parts: unknown[] = Array.isArray(message) ? message : [message ?? error];
  const joined = parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('; ');
  return joined === '' ? null : [...joined].slice(0, MESSAGE_MAX).join('');
}

/**
 * What an answer is about: `content` of `{code, message, content}`, or the value itself where the
 * envelope is missing (the specification leaves it open for sessions). Undefined: nothing readable.
 */
export function contentOf(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('content' in value)) return value;
  return value.content;
}
