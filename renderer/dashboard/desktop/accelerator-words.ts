import type { DesktopState } from '../../../shared/desktop.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Words } from '../../i18n/dashboard.ts';

/** One key of a combination as it is drawn on a cap, and as it is read out. */
export interface KeyName {
  readonly shown: string;
  readonly said: string;
}

type System = DesktopState['system'];

/** In the order in which each system's menus write them. */
const MAC_ORDER = ['Control', 'Alt', 'Shift', 'Command'] as const;
const OTHER_ORDER = ['Control', 'Super', 'Alt', 'AltGr', 'Shift'] as const;

const MAC_SYMBOLS: Readonly<Record<string, KeyName>> = {
  Control: { shown: '⌃', said: 'Control' },
  Alt: { shown: '⌥', said: 'Option' },
  Shift: { shown: '⇧', said: 'Shift' },
  Command: { shown: '⌘', said: 'Command' },
};

/** Electron has several names of one modifier. */
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

/** An accelerator's keys in this system's words and order. What is not known is shown as it is. */
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
  if (name === 'Control') return { shown: 'Ctrl', said: 'Ctrl' };
  if (name === 'Super') {
    const text = system === 'windows' ? 'Win' : 'Super';
    return { shown: text, said: text };
  }
  const sign = NUMPAD_SIGNS[name] ?? /^num(\d)$/.exec(name)?.[1];
  if (sign) {
    const text = words.t('key.numpad', { key: sign });
    return { shown: text, said: text };
  }
  const spoken = SPOKEN[name];
  const said = spoken ? words.t(spoken) : name;
  return { shown: DRAWN[name] ?? said, said };
}
