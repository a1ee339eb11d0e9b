import { z } from 'zod';
import { CSS_MAX, cssProblems, TOKEN_VALUE_MAX, TOKENS_MAX, tokenProblem } from './css-check.ts';
import { THEME_IDS } from './names.ts';

export { CSS_MAX } from './css-check.ts';

export const TOKEN_NAME = /^--ov-[a-z0-9-]{1,40}$/;

const tokenValueSchema = z
  .string()
  .max(TOKEN_VALUE_MAX)
  .superRefine((value, context) => {
    const reason = tokenProblem(value);
    if (reason !== null) context.addIssue({ code: 'custom', message: reason });
  });

const cssSchema = z
  .string()
  .max(CSS_MAX)
  .superRefine((css, context) => {
    for (const { reason, line, found } of cssProblems(css)) {
      context.addIssue({ code: 'custom', message: `${reason}, line ${line}: ${found}` });
    }
  });

/** What a theme file carries, and what a streamer changes on a built-in one. */
export const themeChoiceSchema = z.object({
  base: z.enum(THEME_IDS).default('clean'),
  tokens: z
    .record(z.string().regex(TOKEN_NAME), tokenValueSchema)
    .refine((tokens) => Object.keys(tokens).length <= TOKENS_MAX, 'too-many')
    .default({}),
  css: cssSchema.default(''),
});
export type ThemeChoice = z.infer<typeof themeChoiceSchema>;
