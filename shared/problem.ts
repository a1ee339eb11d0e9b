import { z } from 'zod';
import type { ProblemCode } from './locales/index.ts';
import { type Text, type TextValues, textValuesSchema } from './locales/text.ts';

/** Something that went wrong. What happened and what to do about it is said where it is shown. */
export interface Problem {
  /** Stable, kebab-case: for tests, logs and support. Its texts stand in `shared/locales`. */
  readonly code: ProblemCode;
  /** What goes into the gaps of its texts: safe to show, log and send. */
  readonly values?: TextValues | undefined;
  /** What was asked may or may not have been done: it is not to be repeated without a look. */
  readonly outcome?: 'unknown' | undefined;
  /** From when it can be tried again, epoch milliseconds, where the platform named a time. */
  readonly retryAt?: number | undefined;
}

export const problemSchema: z.ZodType<Problem> = z.object({
  code: z.custom<ProblemCode>((code) => typeof code === 'string'),
  values: textValuesSchema.optional(),
  outcome: z.literal('unknown').optional(),
  retryAt: z.number().optional(),
});

/** What happened. */
export function whatOf({ code, values }: Problem): Text {
  return { key: `problem.${code}.what`, values };
}

/** What to do about it. */
export function cureOf({ code, values }: Problem): Text {
  return { key: `problem.${code}.cure`, values };
}
