import { z } from 'zod';
import { CORE_TEXTS } from '../../shared/locales/core.ts';
import type { ProblemCode } from '../../shared/locales/index.ts';
import { type TextValues, textValuesSchema } from '../../shared/locales/text.ts';
import { type Problem, problemSchema } from '../../shared/problem.ts';
import { coreTexts, problemFrom } from '../base/errors.ts';

/** Earlier versions kept sentences beside the code; they are not read. */
const keptSchema = z.object({
  code: z.string(),
  values: textValuesSchema.optional(),
  /** Only of errors whose sentences do not stand in `shared/locales` yet. */
  unmoved: problemSchema.optional(),
});
export type KeptProblem = z.infer<typeof keptSchema>;

/** What the journal keeps of a problem. Its sentences are looked up when it is shown. */
export function keptProblem(problem: Problem): KeptProblem {
  const { code, values } = problem;
  return isKnown(code, values) ? { code, values } : { code, unmoved: problem };
}

/** A problem of the journal in today's texts; null: there is none. */
export function readKeptProblem(row: unknown): Problem | null {
  const kept = keptSchema.safeParse(row);
  if (!kept.success) return null;
  const { code, values, unmoved } = kept.data;
  if (!isKnown(code, values)) return unmoved ?? problemFrom({ code: 'unexpected' });
  return problemFrom(lacks(code, values) ? { code: 'drops-payout-stopped' } : { code, values });
}

function isKnown(code: string, values: TextValues | undefined): code is ProblemCode {
  const key = `problem.${code}.what`;
  return coreTexts('en')(key, values) !== key;
}

/** Rows of earlier versions have no values for the gaps of today's texts. */
function lacks(code: ProblemCode, values: TextValues = {}): boolean {
  const texts = ['what', 'cure'].map((part) => CORE_TEXTS.en[`problem.${code}.${part}`] ?? '');
  const gaps = texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/gu)]);
  return gaps.some(([, name = '']) => !Object.hasOwn(values, name));
}
