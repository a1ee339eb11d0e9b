import type { CommandArgs } from '../../shared/contract/index.ts';
import type { HotkeyAction, HotkeyState, OverlayLook } from '../../shared/desktop.ts';
import type { Logger } from '../base/log.ts';
import type { DesktopCommandHandlers } from '../server/ports.ts';
import type { SettingsKeeper } from '../settings/ports.ts';

type Handlers<P extends string> = Pick<
  DesktopCommandHandlers,
  Extract<keyof DesktopCommandHandlers, `${P}.${string}`>
>;

export interface DesktopCommandParts {
  readonly setup: Handlers<'setup'>;
  readonly overlay: {
    set(patch: Partial<OverlayLook>): void;
    resetPlace(): void;
    settled(): Promise<void>;
  };
  readonly hotkeys: {
    set(action: HotkeyAction, accelerator: string | null): Promise<HotkeyState['status']>;
    suspend(on: boolean): void;
  };
  readonly settings: SettingsKeeper;
  readonly startWithSystem: { set(on: boolean): Promise<void> };
  readonly clipboard: { writeText(text: string): Promise<void> };
  /** Throws a typed error if the address is refused. */
  readonly openAddress: (address: string) => Promise<void>;
  readonly log: Logger;
  readonly vault: { allowed(): Promise<void>; forbidden(): Promise<void> };
  readonly updates: {
    check(): Promise<void>;
    download(): Promise<void>;
    install(): Promise<void>;
  };
}

/** Commands of the dashboard's own window to the desktop app. */
export function desktopCommands(parts: DesktopCommandParts): DesktopCommandHandlers {
  const { setup, overlay, hotkeys, settings, clipboard, updates, log } = parts;
  const unwaited = (work: Promise<void>): void => {
    work.catch((failure: unknown) => log.warn('an update was not to be had', { failure }));
  };
  return {
    ...setup,
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
    'hotkey.recording': async ({ on }) => {
      hotkeys.suspend(on);
    },
    'app.set': async (change) => {
      await setApp(parts, change);
    },
    'app.copy': async ({ text }) => {
      await clipboard.writeText(text);
    },
    'app.open': async ({ address }) => {
      await parts.openAddress(address);
    },
    'vault.allow-weak': async ({ allow }) => {
      await settings.update(({ desktop }) => ({ desktop: { ...desktop, allowWeakVault: allow } }));
      await (allow ? parts.vault.allowed() : parts.vault.forbidden());
    },
    'update.check': async () => {
      // The result goes to the state, so the answer does not wait for the network.
      unwaited(updates.check());
    },
    'update.download': async () => {
      unwaited(updates.download());
    },
    'update.install': async () => {
      await updates.install();
    },
  };
}

/** Undefined fields would overwrite stored ones. */
function given(patch: CommandArgs<'overlay-window.set'>): Partial<OverlayLook> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

async function setApp(
  { settings, startWithSystem }: DesktopCommandParts,
  change: CommandArgs<'app.set'>,
): Promise<void> {
  // The system first: a setting that it refuses must not be stored.
  if (change.startWithSystem !== undefined) await startWithSystem.set(change.startWithSystem);
  // A function, because the stored settings may change before its turn (a window's place).
  await settings.update(({ desktop }) => ({
    desktop: {
      ...desktop,
      closeToTray: change.closeToTray ?? desktop.closeToTray,
      startWithSystem: change.startWithSystem ?? desktop.startWithSystem,
      checkForUpdates: change.checkForUpdates ?? desktop.checkForUpdates,
    },
  }));
}
