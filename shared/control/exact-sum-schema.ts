import { z } from 'zod';

/** An `ExactSum` as it travels. */
export const exactSumSchema = z.union([
  z.number().int(),
  z
    .string()
    .max(40)
    .regex(/^\d{16,}$/),
]);
