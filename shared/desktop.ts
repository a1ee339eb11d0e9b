import { z } from 'zod';
import type { Problem } from './problem.ts';

/** OBS window captures find the overlay by this title, so it never changes. */
export const OVERLAY_WINDOW_TITLE = 'Stagelight Overlay';

export const OVERLAY_PARTS = ['chat', 'alerts', 'tallies'] as const;

/** Electron accelerators that are free in OBS and most games; null: off until the streamer sets one. */
export const DEFAULT_HOTKEYS = {
  'overlay-lock': 'CommandOrControl+Alt+L',
  'overlay-show': 'CommandOrControl+Alt+O',
  'alerts-panic': 'CommandOrControl+Alt+H',
  'alerts-pause': 'CommandOrControl+Alt+P',
  'alerts-skip': 'CommandOrControl+Alt+S',
  'dashboard-show': 'CommandOrControl+Alt+D',
  'layout-next': 'CommandOrControl+Alt+N',
  'layout-1': null,
  'layout-2': null,
  'layout-3': null,
  'mark-set': 'CommandOrControl+Alt+M',
  'replay-save': null,
  'show-quiet': null,
  'vote-end': null,
  'players-next': null,
  'counter-up': null,
  'counter-undo': null,
  'wheel-spin': null,
  'draw-now': null,
  'subathon-pause': null,
} as const;
export type HotkeyAction = keyof typeof DEFAULT_HOTKEYS;
export const HOTKEY_ACTIONS = Object.keys(DEFAULT_HOTKEYS) as readonly HotkeyAction[];

const accelerator = z.string().min(1).max(80).nullable();

/** A window's place in device-independent pixels, relative to its display's top left corner. */
const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});

export const overlayLookSchema = z.object({
  shown: z.boolean().default(false),
  /** Locked: clicks go through to the game. */
  locked: z.boolean().default(true),
  opacity: z.number().min(0.2).max(1).default(1),
  zoom: z.number().min(0.5).max(2).default(1),
  parts: z
    .object({
      chat: z.boolean().default(true),
      alerts: z.boolean().default(true),
      tallies: z.boolean().default(true),
    })
    .prefault({}),
  /** Excluded from screen recordings and window captures, where the system supports it. */
  hideFromCapture: z.boolean().default(false),
  /** `#rrggbb` background for chroma keying; null: transparent. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .default(null),
});
export type OverlayLook = z.infer<typeof overlayLookSchema>;

export const overlayWindowSchema = z.looseObject({
  ...overlayLookSchema.shape,
  /** The one it was last on; null: never placed. */
  display: z.string().max(200).nullable().default(null),
  places: z.record(z.string().max(200), placeSchema).default({}),
});

export const SETUP_STEPS = ['welcome', 'application', 'sign-in', 'overlay', 'done'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const APP_MODES = ['undecided', 'demo', 'connect'] as const;
export type AppMode = (typeof APP_MODES)[number];

export const desktopSettingsSchema = z.looseObject({
  mode: z.enum(APP_MODES).default('undecided'),
  step: z.enum(SETUP_STEPS).default('welcome'),
  closeToTray: z.boolean().default(true),
  toldAboutTray: z.boolean().default(false),
  startWithSystem: z.boolean().default(false),
  checkForUpdates: z.boolean().default(true),
  /** Whether sign-ins may be saved where the system cannot encrypt them; null: not asked yet. */
  allowWeakVault: z.boolean().nullable().default(null),
  dashboard: z
    .object({ place: placeSchema.nullable().default(null), maximized: z.boolean().default(false) })
    .prefault({}),
});
export type DesktopSettings = z.infer<typeof desktopSettingsSchema>;

type HotkeyShape = Record<HotkeyAction, z.ZodDefault<typeof accelerator>>;
export const hotkeySettingsSchema = z.object(
  Object.fromEntries(
    HOTKEY_ACTIONS.map((action) => [action, accelerator.default(DEFAULT_HOTKEYS[action])]),
  ) as HotkeyShape,
);

const address = z.string().max(300);

/** The streamer's own application at the platform; its secret is in the vault. Empty: not set. */
export const connectSettingsSchema = z.looseObject({
  clientId: z.string().max(300).default(''),
  /** Empty: the platform's default. */
  baseUrl: address.default(''),
  authUrl: address.default(''),
  redirectUri: address.default(''),
});
export type ConnectSettings = z.infer<typeof connectSettingsSchema>;

export interface HotkeyState {
  readonly action: HotkeyAction;
  /** null: disabled. */
  readonly accelerator: string | null;
  /**
   * `taken`: by another program; `doubled`: by another action of ours; `invalid`: no combination.
   */
  readonly status: 'active' | 'off' | 'taken' | 'doubled' | 'invalid';
}

/** How sign-ins are protected. `weak`: the system offers no real encryption. */
export type VaultProtection = 'system' | 'weak';

export type UpdateState =
  | { readonly kind: 'off' }
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** Installed on the streamer's request or on quit; never automatically during a broadcast. */
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface Application {
  readonly clientId: string;
  readonly hasSecret: boolean;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly redirectUri: string;
}

export interface DesktopState {
  readonly version: string;
  readonly system: 'windows' | 'mac' | 'linux';
  readonly setup: {
    readonly step: SetupStep;
    readonly mode: AppMode;
    /** The values in use, with the platform's defaults where nothing is set. */
    readonly connect: Application;
    readonly portalUrl: string;
    /** null while the core is not running. */
    readonly overlayUrl: string | null;
  };
  readonly overlayWindow: OverlayLook;
  /** Over games; false under Wayland without X11. */
  readonly overlayFloats: boolean;
  readonly hotkeys: readonly HotkeyState[];
  readonly closeToTray: boolean;
  readonly startWithSystem: boolean;
  readonly canStartWithSystem: boolean;
  readonly checkForUpdates: boolean;
  readonly vault: { readonly protection: VaultProtection; readonly allowWeak: boolean | null };
  readonly update: UpdateState;
}
