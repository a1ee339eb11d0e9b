import {
  type DesktopSystem,
  keyOf,
  MODIFIERS,
  type Modifier,
  modifierOf,
} from './accelerator-keys.ts';

/** Why a text is no hotkey. */
export type AcceleratorFault =
  | 'unknown-part'
  | 'no-key'
  | 'two-keys'
  | 'twice-the-same'
  /** It would take a key away from every program, as a plain letter would. */
  | 'needs-modifier';

export type ParsedAccelerator =
  | { readonly ok: true; readonly normal: string }
  | { readonly ok: false; readonly fault: AcceleratorFault };

/** Shift alone is how capitals are typed: it makes no hotkey. */
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
