import { z } from 'zod';
import { CORE_TEXTS } from '../../shared/locales/core.ts';
import type { ProblemCode } from '../../shared/locales/index.ts';
import { type TextValues, textValuesSchema } from '../../shared/locales/text.ts';
import type { Problem } from '../../shared/problem.ts';
import { coreTexts } from '../base/errors.ts';

/** Earlier versions kept sentences beside the code; they are not read. */
const keptSchema = z.object({ code: z.string(), values: textValuesSchema.optional() });

/** What the journal keeps of a problem. Its sentences are looked up when it is shown. */
export function keptProblem({ code, values }: Problem): Pick<Problem, 'code' | 'values'> {
  return { code, values };
}

/** A problem of the journal; null: there is none. */
export function readKeptProblem(row: unknown): Problem | null {
  const kept = keptSchema.safeParse(row);
  if (!kept.success) return null;
  const { code, values } = kept.data;
  if (!isKnown(code, values)) return { code: 'unexpected' };
  return lacks(code, values) ? { code: 'drops-payout-stopped' } : { code, values };
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
