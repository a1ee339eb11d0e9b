import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HOTKEYS, HOTKEY_ACTIONS, type HotkeyState } from '../../../../shared/desktop.ts';
import { PROBLEM_TEXT } from '../support.ts';
import { hotkeysWith, sayDesktop } from './app-fixtures.ts';
import { askedArgs, drawApp } from './app-support.ts';

const card = () => within(screen.getByRole('region', { name: 'Hotkeys' }));
const rows = () => card().getAllByRole('listitem');
const field = (name: RegExp) => card().getByRole('button', { name });
const SKIP = /^Skip alert: /;

async function drawHotkeys(hotkeys = hotkeysWith(), system: 'windows' | 'mac' = 'windows') {
  return drawApp({ language: 'en', desktop: { hotkeys, system } });
}

describe('the hotkeys', () => {
  it('stand in their order, each with its keys', async () => {
    await drawHotkeys([...hotkeysWith()].reverse());
    expect(rows()).toHaveLength(HOTKEY_ACTIONS.length);
    expect(rows()[0]).toHaveTextContent('Lock or unlock overlay');
    expect(field(/^Lock or unlock overlay: /)).toHaveAccessibleName(/Ctrl Alt L$/);
  });

  it.each<[HotkeyState['status'], string]>([
    ['active', 'Active'],
    ['off', 'Off'],
    ['taken', 'Used by another program'],
    ['doubled', 'Used twice'],
    ['invalid', 'Invalid combination'],
  ])('say %s as "%s", with an icon', async (status, text) => {
    await drawHotkeys(hotkeysWith({ 'alerts-skip': { status } }));
    const said = within(rows()[4] ?? document.body).getByText(text);
    expect(said).toBeVisible();
    expect(said.querySelector('svg')).not.toBeNull();
  });

  it('name the other action of keys that are used twice', async () => {
    const doubled = { accelerator: 'F9', status: 'doubled' } as const;
    await drawHotkeys(hotkeysWith({ 'alerts-skip': doubled, 'alerts-pause': doubled }));
    expect(rows()[4]).toHaveTextContent('Also used for: Pause or resume alerts');
    expect(rows()[3]).toHaveTextContent('Also used for: Skip alert');
  });

  it('are drawn with the symbols of a Mac and read out in words', async () => {
    await drawHotkeys(hotkeysWith(), 'mac');
    expect(field(SKIP)).toHaveAccessibleName('Skip alert: Option Command S');
    expect(field(SKIP)).toHaveTextContent('⌘');
  });
});

