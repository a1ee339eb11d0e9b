import type { HotkeyState } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';

export const HOTKEY_PROBLEMS = ['overlay-hotkey-not-working', 'hotkeys-not-working'] as const;
export type HotkeyProblemCode = (typeof HOTKEY_PROBLEMS)[number];

function isBroken({ status }: HotkeyState): boolean {
  return status === 'taken' || status === 'doubled' || status === 'invalid';
}

/**
 * What people must hear of hotkeys that do not work. Locking has a problem of its own: without its
 * hotkey the tray is the only way to a locked overlay.
 */
export function hotkeyProblems(
  states: readonly HotkeyState[],
): readonly (Problem & { readonly code: HotkeyProblemCode })[] {
  const broken = states.filter(isBroken);
  const lock = broken.filter(({ action }) => action === 'overlay-lock');
  const others = broken.filter(({ action }) => action !== 'overlay-lock');
  const hotkeys = others.map(({ action, accelerator }) => ({
    key: 'hotkeys.with-keys' as const,
    values: { action: { key: `hotkeys.${action}` as const }, accelerator: accelerator ?? '' },
  }));
  return [
    ...lock.map(({ accelerator }) => ({
      code: 'overlay-hotkey-not-working' as const,
      values: { accelerator: accelerator ?? '' },
    })),
    ...(hotkeys.length > 0 ? [{ code: 'hotkeys-not-working' as const, values: { hotkeys } }] : []),
  ];
}
