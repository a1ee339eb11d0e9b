import { describe, expect, it } from 'vitest';
import { parseAccelerator } from '../../../electron/desktop/controls/accelerator.ts';
import { DEFAULT_HOTKEYS } from '../../../shared/desktop.ts';

describe('the names of key combinations', () => {
  it.each([
    ['CommandOrControl+Alt+L', 'Control+Alt+L'],
    ['ctrl+alt+l', 'Control+Alt+L'],
    ['Alt + CmdOrCtrl + L', 'Control+Alt+L'],
    ['Shift+Meta+Esc', 'Super+Shift+Escape'],
    ['Control+Return', 'Control+Enter'],
    ['Ctrl+!', 'Control+Shift+1'],
    ['Ctrl+Shift+!', 'Control+Shift+1'],
    ['Ctrl+Plus', 'Control+Shift+='],
    ['AltGr+num5', 'AltGr+num5'],
    ['f13', 'F13'],
    ['Shift+F5', 'Shift+F5'],
    ['mediaplaypause', 'MediaPlayPause'],
  ])('%s is %s on Windows and Linux', (text, normal) => {
    expect(parseAccelerator(text, 'windows')).toEqual({ ok: true, normal });
    expect(parseAccelerator(text, 'linux')).toEqual({ ok: true, normal });
  });

  it.each([
    ['CommandOrControl+Alt+L', 'Command+Alt+L'],
    ['Cmd+Option+L', 'Command+Alt+L'],
    ['Super+L', 'Command+L'],
    ['Control+Command+L', 'Control+Command+L'],
  ])('%s is %s on macOS', (text, normal) => {
    expect(parseAccelerator(text, 'mac')).toEqual({ ok: true, normal });
  });

  it.each([
    ['L', 'needs-modifier'],
    ['Shift+L', 'needs-modifier'],
    ['Space', 'needs-modifier'],
    ['!', 'needs-modifier'],
    ['Plus', 'needs-modifier'],
    ['Ctrl+Alt', 'no-key'],
    ['Ctrl+A+B', 'two-keys'],
    ['Ctrl+Control+A', 'twice-the-same'],
    ['CommandOrControl+Ctrl+A', 'twice-the-same'],
    ['Ctrl++', 'unknown-part'],
    ['', 'unknown-part'],
    ['Ctrl+F25', 'unknown-part'],
    ['Ctrl+가', 'unknown-part'],
    ['Cmd+L', 'unknown-part'],
    ['Option+L', 'unknown-part'],
    ['Ctrl+constructor', 'unknown-part'],
  ])('%j is no hotkey on Windows: %s', (text, fault) => {
    expect(parseAccelerator(text, 'windows')).toEqual({ ok: false, fault });
  });

  it('reads its own normal form as the same', () => {
    for (const text of ['Ctrl+?', 'Alt+Plus', 'Super+Shift+num0', "Ctrl+'", 'Ctrl+\\']) {
      const first = parseAccelerator(text, 'linux');
      expect(first).toMatchObject({ ok: true });
      if (first.ok) expect(parseAccelerator(first.normal, 'linux')).toEqual(first);
    }
  });

  it.each(['windows', 'mac', 'linux'] as const)(
    'every default works on %s, none twice',
    (system) => {
      const parsed = Object.values(DEFAULT_HOTKEYS)
        .filter((text) => text !== null)
        .map((text) => parseAccelerator(text, system));
      expect(parsed.every(({ ok }) => ok)).toBe(true);
      expect(new Set(parsed.map((one) => one.ok && one.normal)).size).toBe(parsed.length);
    },
  );
});
