import { z } from 'zod';
import type { Random } from '../../electron/base/random.ts';

/** The largest number where a schema names none. */
const MOST = 1_000_000;

export function pick<T>(random: Random, options: readonly T[]): T {
  const found = options[Math.floor(random() * options.length)];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
}

/** Small ones are as likely as large ones: each doubling is. */
export function spread(random: Random, least: number, most: number): number {
  const from = Math.max(least, 1);
  const value = Math.floor(from * (most / from) ** random());
  return least < 1 && random() < 0.05 ? least : Math.min(most, Math.max(least, value));
}

/** A value that the schema takes, so that whatever is new in a schema comes up by itself. */
export function sampled(schema: z.core.$ZodType, random: Random, text: TextOf): unknown {
  return valueFor(schema, random, text, '');
}

/** The text of a field; undefined: it is left out. */
export type TextOf = (field: string, random: Random) => string | undefined;

function valueFor(schema: z.core.$ZodType, random: Random, text: TextOf, field: string): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodExactOptional) {
    return valueFor(schema.def.innerType, random, text, field);
  }
  if (schema instanceof z.ZodOptional) {
    return random() < 0.5 ? undefined : valueFor(schema.def.innerType, random, text, field);
  }
  if (schema instanceof z.ZodUnion)
    return valueFor(pick(random, schema.options), random, text, field);
  if (schema instanceof z.ZodLiteral) return pick(random, [...schema.values]);
  if (schema instanceof z.ZodEnum) return pick(random, schema.options);
  if (schema instanceof z.ZodBoolean) return random() < 0.5;
  if (schema instanceof z.ZodNumber) {
    return spread(random, schema.minValue ?? 0, Math.min(MOST, schema.maxValue ?? MOST));
  }
  if (schema instanceof z.ZodString) return text(field, random);
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).flatMap(([name, inner]) => {
      const value = valueFor(inner as z.core.$ZodType, random, text, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(fields);
  }
  throw new TypeError(`no samples for ${schema._zod.def.type}`);
}
