import { z } from 'zod';
import type { FleetKey } from './fleet.ts';
import type { CoreKey, PageKey } from './index.ts';

/** What goes into a gap of a text: words or a number as they are, or texts again. */
export type TextValue = string | number | Text | readonly TextValue[];
export type TextValues = Readonly<Record<string, TextValue>>;

/** Something to be said to people, in whatever language they read: looked up where it is shown. */
export interface Text {
  readonly key: PageKey | CoreKey | FleetKey;
  readonly values?: TextValues | undefined;
}

const textValue: z.ZodType<TextValue> = z.lazy(() =>
  z.union([z.string(), z.number(), text, z.array(textValue)]),
);
export const textValuesSchema: z.ZodType<TextValues> = z.record(z.string(), textValue);
const text: z.ZodType<Text> = z.object({
  key: z.custom<Text['key']>((key) => typeof key === 'string'),
  values: textValuesSchema.optional(),
});
