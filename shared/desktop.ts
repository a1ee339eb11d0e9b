import { z } from 'zod';
import type { Problem } from './problem.ts';

/** What the desktop app adds to the core: its windows, hotkeys, first run, and updates. */

/** Streamers who capture the overlay window in OBS look for this title; it never changes. */
export const OVERLAY_WINDOW_TITLE = 'Stagelight Overlay';

/** Parts of the overlay page that its window may show. */
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

/** Electron's names of key combinations; these are free in OBS and in most games. */
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

/** How the overlay window is. */
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
  /** Left out of screen recordings and window captures, where the system can do that. */
  hideFromCapture: z.boolean().default(false),
  /** `#rrggbb` behind everything, for chroma keying; null: transparent. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .default(null),
});
export type OverlayLook = z.infer<typeof overlayLookSchema>;

/** Everything of the overlay window that is kept. */
export const overlayWindowSchema = z.looseObject({
  ...overlayLookSchema.shape,
  /** The display it was last on; null: never placed. */
  display: z.string().max(200).nullable().default(null),
  /** By display. */
  places: z.record(z.string().max(200), placeSchema).default({}),
});

export const SETUP_STEPS = ['welcome', 'application', 'sign-in', 'overlay', 'done'] as const;
/** Where the first run stands. */
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which platform the app talks to. */
export const APP_MODES = ['undecided', 'demo', 'connect'] as const;
export type AppMode = (typeof APP_MODES)[number];

export const desktopSettingsSchema = z.looseObject({
  mode: z.enum(APP_MODES).default('undecided'),
  step: z.enum(SETUP_STEPS).default('welcome'),
  /** Closing the dashboard's window leaves the stream running in the tray. */
  closeToTray: z.boolean().default(true),
  /** It has been said once that the app goes on in the tray. */
  toldAboutTray: z.boolean().default(false),
  startWithSystem: z.boolean().default(false),
  checkForUpdates: z.boolean().default(true),
  /** Keeping logins where the system cannot encrypt them: null: not asked yet. */
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
  /** Empty: the platform's own address. */
  baseUrl: address.default(''),
  authUrl: address.default(''),
  redirectUri: address.default(''),
});
export type ConnectSettings = z.infer<typeof connectSettingsSchema>;

/** One hotkey as it is now. */
export interface HotkeyState {
  readonly action: HotkeyAction;
  /** null: switched off. */
  readonly accelerator: string | null;
  /**
   * `taken`: another program holds it; `doubled`: another action of ours has it; `invalid`: the
   * system knows no such combination.
   */
  readonly status: 'active' | 'off' | 'taken' | 'doubled' | 'invalid';
}

/** What keeps the logins. `weak`: the system offers no real encryption. */
export type VaultProtection = 'system' | 'weak';

export type UpdateState =
  | { readonly kind: 'off' }
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** Installed when the streamer says so or quits; never by itself during a broadcast. */
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Everything that the dashboard shows of the app around the core; sent whole on every change. */
export interface DesktopState {
  readonly version: string;
  readonly system: 'windows' | 'mac' | 'linux';
  readonly setup: {
    readonly step: SetupStep;
    readonly mode: AppMode;
    /** As they apply now, the platform's own where nothing is set. */
    readonly connect: {
      readonly clientId: string;
      readonly hasSecret: boolean;
      readonly baseUrl: string;
      readonly authUrl: string;
      readonly redirectUri: string;
    };
    /** Where the streamer registers the application. */
    readonly portalUrl: string;
    /** Where the pages of the core are served; null while the core is not running. */
    readonly overlayUrl: string | null;
  };
  readonly overlayWindow: OverlayLook;
  /** Whether that window can stand over a game here; false under Wayland without X11. */
  readonly overlayFloats: boolean;
  readonly hotkeys: readonly HotkeyState[];
  readonly closeToTray: boolean;
  readonly startWithSystem: boolean;
  /** Whether this system can start the app by itself. */
  readonly canStartWithSystem: boolean;
  readonly checkForUpdates: boolean;
  readonly vault: { readonly protection: VaultProtection; readonly allowWeak: boolean | null };
  readonly update: UpdateState;
}
