import { describe, expect, it } from 'vitest';
import {
  keyNames,
  type PressedKey,
  type Recorded,
  recordedFrom,
} from '../../../../renderer/dashboard/desktop/accelerator.ts';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import { DEFAULT_HOTKEYS } from '../../../../shared/desktop.ts';

type System = 'windows' | 'mac' | 'linux';

/** "ctrl alt" and a key, as a keyboard event says it. */
function pressed(modifiers: string, key: string, code: string): PressedKey {
  const held = modifiers.split(' ');
  return {
    key,
    code,
    ctrlKey: held.includes('ctrl'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    metaKey: held.includes('meta'),
    getModifierState: (name) => name === 'AltGraph' && held.includes('altgr'),
  };
}

const record = (system: System, modifiers: string, key: string, code: string): Recorded =>
  recordedFrom(pressed(modifiers, key, code), system);

describe('a key press becomes a combination', () => {
  it.each<[string, System, string, string, string, string]>([
    ['a letter', 'windows', 'ctrl alt', 'l', 'KeyL', 'CommandOrControl+Alt+L'],
    ['a letter under 한글', 'windows', 'ctrl', 'ㅣ', 'KeyL', 'CommandOrControl+L'],
    [
      'a letter that an IME takes',
      'linux',
      'ctrl alt',
      'Process',
      'KeyP',
      'CommandOrControl+Alt+P',
    ],
    ['the letter printed on AZERTY', 'windows', 'ctrl', 'a', 'KeyQ', 'CommandOrControl+A'],
    ['a capital', 'linux', 'ctrl shift', 'L', 'KeyL', 'CommandOrControl+Shift+L'],
    ['a letter with Option', 'mac', 'alt meta', '¬', 'KeyL', 'CommandOrControl+Alt+L'],
    ['Control on a Mac', 'mac', 'ctrl', 'l', 'KeyL', 'Control+L'],
    ['both on a Mac', 'mac', 'ctrl meta', 'l', 'KeyL', 'CommandOrControl+Control+L'],
    ['the Windows key', 'windows', 'meta shift', 'L', 'KeyL', 'Super+Shift+L'],
    ['AltGr on Windows', 'windows', 'ctrl alt altgr', '@', 'KeyQ', 'CommandOrControl+Alt+Q'],
    ['AltGr on Linux', 'linux', 'altgr', '@', 'KeyQ', 'AltGr+Q'],
    ['a digit', 'windows', 'alt', '1', 'Digit1', 'Alt+1'],
    ['a digit with Shift', 'windows', 'ctrl shift', '@', 'Digit2', 'CommandOrControl+Shift+2'],
    ['a digit on the pad', 'windows', 'ctrl', '7', 'Numpad7', 'CommandOrControl+num7'],
    ['the pad without NumLock', 'windows', 'ctrl', 'Home', 'Numpad7', 'CommandOrControl+num7'],
    ['plus on the pad', 'linux', 'alt', '+', 'NumpadAdd', 'Alt+numadd'],
    ['minus on the pad', 'linux', 'alt', '-', 'NumpadSubtract', 'Alt+numsub'],
    ['times on the pad', 'linux', 'alt', '*', 'NumpadMultiply', 'Alt+nummult'],
    ['divided on the pad', 'linux', 'alt', '/', 'NumpadDivide', 'Alt+numdiv'],
    ['the point on the pad', 'linux', 'alt', '.', 'NumpadDecimal', 'Alt+numdec'],
    ['Enter on the pad', 'linux', 'alt', 'Enter', 'NumpadEnter', 'Alt+Enter'],
    ['an F-key alone', 'windows', '', 'F9', 'F9', 'F9'],
    ['a far F-key', 'windows', 'shift', 'F24', 'F24', 'Shift+F24'],
    ['an arrow up', 'windows', 'ctrl', 'ArrowUp', 'ArrowUp', 'CommandOrControl+Up'],
    ['an arrow down', 'windows', 'ctrl', 'ArrowDown', 'ArrowDown', 'CommandOrControl+Down'],
    ['an arrow left', 'mac', 'meta', 'ArrowLeft', 'ArrowLeft', 'CommandOrControl+Left'],
    ['an arrow right', 'mac', 'meta', 'ArrowRight', 'ArrowRight', 'CommandOrControl+Right'],
    ['Space', 'windows', 'ctrl alt', ' ', 'Space', 'CommandOrControl+Alt+Space'],
    ['Page Up', 'windows', 'alt', 'PageUp', 'PageUp', 'Alt+PageUp'],
    ['a sign', 'windows', 'ctrl', '=', 'Equal', 'CommandOrControl+='],
    ['a backslash', 'windows', 'ctrl', '\\', 'Backslash', 'CommandOrControl+\\'],
    ['Tab with Control', 'windows', 'ctrl', 'Tab', 'Tab', 'CommandOrControl+Tab'],
    [
      'Backspace with Control',
      'linux',
      'ctrl',
      'Backspace',
      'Backspace',
      'CommandOrControl+Backspace',
    ],
    ['Escape with Control', 'linux', 'ctrl', 'Escape', 'Escape', 'CommandOrControl+Escape'],
    ['play', 'windows', '', 'MediaPlayPause', 'MediaPlayPause', 'MediaPlayPause'],
    ['next track', 'linux', '', 'MediaTrackNext', '', 'MediaNextTrack'],
    ['previous track', 'linux', '', 'MediaTrackPrevious', '', 'MediaPreviousTrack'],
    ['stop', 'linux', 'ctrl', 'MediaStop', 'MediaStop', 'CommandOrControl+MediaStop'],
    ['louder', 'mac', '', 'AudioVolumeUp', 'AudioVolumeUp', 'VolumeUp'],
    ['quieter', 'mac', '', 'AudioVolumeDown', 'VolumeDown', 'VolumeDown'],
    ['mute', 'mac', '', 'AudioVolumeMute', 'AudioVolumeMute', 'VolumeMute'],
  ])('%s (%s)', (_name, system, modifiers, key, code, accelerator) => {
    expect(record(system, modifiers, key, code)).toEqual({ kind: 'accelerator', accelerator });
  });

  it('is written like the default it is equal to', () => {
    const own = record('windows', 'ctrl alt', 'h', 'KeyH');
    expect(own).toMatchObject({ accelerator: DEFAULT_HOTKEYS['alerts-panic'] });
  });
});

describe('a key press that is no combination', () => {
  it.each<[string, string, string, string, Recorded]>([
    ['Escape', '', 'Escape', 'Escape', { kind: 'cancel' }],
    ['Backspace', '', 'Backspace', 'Backspace', { kind: 'clear' }],
    ['Delete', '', 'Delete', 'Delete', { kind: 'clear' }],
    ['Tab', '', 'Tab', 'Tab', { kind: 'leave' }],
    ['Shift and Tab', 'shift', 'Tab', 'Tab', { kind: 'leave' }],
    ['Control alone', 'ctrl', 'Control', 'ControlLeft', held('CommandOrControl')],
    ['two modifiers', 'ctrl shift', 'Shift', 'ShiftLeft', held('CommandOrControl', 'Shift')],
    ['Caps Lock', '', 'CapsLock', 'CapsLock', held()],
    ['a letter alone', '', 'l', 'KeyL', refused('needs-modifier')],
    ['a capital alone', 'shift', 'L', 'KeyL', refused('needs-modifier')],
    ['Enter alone', '', 'Enter', 'Enter', refused('needs-modifier')],
    ['a digit on the pad alone', '', '7', 'Numpad7', refused('needs-modifier')],
    ['a key without a name', 'ctrl', 'Dead', 'IntlBackslash', refused('unknown-key')],
    ['an F-key beyond the last', 'ctrl', 'F25', 'F25', refused('unknown-key')],
    ['한/영', '', 'HangulMode', 'Lang1', refused('unknown-key')],
  ])('%s', (_name, modifiers, key, code, expected) => {
    expect(record('windows', modifiers, key, code)).toEqual(expected);
  });

  function held(...modifiers: string[]): Recorded {
    return { kind: 'held', modifiers };
  }
  function refused(why: 'needs-modifier' | 'unknown-key'): Recorded {
    return { kind: 'refused', why };
  }
});

describe('a combination is written', () => {
  it.each<[string, System, string, string]>([
    ['CommandOrControl+Alt+L', 'windows', 'Ctrl Alt L', 'Ctrl Alt L'],
    ['CommandOrControl+Alt+L', 'linux', 'Ctrl Alt L', 'Ctrl Alt L'],
    ['CommandOrControl+Alt+L', 'mac', '⌥ ⌘ L', 'Option Command L'],
    ['CommandOrControl+Control+Shift+F5', 'mac', '⌃ ⇧ ⌘ F5', 'Control Shift Command F5'],
    ['Shift+Super+Up', 'windows', 'Win Shift ↑', 'Win Shift Up arrow'],
    ['Super+num7', 'linux', 'Super Num 7', 'Super Num 7'],
    ['Meta+Option+Return', 'mac', '⌥ ⌘ Enter', 'Option Command Enter'],
    ['Alt+numadd', 'windows', 'Alt Num +', 'Alt Num +'],
    ['Alt+Plus', 'windows', 'Alt +', 'Alt Plus'],
    ['MediaPlayPause', 'windows', 'Play/pause', 'Play/pause'],
    ['Ctrl+Hyperdrive', 'windows', 'Ctrl Hyperdrive', 'Ctrl Hyperdrive'],
  ])('%s on %s as %s, and read out as %s', (accelerator, system, shown, said) => {
    const names = keyNames(accelerator, system, wordsOf('en'));
    expect(names.map((name) => name.shown).join(' ')).toBe(shown);
    expect(names.map((name) => name.said).join(' ')).toBe(said);
  });

  it('in the words of the language', () => {
    const names = keyNames('Alt+num7', 'windows', wordsOf('ko'));
    expect(names.map(({ shown }) => shown)).toEqual(['Alt', '숫자패드 7']);
  });
});
