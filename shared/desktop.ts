import { z } from 'zod';
import type { Problem } from './problem.ts';

/** State and settings that the desktop app adds to the core: windows, hotkeys, setup, updates. */

/** OBS window captures find the overlay by this title, so it never changes. */
export const OVERLAY_WINDOW_TITLE = 'Stagelight Overlay';

/** Parts of the overlay page that its window can show. */
export const OVERLAY_PARTS = ['chat', 'alerts', 'tallies'] as const;
export type OverlayPart = (typeof OVERLAY_PARTS)[number];

export const HOTKEY_ACTIONS = [
  'overlay-lock',
  'overlay-show',
  'alerts-panic',
  'alerts-pause',
  'alerts-skip',
  'dashboard-show',
] as const;
export type HotkeyAction = (typeof HOTKEY_ACTIONS)[number];

/** Electron accelerators that are free in OBS and most games. */
export const DEFAULT_HOTKEYS: Readonly<Record<HotkeyAction, string | null>> = {
  'overlay-lock': 'CommandOrControl+Alt+L',
  'overlay-show': 'CommandOrControl+Alt+O',
  'alerts-panic': 'CommandOrControl+Alt+H',
  'alerts-pause': 'CommandOrControl+Alt+P',
  'alerts-skip': 'CommandOrControl+Alt+S',
  'dashboard-show': 'CommandOrControl+Alt+D',
};

const accelerator = z.string().min(1).max(80).nullable();

/** A window's place in device-independent pixels, relative to its display's top left corner. */
const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
export type WindowPlace = z.infer<typeof placeSchema>;

/** Appearance of the overlay window. */
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

/** Everything saved about the overlay window. */
export const overlayWindowSchema = z.looseObject({
  ...overlayLookSchema.shape,
  /** The display it was last on; null: never placed. */
  display: z.string().max(200).nullable().default(null),
  /** Keyed by display. */
  places: z.record(z.string().max(200), placeSchema).default({}),
});

export const SETUP_STEPS = ['welcome', 'application', 'sign-in', 'overlay', 'done'] as const;
/** The present step of the setup. */
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The platform that the app uses. */
export const APP_MODES = ['undecided', 'demo', 'connect'] as const;
export type AppMode = (typeof APP_MODES)[number];

export const desktopSettingsSchema = z.looseObject({
  mode: z.enum(APP_MODES).default('undecided'),
  step: z.enum(SETUP_STEPS).default('welcome'),
  /** Closing the dashboard's window keeps the app running in the tray. */
  closeToTray: z.boolean().default(true),
  /** The notice about running in the tray has been shown. */
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

export const hotkeySettingsSchema = z.object({
  'overlay-lock': accelerator.default(DEFAULT_HOTKEYS['overlay-lock']),
  'overlay-show': accelerator.default(DEFAULT_HOTKEYS['overlay-show']),
  'alerts-panic': accelerator.default(DEFAULT_HOTKEYS['alerts-panic']),
  'alerts-pause': accelerator.default(DEFAULT_HOTKEYS['alerts-pause']),
  'alerts-skip': accelerator.default(DEFAULT_HOTKEYS['alerts-skip']),
  'dashboard-show': accelerator.default(DEFAULT_HOTKEYS['dashboard-show']),
});

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

/** The present state of one hotkey. */
export interface HotkeyState {
  readonly action: HotkeyAction;
  /** null: disabled. */
  readonly accelerator: string | null;
  /**
   * `taken`: another program owns it; `doubled`: another of our actions has it; `invalid`: the
   * system does not know the combination.
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

/** The complete state of the desktop app around the core, sent on every change. */
export interface DesktopState {
  readonly version: string;
  readonly system: 'windows' | 'mac' | 'linux';
  readonly setup: {
    readonly step: SetupStep;
    readonly mode: AppMode;
    /** The values in use, with the platform's defaults where nothing is set. */
    readonly connect: {
      readonly clientId: string;
      readonly hasSecret: boolean;
      readonly baseUrl: string;
      readonly authUrl: string;
      readonly redirectUri: string;
    };
    /** Where the streamer registers the application. */
    readonly portalUrl: string;
    /** Address of the core's overlay page; null while the core is not running. */
    readonly overlayUrl: string | null;
  };
  readonly overlayWindow: OverlayLook;
  /** Whether the window can float over games here; false under Wayland without X11. */
  readonly overlayFloats: boolean;
  readonly hotkeys: readonly HotkeyState[];
  readonly closeToTray: boolean;
  readonly startWithSystem: boolean;
  /** Whether this system can start the app at login. */
  readonly canStartWithSystem: boolean;
  readonly checkForUpdates: boolean;
  readonly vault: { readonly protection: VaultProtection; readonly allowWeak: boolean | null };
  readonly update: UpdateState;
}
