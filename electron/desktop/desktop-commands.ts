import type { CommandArgs } from '../../shared/contract/index.ts';
import type { OpenBrowser } from '../auth/ports.ts';
import type { Logger } from '../base/log.ts';
import type { DesktopCommandHandlers } from '../server/ports.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { Hotkeys } from './controls/hotkeys.ts';
import type { SafeVault } from './ports/safe-vault.ts';
import type { Updates } from './ports/updates.ts';
import type { SecretClipboard } from './secret-clipboard.ts';
import type { SetupService } from './setup-service.ts';
import type { OverlayWindow } from './windows/overlay-window.ts';

export interface DesktopCommandParts {
  readonly setup: Pick<SetupService, 'handlers'>;
  readonly overlay: Pick<OverlayWindow, 'set' | 'resetPlace' | 'settled'>;
  readonly hotkeys: Pick<Hotkeys, 'set' | 'suspend'>;
  readonly settings: SettingsKeeper;
  readonly startWithSystem: { set(on: boolean): Promise<void> };
  readonly clipboard: Pick<SecretClipboard, 'copy'>;
  readonly openBrowser: OpenBrowser;
  readonly log: Logger;
  readonly vault: Pick<SafeVault, 'allowed' | 'forbidden'>;
  readonly updates: Pick<Updates, 'check' | 'download' | 'install'>;
}

/** Commands of the dashboard's own window to the desktop app. */
export function desktopCommands(parts: DesktopCommandParts): DesktopCommandHandlers {
  const { setup, overlay, hotkeys, settings, clipboard, vault, updates, log } = parts;
  /** The result goes to the state, so the answer does not wait for the network. */
  const unwaited = async (work: Promise<void>): Promise<void> => {
    work.catch((failure: unknown) => log.warn('an update was not to be had', { failure }));
  };
  return {
    ...setup.handlers,
    'overlay-window.set': async (patch) => {
      overlay.set(given(patch));
      await overlay.settled();
    },
    'overlay-window.reset-place': async () => {
      overlay.resetPlace();
      await overlay.settled();
    },
    'hotkey.set': async ({ action, accelerator }) => ({
      status: await hotkeys.set(action, accelerator),
    }),
    'hotkey.recording': async ({ on }) => hotkeys.suspend(on),
    'app.set': (change) => setApp(parts, change),
    'app.copy': ({ text, clearAfterMs }) => clipboard.copy(text, clearAfterMs),
    'app.open': ({ address }) => parts.openBrowser(address),
    'vault.allow-weak': async ({ allow }) => {
      await settings.update(({ desktop }) => ({ desktop: { ...desktop, allowWeakVault: allow } }));
      await (allow ? vault.allowed() : vault.forbidden());
    },
    'update.check': () => unwaited(updates.check()),
    'update.download': () => unwaited(updates.download()),
    'update.install': () => updates.install(),
  };
}

/** Undefined fields would overwrite stored ones. */
function given<T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

async function setApp(
  { settings, startWithSystem }: DesktopCommandParts,
  change: CommandArgs<'app.set'>,
): Promise<void> {
  // The system first: a setting that it refuses must not be stored.
  if (change.startWithSystem !== undefined) await startWithSystem.set(change.startWithSystem);
  // A function, because the stored settings may change before its turn (a window's place).
  await settings.update(({ desktop }) => ({ desktop: { ...desktop, ...given(change) } }));
}
