import type { DesktopState } from '../../../shared/desktop.ts';

export type AcceleratorFault =
  | 'unknown-part'
  | 'no-key'
  | 'two-keys'
  | 'twice-the-same'
  /** Like a plain letter, it would take the key from every program. */
  | 'needs-modifier';

export type ParsedAccelerator =
  | { readonly ok: true; readonly normal: string }
  | { readonly ok: false; readonly fault: AcceleratorFault };

/** Shift alone types capitals, so it makes no hotkey. */
const MAKES_A_HOTKEY: ReadonlySet<Modifier> = new Set([
  'Control',
  'Command',
  'Super',
  'Alt',
  'AltGr',
]);

/**
 * Reads one of Electron's names of key combinations, in any case, order and spacing. `normal` is
 * the same text for all names of one combination on this system, and again a name for Electron.
 */
export function parseAccelerator(text: string, system: DesktopSystem): ParsedAccelerator {
  const modifiers = new Set<Modifier>();
  let key: ReturnType<typeof keyOf> = null;
  for (const part of text.split('+').map((piece) => piece.trim())) {
    const modifier = modifierOf(part, system);
    if (modifier) {
      if (modifiers.has(modifier)) return fault('twice-the-same');
      modifiers.add(modifier);
      continue;
    }
    const found = keyOf(part);
    if (!found) return fault('unknown-part');
    if (key) return fault('two-keys');
    key = found;
  }
  if (!key) return fault('no-key');
  const hasModifier = [...modifiers].some((modifier) => MAKES_A_HOTKEY.has(modifier));
  if (!hasModifier && !key.mayStandAlone) return fault('needs-modifier');
  if (key.shifted) modifiers.add('Shift');
  const parts = [...MODIFIERS.filter((modifier) => modifiers.has(modifier)), key.name];
  return { ok: true, normal: parts.join('+') };
}

function fault(reason: AcceleratorFault): ParsedAccelerator {
  return { ok: false, fault: reason };
}

export type DesktopSystem = DesktopState['system'];

/** In the order in which a normal form names them. */
export const MODIFIERS = ['Control', 'Command', 'Super', 'Alt', 'AltGr', 'Shift'] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** Keys that type nothing and that no program needs for itself: they may stand alone. */
const LONE_KEYS = [
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
  'VolumeUp',
  'VolumeDown',
  'VolumeMute',
  'MediaNextTrack',
  'MediaPreviousTrack',
  'MediaStop',
  'MediaPlayPause',
];

const NAMED_KEYS = [
  ...LONE_KEYS,
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ..."-=[]\\;',./`",
  ...Array.from({ length: 10 }, (_, digit) => `num${digit}`),
  'numdec',
  'numadd',
  'numsub',
  'nummult',
  'numdiv',
  'Space',
  'Tab',
  'Capslock',
  'Numlock',
  'Scrolllock',
  'Backspace',
  'Delete',
  'Insert',
  'Enter',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Escape',
  'PrintScreen',
];

const OTHER_NAMES: Readonly<Record<string, string>> = { return: 'Enter', esc: 'Escape' };

/** Characters that Electron takes for Shift and the key below them on an American keyboard. */
const SHIFTED = '~!@#$%^&*()_{}|:"<>?';
const UNSHIFTED = "`1234567890-[]\\;',./";

const KEYS: ReadonlyMap<string, string> = new Map([
  ...NAMED_KEYS.map((key) => [key.toLowerCase(), key] as const),
  ...Object.entries(OTHER_NAMES),
]);
const LONE: ReadonlySet<string> = new Set(LONE_KEYS);

export interface Key {
  readonly name: string;
  readonly shifted: boolean;
  readonly mayStandAlone: boolean;
}

/** The key named `part`, in any case; null if unknown. */
export function keyOf(part: string): Key | null {
  if (part.toLowerCase() === 'plus') return { name: '=', shifted: true, mayStandAlone: false };
  const at = part.length === 1 ? SHIFTED.indexOf(part) : -1;
  const name = at >= 0 ? UNSHIFTED[at] : KEYS.get(part.toLowerCase());
  if (name === undefined) return null;
  return { name, shifted: at >= 0, mayStandAlone: LONE.has(name) };
}

/** The modifier named `part` on this system; null if unknown or unavailable. */
export function modifierOf(part: string, system: DesktopSystem): Modifier | null {
  const isMac = system === 'mac';
  switch (part.toLowerCase()) {
    case 'commandorcontrol':
    case 'cmdorctrl':
      return isMac ? 'Command' : 'Control';
    case 'control':
    case 'ctrl':
      return 'Control';
    case 'command':
    case 'cmd':
      return isMac ? 'Command' : null;
    case 'super':
    case 'meta':
      return isMac ? 'Command' : 'Super';
    case 'alt':
      return 'Alt';
    case 'option':
      return isMac ? 'Alt' : null;
    case 'altgr':
      return 'AltGr';
    case 'shift':
      return 'Shift';
    default:
      return null;
  }
}
