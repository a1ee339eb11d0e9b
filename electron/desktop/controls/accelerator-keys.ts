import type { DesktopState } from '../../../shared/desktop.ts';

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
  /** The text names a character that needs Shift. */
  readonly shifted: boolean;
  readonly mayStandAlone: boolean;
}

/** The key that `part` names, in any case; null: there is none. */
export function keyOf(part: string): Key | null {
  if (part.toLowerCase() === 'plus') return { name: '=', shifted: true, mayStandAlone: false };
  const at = part.length === 1 ? SHIFTED.indexOf(part) : -1;
  const name = at >= 0 ? UNSHIFTED[at] : KEYS.get(part.toLowerCase());
  if (name === undefined) return null;
  return { name, shifted: at >= 0, mayStandAlone: LONE.has(name) };
}

/** The modifier that `part` names on this system; null: none, or one that it does not have. */
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
