import type { DesktopState } from '../../../shared/desktop.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Words } from '../../i18n/dashboard.ts';

/** The parts of a keyboard event that identify its keys. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'
> & { getModifierState(name: string): boolean };

export type Recorded =
  | { readonly kind: 'accelerator'; readonly accelerator: string }
  /** Escape. */
  | { readonly kind: 'cancel' }
  /** Backspace or Delete: the action has no hotkey. */
  | { readonly kind: 'clear' }
  /** Tab moves to the next control: the field must not trap the focus. */
  | { readonly kind: 'leave' }
  /** Modifiers only, so far. */
  | { readonly kind: 'held'; readonly modifiers: readonly string[] }
  | { readonly kind: 'refused'; readonly why: 'needs-modifier' | 'unknown-key' };

const MODIFIER_KEY =
  /^(Control|Alt|AltGraph|Shift|Meta|OS|CapsLock|NumLock|ScrollLock|Fn|FnLock|Hyper|Super)$/;

/** Keys by position (`KeyboardEvent.code`), with Electron's names. */
const BY_CODE: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Comma: ',',
  Period: '.',
  Slash: '/',
  NumpadEnter: 'Enter',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  NumpadDecimal: 'numdec',
  NumpadAdd: 'numadd',
  NumpadSubtract: 'numsub',
  NumpadMultiply: 'nummult',
  NumpadDivide: 'numdiv',
};

/** Keys by position that Electron calls the same. */
const SAME_CODE =
  /^(Space|Tab|Enter|Escape|Backspace|Delete|Insert|Home|End|Page(Up|Down)|PrintScreen)$/;

/** Media keys by meaning (`KeyboardEvent.key`), because their positions differ. */
const MEDIA: Readonly<Record<string, string>> = {
  AudioVolumeUp: 'VolumeUp',
  AudioVolumeDown: 'VolumeDown',
  AudioVolumeMute: 'VolumeMute',
  MediaTrackNext: 'MediaNextTrack',
  MediaTrackPrevious: 'MediaPreviousTrack',
  MediaStop: 'MediaStop',
  MediaPlayPause: 'MediaPlayPause',
};

/** Keys that type no text, so they need no modifier. */
const STANDS_ALONE = /^(F\d+|Volume.+|Media.+)$/;

/** What a key press means while a hotkey is being recorded. */
export function recordedFrom(pressed: PressedKey, system: DesktopState['system']): Recorded {
  const modifiers = modifiersOf(pressed, system);
  if (MODIFIER_KEY.test(pressed.key)) return { kind: 'held', modifiers };
  const key = keyOf(pressed);
  if (key === null) return { kind: 'refused', why: 'unknown-key' };
  const alone = modifiers.length === 0;
  if (alone && key === 'Escape') return { kind: 'cancel' };
  if (alone && (key === 'Backspace' || key === 'Delete')) return { kind: 'clear' };
  if (key === 'Tab' && modifiers.every((name) => name === 'Shift')) return { kind: 'leave' };
  // Shift with a letter would capture capital letters from every program.
  const strong = modifiers.some((name) => name !== 'Shift');
  if (!strong && !STANDS_ALONE.test(key)) return { kind: 'refused', why: 'needs-modifier' };
  return { kind: 'accelerator', accelerator: [...modifiers, key].join('+') };
}

/** The held modifiers, in the order of the default hotkeys. */
export function modifiersOf(pressed: PressedKey, system: DesktopState['system']): string[] {
  const mac = system === 'mac';
  // Windows already reports AltGr as Control and Alt.
  const altGraph = system === 'linux' && pressed.getModifierState('AltGraph') && !pressed.ctrlKey;
  const held: readonly (readonly [boolean, string])[] = [
    [mac ? pressed.metaKey : pressed.ctrlKey, 'CommandOrControl'],
    [mac && pressed.ctrlKey, 'Control'],
    [!mac && pressed.metaKey, 'Super'],
    [pressed.altKey && !altGraph, 'Alt'],
    [altGraph, 'AltGr'],
    [pressed.shiftKey, 'Shift'],
  ];
  return held.flatMap(([down, name]) => (down ? [name] : []));
}

