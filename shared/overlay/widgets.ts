import { z } from 'zod';
import { EVENT_KINDS } from '../events.ts';
import { PACKAGE_ID } from './custom-widgets.ts';
import { DEFAULT_BOXES, MARKED_ROLES, PERIODS, type WidgetKind } from './names.ts';

/** What stands where on the overlay, and how each widget is set. Every default is fit to go live. */

const share = z.number().min(0).max(1);
const shortText = z.string().max(100);
export const chatSettingsSchema = z.object({
  style: z.enum(['list', 'bubbles', 'ticker']).default('list'),
  lines: z.number().int().min(1).max(50).default(50),
  /** Seconds; null: until others push it out. */
  fadeAfterS: z.number().int().min(3).max(600).nullable().default(null),
  /** Letters at 1920x1080, pixels. */
  textSize: z.number().int().min(14).max(60).default(21),
  badges: z.boolean().default(true),
  /** Whose lines carry the mark of their role. */
  roles: z
    .array(z.enum(MARKED_ROLES))
    .max(MARKED_ROLES.length)
    .default([...MARKED_ROLES]),
  nameColors: z.boolean().default(true),
  /** Height of an emoji in letters' heights. */
  emojiScale: z.number().min(1).max(3).default(1.4),
  /** Messages of emojis alone are drawn larger. */
  bigEmoji: z.boolean().default(true),
  edge: z.enum(['outline', 'shadow', 'none']).default('shadow'),
  /** The same text from several people in a row becomes one line with a count. */
  mergeRepeats: z.boolean().default(false),
  hide: z
    .object({
      users: z.array(shortText).max(200).default([]),
      words: z.array(shortText).max(200).default([]),
      /** Beginnings of messages, as of bots' commands. */
      prefixes: z.array(shortText).max(20).default([]),
    })
    .prefault({}),
});
export type ChatSettings = z.infer<typeof chatSettingsSchema>;

export const goalSettingsSchema = z.object({
  title: z.string().max(60).default(''),
  /** Beams that count as given before. */
  start: z.number().int().min(0).default(0),
  target: z.number().int().min(1).default(10_000),
  /** Epoch milliseconds; null: none. */
  deadline: z.number().int().nullable().default(null),
  /** Donations from this time on count, epoch milliseconds; null: all in the ledger. */
  since: z.number().int().min(0).nullable().default(null),
  /** `broadcast` starts at `start` with every broadcast; `all` is kept. */
  period: z.enum(['broadcast', 'all']).default('all'),
});
export type GoalSettings = z.infer<typeof goalSettingsSchema>;

const alertsSettingsSchema = z.object({
  /** `theme`: at the top, or where the theme has its alerts. */
  align: z.enum(['theme', 'top', 'middle', 'bottom']).default('theme'),
});

const talliesSettingsSchema = z.object({ most: z.number().int().min(1).max(10).default(4) });

const purchasesSettingsSchema = z.object({
  most: z.number().int().min(1).max(6).default(3),
  /** Seconds; null: until others push it out. */
  holdS: z.number().int().min(5).max(3_600).nullable().default(60),
});

const eventsSettingsSchema = z.object({
  most: z.number().int().min(1).max(20).default(6),
  kinds: z
    .array(z.enum(EVENT_KINDS))
    .max(5)
    .default(['DONATION', 'SUBSCRIPTION', 'GOODS_PURCHASE']),
});

const supportersSettingsSchema = z.object({
  most: z.number().int().min(1).max(10).default(5),
  period: z.enum(PERIODS).default('broadcast'),
});

/** What it shows is set with each vote. */
const voteSettingsSchema = z.object({});

const playersSettingsSchema = z.object({
  /** Those next that are shown. */
  most: z.number().int().min(1).max(20).default(5),
});

