import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyState } from '../../../shared/desktop.ts';
import type { Settings } from '../../../shared/settings.ts';
import { parseAccelerator } from './accelerator.ts';
import type { DesktopSystem } from './accelerator-keys.ts';

type Wished = Settings['hotkeys'];

/** A hotkey before the system is asked: one that can be tried, or why there is nothing to try. */
export type PlannedHotkey =
  | { readonly action: HotkeyAction; readonly accelerator: string; readonly normal: string }
  | (HotkeyState & { readonly normal: null });

/**
 * What to ask the system for, in the order of the actions. Where two wish for the same combination
 * the earlier one has it: locking comes first, so that nothing takes the way back from the streamer.
 */
export function planHotkeys(wished: Wished, system: DesktopSystem): readonly PlannedHotkey[] {
  const claimed = new Set<string>();
  return HOTKEY_ACTIONS.map((action): PlannedHotkey => {
    const accelerator = wished[action];
    if (accelerator === null) return { action, accelerator, status: 'off', normal: null };
    const parsed = parseAccelerator(accelerator, system);
    if (!parsed.ok) return { action, accelerator, status: 'invalid', normal: null };
    const { normal } = parsed;
    if (claimed.has(normal)) return { action, accelerator, status: 'doubled', normal: null };
    claimed.add(normal);
    return { action, accelerator, normal };
  });
}

export function sameHotkeys(a: Wished, b: Wished): boolean {
  return HOTKEY_ACTIONS.every((action) => a[action] === b[action]);
}

export function sameStates(a: readonly HotkeyState[], b: readonly HotkeyState[]): boolean {
  return (
    a.length === b.length &&
    a.every((state, index) => {
      const other = b[index];
      return (
        state.action === other?.action &&
        state.accelerator === other.accelerator &&
        state.status === other.status
      );
    })
  );
}
