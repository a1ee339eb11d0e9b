import { z } from 'zod';
import { VALUE_SORTS } from '../events.ts';
import { ENTRANCES, EXITS, FACES, type Face, LEVELS, PICTURE_PLACES } from './names.ts';

/** The first rule that matches decides an alert's look, sound and reading; else the defaults. */

export const ALERT_KINDS = ['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const;

const count = z.number().int().min(0).max(1_000_000_000);

export const conditionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('kind'), kinds: z.array(z.enum(ALERT_KINDS)).min(1).max(4) }),
  z.object({
    type: z.literal('donation-type'),
    types: z.array(z.string().min(1).max(20)).min(1).max(5),
  }),
  /** Beams of a donation; whole units of money of a purchase. Bounds included. */
  z.object({ type: z.literal('amount'), from: count.nullable(), to: count.nullable() }),
  z.object({ type: z.literal('months'), from: count.nullable(), to: count.nullable() }),
  z.object({
    type: z.literal('tier'),
    tiers: z.array(z.number().int().min(0).max(99)).min(1).max(9),
  }),
  z.object({ type: z.literal('first-time') }),
  z.object({ type: z.literal('text-contains'), text: z.string().min(1).max(100) }),
]);
export type Condition = z.infer<typeof conditionSchema>;

/** Name of an item of the media library. */
const media = z.string().regex(/^[0-9a-f]{64}$/);

/** The app's own sounds, named after what they are played for unless a rule says otherwise. */
export const ALERT_SOUNDS = VALUE_SORTS;
export type AlertSound = (typeof ALERT_SOUNDS)[number];

/** The system's name of a voice, or of one of the core's (`voiceRef`); null: by the language. */
const voiceName = z.string().max(200).nullable();
const rate = z.number().min(0.5).max(2);
/** Only where the core makes the speech. */
const pitch = z.number().min(0.5).max(2);
const volume = z.number().min(0).max(1);

/** What is read otherwise than usual; the rest as usual. */
const ownVoiceSchema = z.object({ voice: voiceName, rate, pitch, volume }).partial();
export type OwnVoice = z.infer<typeof ownVoiceSchema>;

const variantFields = z.object({
  weight: z.number().int().min(1).max(100).default(1),
  /** With variables such as {name}; empty: the alert's own words. */
  headline: z.string().max(200).default(''),
  image: media.nullable().default(null),
  picturePlace: z.enum(PICTURE_PLACES).default('beside'),
  /** A video plays its own sound, at `volume`. */
  videoSound: z.boolean().default(false),
  /** An item of the media library or one of the app's own; null: the kind's own. */
  sound: z
    .union([media, z.enum(ALERT_SOUNDS)])
    .nullable()
    .default(null),
  silent: z.boolean().default(false),
  volume: z.number().min(0).max(1).default(0.7),
  /** Seconds. */
  durationS: z.number().min(2).max(60).nullable().default(null),
  /** null: by the amount. */
  level: z.enum(LEVELS).nullable().default(null),
  entrance: z.enum(ENTRANCES).default('theme'),
  exit: z.enum(EXITS).default('theme'),
  readAloud: z.boolean().default(true),
  /** A voice of its own, which reads even where alerts are not read in general; null: as usual. */
  voice: ownVoiceSchema.nullable().default(null),
});

/** One way an alert can look; of several, one is chosen by weight. */
export const variantSchema = z.preprocess(withThemeMotion, variantFields);
export type Variant = z.infer<typeof variantFields>;

/**
 * Versions without `picturePlace` always saved a movement. Their defaults, rise and fade together, were
 * what the theme had, so they are the theme's now. Any other pair was chosen and stays.
 */
function withThemeMotion(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null || 'picturePlace' in saved) return saved;
  const { entrance, exit, ...others } = saved as Readonly<Record<string, unknown>>;
  return entrance === 'rise' && exit === 'fade' ? others : saved;
}

export const ruleSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().max(60).default(''),
  enabled: z.boolean().default(true),
  when: z.array(conditionSchema).max(8).default([]),
  variants: z
    .array(variantSchema)
    .min(1)
    .max(8)
    .default([variantSchema.parse({})]),
});
export type Rule = z.infer<typeof ruleSchema>;

export const rulesSchema = z.array(ruleSchema).max(50).default([]);

export const queueSettingsSchema = z.object({
  /** Donations of fewer beams are in the feed and the ledger, but are not shown as alerts. */
  minimumBeams: count.default(0),
  holdS: z.number().int().min(0).max(600).default(0),
  approve: z.boolean().default(false),
  /** When behind by more than this (seconds), small donations share one card. */
  behindMaxS: z.number().int().min(10).max(3_600).default(60),
  smallBeams: count.default(1_000),
});
export type QueueSettings = z.infer<typeof queueSettingsSchema>;

export const SPEECH_SOURCES = ['core', 'page', 'app'] as const;
/** What holds for every alert, unless its rule says otherwise. */
export const alertDefaultsSchema = z.object({
  /** Multiplies what sounds and readings have of their own. */
  volume: z.number().min(0).max(1).default(1),
  /** Seconds on screen while no other alert waits. */
  durationS: z.number().min(2).max(60).default(6),
  /** Size of the card; 1: as its theme draws it. */
  scale: z.number().min(0.5).max(1.5).default(1),
  /** A shipped typeface or a font of the media library; null: the theme's. */
  font: z
    .union([media, z.enum(Object.keys(FACES) as [Face, ...Face[]])])
    .nullable()
    .default(null),
});
export type AlertDefaults = z.infer<typeof alertDefaultsSchema>;

export const speechSettingsSchema = z.object({
  on: z.boolean().default(false),
  /**
   * `core`: the core's voices as sound on the overlay, or, without any, as `page`; `page`: browser
   * sources with voices; `app`: the app's own window.
   */
  from: z.enum(SPEECH_SOURCES).default('core'),
  voice: voiceName.default(null),
  rate: rate.default(1),
  pitch: pitch.default(1),
  volume: volume.default(0.8),
  byLevel: z.partialRecord(z.enum(LEVELS), ownVoiceSchema).default({}),
  byKind: z.partialRecord(z.enum(ALERT_KINDS), ownVoiceSchema).default({}),
  minimumBeams: count.default(0),
  longest: z.number().int().min(10).max(500).default(150),
  blockedWords: z.array(z.string().min(1).max(100)).max(200).default([]),
});
export type SpeechSettings = z.infer<typeof speechSettingsSchema>;

/** Whether a rule's sound is one of the app's own. */
export function isAlertSound(sound: string): sound is AlertSound {
  return ALERT_SOUNDS.some((each) => each === sound);
}