const countersSettingsSchema = z.object({
  /** The name of the only one shown; empty: all. */
  only: z.string().max(20).default(''),
});
/** What it shows is set with each draw. */
const drawSettingsSchema = z.object({});
/** What it shows is set with each one. */
const subathonSettingsSchema = z.object({});

/** What it shows is set with each one. */
const missionsSettingsSchema = z.object({});

/** What it shows is set with each one. */
const wheelSettingsSchema = z.object({});

/** A widget of somebody else's. */
const customSettingsSchema = z.object({
  /** null: none was chosen yet. */
  package: z.string().regex(PACKAGE_ID).nullable().default(null),
});

const totalsSettingsSchema = z.object({
  beams: z.boolean().default(true),
  cheering: z.boolean().default(true),
  shop: z.boolean().default(true),
  period: z.enum(PERIODS).default('day'),
});

/** In shares of the canvas, so that it fits every picture. */
export const boxSchema = z.object({
  x: share,
  y: share,
  width: z.number().min(0.02).max(1),
  height: z.number().min(0.02).max(1),
});
export type Box = z.infer<typeof boxSchema>;

/** Names as OBS has them. */
const sceneName = z.string().min(1).max(500);
export const SCENES_MOST = 200;

/** In which of OBS's scenes a widget shows. Without OBS it shows always. */
export const widgetScenesSchema = z.object({
  in: z.enum(['all', 'only', 'not']),
  names: z.array(sceneName).max(SCENES_MOST),
});
export type WidgetScenes = z.infer<typeof widgetScenesSchema>;

const widgetOf = <K extends WidgetKind, S extends z.ZodType>(kind: K, settings: S) =>
  z.object({
    /** Names the widget in its own address: `?widget=id`. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    kind: z.literal(kind),
    shown: z.boolean().default(true),
    /** Left out: in all. */
    scenes: widgetScenesSchema.optional(),
    box: boxSchema,
    settings,
  });

/** Widgets later in a layout stand above earlier ones. */
export const widgetSchema = z.discriminatedUnion('kind', [
  widgetOf('chat', chatSettingsSchema.prefault({})),
  widgetOf('alerts', alertsSettingsSchema.prefault({})),
  widgetOf('tallies', talliesSettingsSchema.prefault({})),
  widgetOf('purchases', purchasesSettingsSchema.prefault({})),
  widgetOf('goal', goalSettingsSchema.prefault({})),
  widgetOf('events', eventsSettingsSchema.prefault({})),
  widgetOf('supporters', supportersSettingsSchema.prefault({})),
  widgetOf('totals', totalsSettingsSchema.prefault({})),
  widgetOf('vote', voteSettingsSchema.prefault({})),
  widgetOf('players', playersSettingsSchema.prefault({})),
  widgetOf('counters', countersSettingsSchema.prefault({})),
  widgetOf('draw', drawSettingsSchema.prefault({})),
  widgetOf('subathon', subathonSettingsSchema.prefault({})),
  widgetOf('missions', missionsSettingsSchema.prefault({})),
  widgetOf('wheel', wheelSettingsSchema.prefault({})),
  widgetOf('custom', customSettingsSchema.prefault({})),
]);
export type Widget<K extends WidgetKind = WidgetKind> = Extract<
  z.infer<typeof widgetSchema>,
  { kind: K }
>;

export const MOST_WIDGETS = 24;

/** What a new installation shows: chat, totals of draws, and alerts above both. */
export const DEFAULT_WIDGETS: readonly unknown[] = [
  { id: 'chat', kind: 'chat', box: DEFAULT_BOXES.chat },
  { id: 'tallies', kind: 'tallies', box: DEFAULT_BOXES.tallies },
  { id: 'alerts', kind: 'alerts', box: DEFAULT_BOXES.alerts },
];

export const layoutSchema = z
  .array(widgetSchema)
  .max(MOST_WIDGETS)
  .refine((widgets) => new Set(widgets.map(({ id }) => id)).size === widgets.length, 'equal ids');
export type Layout = readonly Widget[];
