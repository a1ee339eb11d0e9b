import { z } from 'zod';
import { changeOf } from '../change-schema.ts';
import {
  APP_MODES,
  type DesktopState,
  desktopSettingsSchema,
  HOTKEY_ACTIONS,
  overlayLookSchema,
  SETUP_STEPS,
} from '../desktop.ts';
import { feed, LONG_WRITE, nothing } from './command.ts';

const lookChange = changeOf(overlayLookSchema.omit({ parts: true })).extend({
  parts: z
    .strictObject({ chat: z.boolean(), alerts: z.boolean(), tallies: z.boolean() })
    .optional(),
});

const address = z.string().max(300);

/** Commands of the desktop app, only for its own window. */
export const DESKTOP_COMMANDS = {
  'setup.go': { args: z.strictObject({ step: z.enum(SETUP_STEPS) }) },
  'setup.set-mode': { args: z.strictObject({ mode: z.enum(APP_MODES) }), time: LONG_WRITE },
  /** Saves the application's credentials and connects. Secret null: the saved one. */
  'setup.connect': {
    args: z.strictObject({
      clientId: z.string().max(300),
      clientSecret: z.string().max(300).nullable(),
      baseUrl: address,
      authUrl: address,
      redirectUri: address,
    }),
    time: LONG_WRITE,
  },
  'overlay-window.set': { args: lookChange },
  /** Moves the window to the middle of the main display, at its default size. */
  'overlay-window.reset-place': { args: nothing },
  /** null disables the hotkey. Answers whether it works. */
  'hotkey.set': {
    args: z.strictObject({
      action: z.enum(HOTKEY_ACTIONS),
      accelerator: z.string().min(1).max(80).nullable(),
    }),
    result: z.object({ status: z.enum(['active', 'off', 'taken', 'doubled', 'invalid']) }),
    time: LONG_WRITE,
  },
  /** Suspends hotkeys while a page records a combination, so that the page receives the keys. */
  'hotkey.recording': { args: z.strictObject({ on: z.boolean() }) },
  'app.set': {
    args: changeOf(
      desktopSettingsSchema.pick({
        closeToTray: true,
        startWithSystem: true,
        checkForUpdates: true,
      }),
    ),
    time: LONG_WRITE,
  },
  /** `clearAfterMs`: a secret, which leaves the clipboard then if it is still there. */
  'app.copy': {
    args: z.strictObject({
      text: z.string().max(30_000),
      clearAfterMs: z.number().int().min(1_000).max(600_000).optional(),
    }),
  },
  /** Opens an address in the system's browser: https, or one of the app's configured addresses. */
  'app.open': { args: z.strictObject({ address: z.string().max(4_000) }), time: LONG_WRITE },
  'vault.allow-weak': { args: z.strictObject({ allow: z.boolean() }), time: LONG_WRITE },
  'update.check': { args: nothing },
  'update.download': { args: nothing },
  'update.install': { args: nothing, time: LONG_WRITE },
} as const;

/** Not sent by the headless host. */
export const DESKTOP_FEED = feed<DesktopState>({ everyMs: 100 });
