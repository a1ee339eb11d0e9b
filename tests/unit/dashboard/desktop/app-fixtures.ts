import {
  DEFAULT_HOTKEYS,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyAction,
  type HotkeyState,
} from '../../../../shared/desktop.ts';
import type { HeldBridge } from '../support.ts';

/** All hotkeys as they are by default, some of them otherwise. */
export function hotkeysWith(
  changes: Partial<Record<HotkeyAction, Partial<HotkeyState>>> = {},
): readonly HotkeyState[] {
  return HOTKEY_ACTIONS.map((action) => ({
    action,
    accelerator: DEFAULT_HOTKEYS[action],
    status: DEFAULT_HOTKEYS[action] === null ? 'off' : 'active',
    ...changes[action],
  }));
}

export function desktopWith(changes: Partial<DesktopState> = {}): DesktopState {
  return {
    version: '1.2.3',
    system: 'windows',
    setup: setupWith(),
    overlayWindow: lookWith(),
    overlayFloats: true,
    hotkeys: hotkeysWith(),
    closeToTray: true,
    startWithSystem: false,
    canStartWithSystem: true,
    checkForUpdates: true,
    vault: { protection: 'system', allowWeak: null },
    update: { kind: 'idle', checkedAt: null },
    ...changes,
  };
}

export function lookWith(
  changes: Partial<DesktopState['overlayWindow']> = {},
): DesktopState['overlayWindow'] {
  return {
    shown: true,
    locked: true,
    opacity: 1,
    zoom: 1,
    parts: { chat: true, alerts: true, tallies: true },
    hideFromCapture: false,
    background: null,
    ...changes,
  };
}

export function setupWith(changes: Partial<DesktopState['setup']> = {}): DesktopState['setup'] {
  return {
    step: 'done',
    mode: 'connect',
    connect: {
      clientId: 'client-1',
      hasSecret: true,
      baseUrl: 'https://ci.me',
      authUrl: 'https://ci.me',
      redirectUri: 'http://127.0.0.1:17817/callback',
    },
    portalUrl: 'https://developers.ci.me',
    overlayUrl: null,
    ...changes,
  };
}

/** Lets the app around the core say how it is. */
export function sayDesktop(bridge: HeldBridge, changes: Partial<DesktopState> = {}): void {
  bridge.feeds.tell({ type: 'feed', feed: 'desktop', value: desktopWith(changes) });
}
