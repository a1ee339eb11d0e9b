import { z } from 'zod';

type Defaulted = Readonly<Record<string, z.ZodDefault<z.ZodType>>>;

/** A change to a group: every field optional, without defaults, which would reset omitted fields. */
export function changeOf<S extends Defaulted>(group: z.ZodObject<S>) {
  const fields = Object.entries(group.shape).map(
    ([name, field]) => [name, field.unwrap().optional()] as const,
  );
  return z.strictObject(
    Object.fromEntries(fields) as { [K in keyof S]: z.ZodOptional<S[K]['def']['innerType']> },
  );
}
