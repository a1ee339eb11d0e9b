import { z } from 'zod';
import type { BridgeUp } from '../../shared/contract/index.ts';
import { parseJson } from '../../shared/json.ts';
import type { OverlayUp } from '../../shared/overlay/overlay-feed.ts';

const whole = z.number().int().nonnegative();

const overlayUpSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('attach'),
    epoch: z.string().max(200).nullable(),
    after: whole,
  }),
  z.strictObject({
    type: z.literal('receipt'),
    alertId: whole,
    state: z.enum(['painted', 'over']),
  }),
  z.strictObject({ type: z.literal('visibility'), visible: z.boolean() }),
  z.strictObject({ type: z.literal('voice'), able: z.boolean() }),
  z.strictObject({ type: z.literal('sound'), able: z.boolean() }),
]);

const bridgeUpSchema = z.strictObject({
  type: z.literal('command'),
  id: whole,
  name: z.string().max(100),
  args: z.unknown(),
  code: z.string().max(100).optional(),
});

/** A frame from an overlay page; null: none of the contract. */
export function parseOverlayUp(text: string): OverlayUp | null {
  const parsed = overlayUpSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/** A frame from a dashboard; null: none of the contract. The arguments are still unchecked. */
export function parseBridgeUp(text: string): BridgeUp | null {
  const parsed = bridgeUpSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}
