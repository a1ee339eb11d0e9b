import { z } from 'zod';
import { PACKAGE_ID, WIDGET_TRIES, type WidgetFault } from '../overlay/custom-widgets.ts';
import { feed, LONG_WRITE } from './command.ts';

/** Widgets made for StreamElements: imported, set, and shown on the overlay. */

export const WIDGET_LIMITS = {
  packages: 30,
  /** As it is sent, packed. */
  zipBytes: 20_000_000,
  /** Unpacked. */
  bytes: 40_000_000,
  files: 200,
  /** Of a text file. */
  textBytes: 4_000_000,
  fields: 300,
  hosts: 60,
  valueChars: 10_000,
} as const;
export const WIDGET_PART_BYTES = 32_768;
export const WIDGET_NAME_MOST = 60;

export const FIELD_TYPES = [
  'text',
  'textarea',
  'number',
  'slider',
  'colorpicker',
  'dropdown',
  'checkbox',
  'image-input',
  'sound-input',
  'video-input',
  'googleFont',
  'button',
  'hidden',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const fieldValueSchema = z.union([
  z.string().max(WIDGET_LIMITS.valueChars),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2_048)).max(50),
]);
export type FieldValue = z.infer<typeof fieldValueSchema>;

const label = z.string().max(500);
export const widgetFieldSchema = z.object({
  name: z.string().min(1).max(100),
  type: z.enum(FIELD_TYPES),
  label,
  /** Empty: none. */
  group: label,
  value: fieldValueSchema,
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  options: z.array(z.object({ value: label, label })).max(500),
  multiple: z.boolean(),
});
export type WidgetField = z.infer<typeof widgetFieldSchema>;

/** How a host was found to be used. */
export const HOST_USES = [
  'script',
  'style',
  'font',
  'picture',
  'media',
  'connection',
  'other',
] as const;
export const widgetHostSchema = z.object({
  host: z.string().max(260),
  uses: z.array(z.enum(HOST_USES)),
  /** On this computer or in a private network: it is never let through. */
  isNear: z.boolean(),
});
export type WidgetHost = z.infer<typeof widgetHostSchema>;

const id = z.string().regex(PACKAGE_ID);
const name = z.string().trim().min(1).max(WIDGET_NAME_MOST);
const hosts = z.array(z.string().max(260)).max(WIDGET_LIMITS.hosts);
const upload = z.string().min(1).max(100);

/** What was found in a package that is not installed yet. */
export const foundPackageSchema = z.object({
  draft: z.string(),
  name: z.string(),
  author: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** Files that are of no use to a widget. */
  leftOut: z.array(z.string()),
  fields: z.number().int(),
  hosts: z.array(widgetHostSchema),
});
export type FoundPackage = z.infer<typeof foundPackageSchema>;

export interface WidgetRow {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly files: number;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly addedAt: number;
  readonly fields: readonly WidgetField[];
  /** What differs from the fields' own values. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly hosts: readonly (WidgetHost & { readonly allowed: boolean })[];
  /** Its page for a frame, with its key. */
  readonly frame: string;
  readonly revision: number;
  readonly paused: { readonly fault: WidgetFault; readonly at: number } | null;
}

export interface WidgetsState {
  readonly packages: readonly WidgetRow[];
}

export const WIDGETS_FEED = feed<WidgetsState>({ everyMs: 100 });

export const WIDGETS_COMMANDS = {
  /** A zip of the package's files. The upload expires after a minute without a part. */
  'widgets.begin': {
    args: z.strictObject({ name: z.string().max(1_000), bytes: z.number().int().min(0) }),
    result: z.object({ upload }),
  },
  /** Base64 of at most `WIDGET_PART_BYTES`, numbered from 0. An invalid part ends the upload. */
  'widgets.part': {
    args: z.strictObject({ upload, index: z.number().int().min(0), data: z.string().max(43_692) }),
  },
  /** Looks into the package. Nothing of it is shown or kept before it is installed. */
  'widgets.finish': {
    args: z.strictObject({ upload }),
    result: foundPackageSchema,
    time: LONG_WRITE,
  },
  /** `hosts`: those it may load from, by name. `replace`: the package whose place it takes. */
  'widgets.install': {
    args: z.strictObject({ draft: upload, name, hosts, replace: id.nullable() }),
    result: z.object({ id }),
    time: LONG_WRITE,
  },
  'widgets.discard': { args: z.strictObject({ draft: upload }) },
  'widgets.remove': { args: z.strictObject({ id }) },
  'widgets.hosts': { args: z.strictObject({ id, hosts }) },
  /** Those left out stay. */
  'widgets.set': { args: z.strictObject({ id, values: z.record(z.string(), fieldValueSchema) }) },
  /** All fields have their own values again. */
  'widgets.reset': { args: z.strictObject({ id }) },
  /** A paused one is shown again. */
  'widgets.start': { args: z.strictObject({ id }) },
  /** Plays a test to this widget alone, wherever it is shown. */
  'widgets.try': { args: z.strictObject({ id, what: z.enum(WIDGET_TRIES) }) },
  /** A press of one of its own buttons. */
  'widgets.press': { args: z.strictObject({ id, field: z.string().max(100) }) },
} as const;