describe('recording', () => {
  it('takes the next combination and asks for it', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    expect(field(SKIP)).toHaveTextContent('Press new keys');
    fireEvent.keyDown(field(SKIP), { key: 'Control', code: 'ControlLeft', ctrlKey: true });
    expect(field(SKIP)).toHaveTextContent('Ctrl …');
    fireEvent.keyDown(field(SKIP), { key: 'k', code: 'KeyK', ctrlKey: true });
    expect(page.bridge.lastOf('hotkey.set')).toMatchObject({
      name: 'hotkey.set',
      args: { action: 'alerts-skip', accelerator: 'CommandOrControl+K' },
    });
    expect(field(SKIP)).toHaveAttribute('aria-busy', 'true');
  });

  it('takes the modifiers back when they are let go', async () => {
    await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), { key: 'Alt', code: 'AltLeft', altKey: true });
    fireEvent.keyUp(field(SKIP), { key: 'Alt', code: 'AltLeft' });
    expect(field(SKIP)).toHaveTextContent('Press new keys');
  });

  it.each([
    ['Escape', 'Escape'],
    ['Tab', 'Tab'],
  ])('ends with %s and changes nothing', async (key, code) => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), { key, code });
    expect(askedArgs(page, 'hotkey.set')).toEqual([]);
    expect(field(SKIP)).toHaveAccessibleName('Skip alert: Ctrl Alt S');
  });

  it('ends when something else is pressed', async () => {
    await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.blur(field(SKIP));
    expect(field(SKIP)).toHaveAccessibleName('Skip alert: Ctrl Alt S');
  });

  it('leaves Tab to the page, and keeps every other key from it', async () => {
    await drawHotkeys();
    fireEvent.click(field(SKIP));
    // fireEvent answers false where the page's own doing was prevented.
    expect(fireEvent.keyDown(field(SKIP), { key: 's', code: 'KeyS', ctrlKey: true })).toBe(false);
    fireEvent.click(field(/^Hide all alerts: /));
    expect(fireEvent.keyDown(field(/^Hide all alerts: /), { key: 'Tab', code: 'Tab' })).toBe(true);
  });

  it('switches a hotkey off with Backspace', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), { key: 'Backspace', code: 'Backspace' });
    expect(page.bridge.lastOf('hotkey.set').args).toEqual({
      action: 'alerts-skip',
      accelerator: null,
    });
  });

  it('asks for nothing when the keys stay the same', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    const same = { key: 's', code: 'KeyS', ctrlKey: true, altKey: true };
    fireEvent.keyDown(field(SKIP), same);
    expect(askedArgs(page, 'hotkey.set')).toEqual([]);
  });

  it('does not take the key that opened it', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), { key: 'Enter', code: 'Enter', ctrlKey: true, repeat: true });
    expect(askedArgs(page, 'hotkey.set')).toEqual([]);
    expect(field(SKIP)).toHaveTextContent('Press new keys');
  });

  it.each([
    ['windows', { key: 'k', code: 'KeyK' }, 'Add Ctrl or Alt'],
    ['mac', { key: 'k', code: 'KeyK' }, 'Add ⌘, ⌃ or ⌥'],
    ['windows', { key: 'Dead', code: 'IntlRo', ctrlKey: true }, 'This key can’t be a hotkey'],
  ] as const)('says on %s why a key is not taken, and goes on', async (system, key, text) => {
    await drawHotkeys(hotkeysWith(), system);
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), key);
    expect(card().getByText(text)).toBeVisible();
    expect(field(SKIP)).toHaveTextContent('Press new keys');
  });

  it('says why a change failed, beside the hotkey', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    fireEvent.keyDown(field(SKIP), { key: 'F9', code: 'F9' });
    await page.core((bridge) => bridge.lastOf('hotkey.set').refuse());
    expect(within(rows()[4] ?? document.body).getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});

describe('going back to the default', () => {
  it('is offered only for what was changed', async () => {
    const page = await drawHotkeys();
    expect(card().queryByRole('button', { name: /default/ })).toBeNull();
    const hotkeys = hotkeysWith({ 'alerts-skip': { accelerator: null, status: 'off' } });
    await page.core((bridge) => sayDesktop(bridge, { hotkeys }));
    fireEvent.click(card().getByRole('button', { name: 'Skip alert: reset to default' }));
    expect(page.bridge.lastOf('hotkey.set').args).toEqual({
      action: 'alerts-skip',
      accelerator: DEFAULT_HOTKEYS['alerts-skip'],
    });
  });

  it('make ordinary keys of all of them while one is pressed into its field', async () => {
    const page = await drawHotkeys();
    fireEvent.click(field(SKIP));
    await page.pass(0);
    expect(askedArgs(page, 'hotkey.recording')).toEqual([{ on: true }]);
    fireEvent.keyDown(field(SKIP), { key: 'Escape', code: 'Escape' });
    await page.pass(0);
    expect(askedArgs(page, 'hotkey.recording')).toEqual([{ on: true }, { on: false }]);
  });

  it('resets all one after the other', async () => {
    const page = await drawHotkeys(
      hotkeysWith({
        'alerts-skip': { accelerator: 'F9' },
        'overlay-show': { accelerator: 'F8' },
      }),
    );
    fireEvent.click(card().getByRole('button', { name: 'Reset all to default' }));
    expect(askedArgs(page, 'hotkey.set')).toHaveLength(1);
    await page.core((bridge) => bridge.lastOf('hotkey.set').answer({ status: 'active' }));
    await page.core((bridge) => bridge.lastOf('hotkey.set').answer({ status: 'active' }));
    expect(askedArgs(page, 'hotkey.set')).toEqual([
      { action: 'overlay-show', accelerator: DEFAULT_HOTKEYS['overlay-show'] },
      { action: 'alerts-skip', accelerator: DEFAULT_HOTKEYS['alerts-skip'] },
    ]);
  });
});
