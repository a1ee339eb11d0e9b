import { z } from 'zod';
import { APP_MODES, type DesktopState, HOTKEY_ACTIONS, SETUP_STEPS } from '../desktop.ts';
import { feed, LONG_WRITE, nothing } from './command.ts';

/** All look fields, each optional; omitted ones stay unchanged. */
const lookPatch = z
  .object({
    shown: z.boolean().optional(),
    locked: z.boolean().optional(),
    opacity: z.number().min(0.2).max(1).optional(),
    zoom: z.number().min(0.5).max(2).optional(),
    parts: z
      .object({ chat: z.boolean(), alerts: z.boolean(), tallies: z.boolean() })
      .strict()
      .optional(),
    hideFromCapture: z.boolean().optional(),
    background: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .nullable()
      .optional(),
  })
  .strict();

const address = z.string().max(300);

/** Commands of the desktop app, only for its own window. */
export const DESKTOP_COMMANDS = {
  /** Stores the current setup step, so that setup can be resumed. */
  'setup.go': { args: z.object({ step: z.enum(SETUP_STEPS) }).strict() },
  /** Switches the platform; the core restarts with it. */
  'setup.set-mode': { args: z.object({ mode: z.enum(APP_MODES) }).strict(), time: LONG_WRITE },
  /** Saves the application's credentials and connects. Secret null: the saved one. */
  'setup.connect': {
    args: z
      .object({
        clientId: z.string().max(300),
        clientSecret: z.string().max(300).nullable(),
        baseUrl: address,
        authUrl: address,
        redirectUri: address,
      })
      .strict(),
    time: LONG_WRITE,
  },
  'overlay-window.set': { args: lookPatch },
  /** Moves the window to the middle of the main display, at its default size. */
  'overlay-window.reset-place': { args: nothing },
  /** null disables the hotkey. Answers whether it works. */
  'hotkey.set': {
    args: z
      .object({ action: z.enum(HOTKEY_ACTIONS), accelerator: z.string().min(1).max(80).nullable() })
      .strict(),
    result: z.object({ status: z.enum(['active', 'off', 'taken', 'doubled', 'invalid']) }),
    time: LONG_WRITE,
  },
  /** Suspends hotkeys while a page records a combination, so that the page receives the keys. */
  'hotkey.recording': { args: z.object({ on: z.boolean() }).strict() },
  'app.set': {
    args: z
      .object({
        closeToTray: z.boolean().optional(),
        startWithSystem: z.boolean().optional(),
        checkForUpdates: z.boolean().optional(),
      })
      .strict(),
    time: LONG_WRITE,
  },
  /** Puts text on the clipboard. */
  'app.copy': { args: z.object({ text: z.string().max(30_000) }).strict() },
  /** Opens an address in the system's browser: https, or one of the app's configured addresses. */
  'app.open': { args: z.object({ address: z.string().max(4_000) }).strict(), time: LONG_WRITE },
  /** Whether sign-ins may be saved although the system cannot encrypt them. */
  'vault.allow-weak': { args: z.object({ allow: z.boolean() }).strict(), time: LONG_WRITE },
  'update.check': { args: nothing },
  'update.download': { args: nothing },
  /** Quits the app and starts the new version. */
  'update.install': { args: nothing, time: LONG_WRITE },
} as const;

/** State of the desktop app around the core; not sent by the headless host. */
export const DESKTOP_FEED = feed<DesktopState>({ everyMs: 100 });
