import type { DesktopState } from '../../../shared/desktop.ts';

type AcceleratorFault =
  | 'unknown-part'
  | 'no-key'
  | 'two-keys'
  | 'twice-the-same'
  /** Like a plain letter, it would take the key from every program. */
  | 'needs-modifier';

type ParsedAccelerator =
  | { readonly ok: true; readonly normal: string }
  | { readonly ok: false; readonly fault: AcceleratorFault };

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
  // Shift alone types capitals, so it makes no hotkey.
  const hasModifier = [...modifiers].some((modifier) => modifier !== 'Shift');
  if (!hasModifier && !key.mayStandAlone) return fault('needs-modifier');
  if (key.shifted) modifiers.add('Shift');
  const parts = [...MODIFIERS.filter((modifier) => modifiers.has(modifier)), key.name];
  return { ok: true, normal: parts.join('+') };
}

function fault(reason: AcceleratorFault): ParsedAccelerator {
  return { ok: false, fault: reason };
}

export type DesktopSystem = DesktopState['system'];

const MODIFIERS = ['Control', 'Command', 'Super', 'Alt', 'AltGr', 'Shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

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

function keyOf(part: string) {
  if (part.toLowerCase() === 'plus') return { name: '=', shifted: true, mayStandAlone: false };
  const at = part.length === 1 ? SHIFTED.indexOf(part) : -1;
  const name = at >= 0 ? UNSHIFTED[at] : KEYS.get(part.toLowerCase());
  if (name === undefined) return null;
  return { name, shifted: at >= 0, mayStandAlone: LONE.has(name) };
}

/** What a name of a modifier means on macOS, and elsewhere; null: nothing. */
const MODIFIER_NAMES: ReadonlyMap<string, readonly [Modifier | null, Modifier | null]> = new Map([
  ['commandorcontrol', ['Command', 'Control']],
  ['cmdorctrl', ['Command', 'Control']],
  ['control', ['Control', 'Control']],
  ['ctrl', ['Control', 'Control']],
  ['command', ['Command', null]],
  ['cmd', ['Command', null]],
  ['super', ['Command', 'Super']],
  ['meta', ['Command', 'Super']],
  ['alt', ['Alt', 'Alt']],
  ['option', ['Alt', null]],
  ['altgr', ['AltGr', 'AltGr']],
  ['shift', ['Shift', 'Shift']],
]);

function modifierOf(part: string, system: DesktopSystem): Modifier | null {
  const [onMac, elsewhere] = MODIFIER_NAMES.get(part.toLowerCase()) ?? [null, null];
  return system === 'mac' ? onMac : elsewhere;
}
