import { z } from 'zod';

const fields = {
  /** Whether unpaid claims are looked for by themselves. */
  watch: z.boolean(),
  /** Calls of the day's READ_DROPS quota an hour at most that looking for unpaid claims may use. */
  readsPerHour: z.number().int().min(4).max(600),
  /** Shortest time between two looks while the live stream is connected, seconds. */
  liveSeconds: z.number().int().min(15).max(3_600),
  /** As above, while it is not. */
  idleSeconds: z.number().int().min(60).max(21_600),
  /** Hours after which an unpaid claim is listed as stuck. */
  stuckHours: z.number().int().min(1).max(720),
};

/** What the streamer sets of drops. */
export const dropsSettingsSchema = z.object({
  watch: fields.watch.default(true),
  readsPerHour: fields.readsPerHour.default(120),
  liveSeconds: fields.liveSeconds.default(60),
  idleSeconds: fields.idleSeconds.default(300),
  stuckHours: fields.stuckHours.default(24),
});

/** Some of them: a default would set what was left out. */
export const dropsSettingsChange = z.object(fields).partial().strict();

export type DropsSettings = z.infer<typeof dropsSettingsSchema>;
export type DropsSettingsChange = z.infer<typeof dropsSettingsChange>;