function keyOf({ key, code }: PressedKey): string | null {
  // The key's Latin letter, else (한글, Option on a Mac) its position.
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return letter.toUpperCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return digit;
  const numpad = /^Numpad(\d)$/.exec(code)?.[1];
  if (numpad) return `num${numpad}`;
  if (/^F([1-9]|1\d|2[0-4])$/.test(key)) return key;
  return MEDIA[key] ?? BY_CODE[code] ?? (SAME_CODE.test(code) ? code : null);
}

interface KeyName {
  readonly shown: string;
  readonly said: string;
}

type System = DesktopState['system'];

/** The order in each system's menus. */
const MAC_ORDER = ['Control', 'Alt', 'Shift', 'Command'] as const;
const OTHER_ORDER = ['Control', 'Super', 'Alt', 'AltGr', 'Shift'] as const;

const MAC_SYMBOLS: Readonly<Record<string, KeyName>> = {
  Control: { shown: '⌃', said: 'Control' },
  Alt: { shown: '⌥', said: 'Option' },
  Shift: { shown: '⇧', said: 'Shift' },
  Command: { shown: '⌘', said: 'Command' },
};

/** Electron's aliases of modifiers. */
const SAME: Readonly<Record<string, string>> = {
  Ctrl: 'Control',
  Cmd: 'Command',
  Option: 'Alt',
  Return: 'Enter',
  Esc: 'Escape',
};

const DRAWN: Readonly<Record<string, string>> = {
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Plus: '+',
};

const SPOKEN: Readonly<Record<string, PageKey>> = {
  Up: 'key.up',
  Down: 'key.down',
  Left: 'key.left',
  Right: 'key.right',
  Space: 'key.space',
  VolumeUp: 'key.volume-up',
  VolumeDown: 'key.volume-down',
  VolumeMute: 'key.volume-mute',
  MediaNextTrack: 'key.media-next',
  MediaPreviousTrack: 'key.media-previous',
  MediaStop: 'key.media-stop',
  MediaPlayPause: 'key.media-play',
};

const NUMPAD_SIGNS: Readonly<Record<string, string>> = {
  numdec: '.',
  numadd: '+',
  numsub: '-',
  nummult: '*',
  numdiv: '/',
};

/** An accelerator's keys in the system's names and order; unknown keys unchanged. */
export function keyNames(accelerator: string, system: System, words: Words): readonly KeyName[] {
  const mac = system === 'mac';
  const parts = accelerator.split('+').map((part) => nameIn(part.trim(), mac));
  const order: readonly string[] = mac ? MAC_ORDER : OTHER_ORDER;
  const modifiers = order.filter((name) => parts.includes(name));
  const keys = parts.filter((part) => !order.includes(part));
  return [...modifiers, ...keys].map((name) => keyName(name, system, words));
}

function nameIn(part: string, mac: boolean): string {
  if (part === 'CommandOrControl' || part === 'CmdOrCtrl') return mac ? 'Command' : 'Control';
  if (mac && (part === 'Super' || part === 'Meta')) return 'Command';
  if (!mac && part === 'Meta') return 'Super';
  return SAME[part] ?? part;
}

function keyName(name: string, system: System, words: Words): KeyName {
  const symbol = system === 'mac' ? MAC_SYMBOLS[name] : undefined;
  if (symbol) return symbol;
  const said = saidOf(name, system, words);
  return { shown: DRAWN[name] ?? said, said };
}

function saidOf(name: string, system: System, { t }: Words): string {
  if (name === 'Control') return 'Ctrl';
  if (name === 'Super') return system === 'windows' ? 'Win' : 'Super';
  const sign = NUMPAD_SIGNS[name] ?? /^num(\d)$/.exec(name)?.[1];
  if (sign) return t('key.numpad', { key: sign });
  const spoken = SPOKEN[name];
  return spoken ? t(spoken) : name;
}
