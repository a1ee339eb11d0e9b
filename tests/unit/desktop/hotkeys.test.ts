import { describe, expect, it } from 'vitest';
import { coreTexts, StagelightError, sayProblem } from '../../../electron/base/errors.ts';
import { runHotkeyAction } from '../../../electron/desktop/controls/actions.ts';
import { DEFAULT_HOTKEYS, HOTKEY_ACTIONS, type HotkeyAction } from '../../../shared/desktop.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { settle } from '../../support/virtual-clock.ts';
import { hotkeysWorld } from './hotkeys-world.ts';
import { recordedActions } from './tray-world.ts';

const LOCK = 'Control+Alt+L';
const SKIP = 'Control+Alt+S';
const USED = HOTKEY_ACTIONS.filter((action) => DEFAULT_HOTKEYS[action] !== null);

describe('hotkeys', () => {
  it('registers every wish at the start and says that it is active', () => {
    const { hotkeys, shortcuts } = hotkeysWorld();
    expect(hotkeys.states).toEqual([]);
    hotkeys.start();
    expect(hotkeys.states.map(({ action, status }) => `${action} ${status}`)).toEqual(
      HOTKEY_ACTIONS.map(
        (action) => `${action} ${DEFAULT_HOTKEYS[action] === null ? 'off' : 'active'}`,
      ),
    );
    expect(shortcuts.held.size).toBe(USED.length);
  });

  it('runs the action of the pressed hotkey', () => {
    const { hotkeys, shortcuts, ran } = hotkeysWorld();
    hotkeys.start();
    shortcuts.press(SKIP);
    shortcuts.press(LOCK);
    expect(ran).toEqual(['alerts-skip', 'overlay-lock']);
  });

  it('runs an action once while its key is held down, and again when pressed anew', async () => {
    const { hotkeys, shortcuts, clock, ran } = hotkeysWorld();
    hotkeys.start();
    shortcuts.press(LOCK);
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await clock.advance(40);
      shortcuts.press(LOCK);
    }
    expect(ran).toEqual(['overlay-lock']);
    await clock.advance(100);
    shortcuts.press(LOCK);
    expect(ran).toEqual(['overlay-lock', 'overlay-lock']);
  });

  it('reports an action that throws or fails later, and goes on', async () => {
    const failures = [
      () => {
        throw new StagelightError({ code: 'settings-not-saved' });
      },
      () => Promise.reject(new Error('the window is gone')),
    ];
    const { hotkeys, shortcuts, problems } = hotkeysWorld(() => failures.shift()?.());
    hotkeys.start();
    shortcuts.press(LOCK);
    shortcuts.press(SKIP);
    await settle();
    expect(problems.map(({ code }) => code)).toEqual(['settings-not-saved', 'unexpected']);
    expect(() => shortcuts.press('Control+Alt+H')).not.toThrow();
  });

  it('keeps the wish that another program holds, and has it on a later try', () => {
    const { hotkeys, shortcuts, settings, statusOf, ran } = hotkeysWorld();
    shortcuts.taken.add(SKIP);
    hotkeys.start();
    expect(statusOf('alerts-skip')).toBe('taken');
    expect(settings.get().hotkeys['alerts-skip']).toBe('CommandOrControl+Alt+S');
    hotkeys.retry();
    expect(statusOf('alerts-skip')).toBe('taken');
    shortcuts.taken.clear();
    hotkeys.retry();
    expect(statusOf('alerts-skip')).toBe('active');
    shortcuts.press(SKIP);
    expect(ran).toEqual(['alerts-skip']);
  });

  it('asks for nothing again on a try with everything active', () => {
    const { hotkeys, shortcuts } = hotkeysWorld();
    hotkeys.start();
    const before = [...shortcuts.calls];
    hotkeys.retry();
    expect(shortcuts.calls).toEqual(before);
  });

  it('notices on a try that the system has lost a hotkey', () => {
    const { hotkeys, shortcuts, statusOf } = hotkeysWorld();
    hotkeys.start();
    shortcuts.held.delete(LOCK);
    shortcuts.taken.add(LOCK);
    hotkeys.retry();
    expect(statusOf('overlay-lock')).toBe('taken');
  });

  it('does nothing on a try before the start', () => {
    const { hotkeys, shortcuts } = hotkeysWorld();
    hotkeys.retry();
    expect(shortcuts.calls).toEqual([]);
  });

  it('says what is invalid to the system without losing the others', () => {
    const { hotkeys, shortcuts, statusOf } = hotkeysWorld();
    shortcuts.refused.add(LOCK);
    hotkeys.start();
    expect(statusOf('overlay-lock')).toBe('invalid');
    expect(statusOf('alerts-skip')).toBe('active');
  });

  it('does not register anew when other settings change', async () => {
    const { hotkeys, shortcuts, settings } = hotkeysWorld();
    shortcuts.taken.add(SKIP);
    hotkeys.start();
    const before = [...shortcuts.calls];
    await settings.update({ language: 'ko' });
    await settings.update({ hotkeys: { ...settings.get().hotkeys } });
    expect(shortcuts.calls).toEqual(before);
  });

  it('follows hotkeys that change in the settings, touching only those', async () => {
    const { hotkeys, shortcuts, settings, statusOf } = hotkeysWorld();
    hotkeys.start();
    shortcuts.calls.length = 0;
    const wished = { ...settings.get().hotkeys, 'alerts-skip': null, 'overlay-show': 'F9' };
    await settings.update({ hotkeys: wished });
    expect(shortcuts.calls).toEqual(['-Control+Alt+O', '-Control+Alt+S', '+F9']);
    expect(statusOf('alerts-skip')).toBe('off');
  });

  it('gives everything back at the end and fires no more', async () => {
    const { hotkeys, shortcuts, settings } = hotkeysWorld();
    hotkeys.start();
    let heard = 0;
    hotkeys.onChange(() => {
      heard += 1;
    });
    hotkeys.dispose();
    hotkeys.dispose();
    expect(shortcuts.held.size).toBe(0);
    await settings.update({ hotkeys: { ...settings.get().hotkeys, 'alerts-skip': 'F9' } });
    hotkeys.retry();
    hotkeys.start();
    expect(shortcuts.held.size).toBe(0);
    expect(heard).toBe(0);
  });
});

describe('setting a hotkey', () => {
  it('keeps it, answers that it is active, and tells once', async () => {
    const { hotkeys, shortcuts, settings, ran } = hotkeysWorld();
    hotkeys.start();
    const heard: unknown[] = [];
    hotkeys.onChange((states) => heard.push(states));
    await expect(hotkeys.set('alerts-skip', 'ctrl + f7')).resolves.toBe('active');
    expect(settings.get().hotkeys['alerts-skip']).toBe('ctrl + f7');
    expect(shortcuts.held.has(SKIP)).toBe(false);
    shortcuts.press('Control+F7');
    expect(ran).toEqual(['alerts-skip']);
    expect(heard).toHaveLength(1);
  });

  it.each([
    [null, 'off'],
    ['F8', 'taken'],
    ['Alt+CmdOrCtrl+l', 'doubled'],
    ['F10', 'invalid'],
  ] as const)('keeps %s and answers %s', async (accelerator, status) => {
    const { hotkeys, shortcuts, settings, statusOf } = hotkeysWorld();
    shortcuts.taken.add('F8');
    shortcuts.refused.add('F10');
    hotkeys.start();
    await expect(hotkeys.set('alerts-skip', accelerator)).resolves.toBe(status);
    expect(statusOf('alerts-skip')).toBe(status);
    expect(settings.get().hotkeys['alerts-skip']).toBe(accelerator);
  });

  it('refuses what is no hotkey and leaves the former one working', async () => {
    const { hotkeys, settings, shortcuts, statusOf } = hotkeysWorld();
    hotkeys.start();
    await expect(hotkeys.set('alerts-skip', 'Shift+S')).resolves.toBe('invalid');
    expect(settings.get().hotkeys['alerts-skip']).toBe('CommandOrControl+Alt+S');
    expect(statusOf('alerts-skip')).toBe('active');
    expect(shortcuts.held.has(SKIP)).toBe(true);
  });

  it('lets the lock have a combination that another action has, and shows the conflict', async () => {
    const { hotkeys, shortcuts, statusOf, ran } = hotkeysWorld();
    hotkeys.start();
    await expect(hotkeys.set('overlay-lock', 'Ctrl+Alt+S')).resolves.toBe('active');
    expect(statusOf('alerts-skip')).toBe('doubled');
    shortcuts.press(SKIP);
    expect(ran).toEqual(['overlay-lock']);
    await hotkeys.set('overlay-lock', 'F9');
    expect(statusOf('alerts-skip')).toBe('active');
    shortcuts.press(SKIP);
    expect(ran).toEqual(['overlay-lock', 'alerts-skip']);
  });

  it('loses none of two that are set at the same time', async () => {
    const { hotkeys, settings } = hotkeysWorld();
    hotkeys.start();
    await Promise.all([hotkeys.set('alerts-skip', 'F7'), hotkeys.set('alerts-pause', 'F8')]);
    expect(settings.get().hotkeys).toMatchObject({ 'alerts-skip': 'F7', 'alerts-pause': 'F8' });
  });

  it('changes nothing when the settings cannot be saved', async () => {
    const { hotkeys, shortcuts, settings, statusOf } = hotkeysWorld();
    hotkeys.start();
    settings.failure = new StagelightError({ code: 'settings-not-saved' });
    await expect(hotkeys.set('alerts-skip', 'F7')).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect(statusOf('alerts-skip')).toBe('active');
    expect(shortcuts.held.has('F7')).toBe(false);
    settings.failure = null;
    await expect(hotkeys.set('alerts-skip', 'F7')).resolves.toBe('active');
  });

  it('tries again what was taken before', async () => {
    const { hotkeys, shortcuts, statusOf } = hotkeysWorld();
    shortcuts.taken.add(LOCK);
    hotkeys.start();
    shortcuts.taken.clear();
    await hotkeys.set('alerts-skip', null);
    expect(statusOf('overlay-lock')).toBe('active');
  });
});

describe('pressing a new hotkey into a field', () => {
  it('makes ordinary keys of those in use, until it is over', () => {
    const { hotkeys, shortcuts, clock } = hotkeysWorld();
    hotkeys.start();
    hotkeys.suspend(true);
    expect(shortcuts.isSuspended).toBe(true);
    hotkeys.suspend(false);
    expect(shortcuts.isSuspended).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends by itself when the page was lost in the middle, and with the app', async () => {
    const { hotkeys, shortcuts, clock } = hotkeysWorld();
    hotkeys.start();
    hotkeys.suspend(true);
    await clock.advance(30_000);
    expect(shortcuts.isSuspended).toBe(false);
    hotkeys.suspend(true);
    hotkeys.dispose();
    expect(shortcuts.isSuspended).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the problems of hotkeys', () => {
  const said = (problem: Problem | undefined, language: Language) =>
    problem && sayProblem(problem, language);

  it('says that the overlay can be locked from the tray when its hotkey does not work', () => {
    const { hotkeys, shortcuts, problems, solved } = hotkeysWorld();
    shortcuts.taken.add(LOCK);
    hotkeys.start();
    hotkeys.retry();
    expect(problems.map(({ code }) => code)).toEqual(['overlay-hotkey-not-working']);
    expect(said(problems[0], 'ko')?.cure).toContain('트레이');
    expect(said(problems[0], 'en')?.what).toContain('CommandOrControl+Alt+L');
    expect(solved).toEqual([]);
    shortcuts.taken.clear();
    hotkeys.retry();
    expect(solved).toEqual(['overlay-hotkey-not-working']);
  });

  const nameOf = (action: HotkeyAction) => coreTexts('ko')(`hotkeys.${action}`);

  it('names all others in one, and says it anew only when they have changed', async () => {
    const { hotkeys, shortcuts, problems } = hotkeysWorld();
    shortcuts.taken.add(SKIP).add('Control+Alt+H');
    hotkeys.start();
    hotkeys.retry();
    expect(problems.map(({ code }) => code)).toEqual(['hotkeys-not-working']);
    expect(said(problems[0], 'ko')?.what).toContain(nameOf('alerts-panic'));
    expect(said(problems[0], 'ko')?.what).toContain(nameOf('alerts-skip'));
    await hotkeys.set('alerts-panic', null);
    expect(problems).toHaveLength(2);
    expect(said(problems[1], 'ko')?.what).not.toContain(nameOf('alerts-panic'));
  });

  it('says nothing of hotkeys that are switched off', async () => {
    const { hotkeys, problems } = hotkeysWorld();
    hotkeys.start();
    await hotkeys.set('overlay-lock', null);
    expect(problems).toEqual([]);
  });
});

describe('what hotkeys do', () => {
  it.each([
    ['overlay-lock', 'toggleOverlayLock'],
    ['overlay-show', 'toggleOverlayShown'],
    ['alerts-panic', 'hideAlerts'],
    ['alerts-pause', 'toggleAlertsPaused'],
    ['alerts-skip', 'skipAlert'],
    ['dashboard-show', 'showDashboard'],
    ['layout-next', 'nextLayout'],
    ['layout-1', 'firstLayout'],
    ['layout-2', 'secondLayout'],
    ['layout-3', 'thirdLayout'],
    ['mark-set', 'setMark'],
    ['replay-save', 'saveReplay'],
    ['show-quiet', 'toggleQuiet'],
    ['vote-end', 'endVote'],
    ['players-next', 'callPlayers'],
    ['counter-up', 'countUp'],
    ['counter-undo', 'undoCount'],
    ['wheel-spin', 'spinWheel'],
    ['draw-now', 'drawNow'],
    ['subathon-pause', 'toggleSubathon'],
  ] as const)('%s is %s', (action, name) => {
    const { actions, done } = recordedActions();
    runHotkeyAction(actions, action);
    expect(done).toEqual([name]);
  });
});

describe('while hotkeys are suspended', () => {
  it('nothing is registered or given back, whatever is wished; it follows when they are back', async () => {
    const { hotkeys, shortcuts, settings, statusOf } = hotkeysWorld();
    hotkeys.start();
    hotkeys.suspend(true);
    const before = shortcuts.calls.length;
    const { hotkeys: wished } = settings.get();
    await settings.update({ hotkeys: { ...wished, 'alerts-panic': 'Ctrl+Shift+F8' } });
    hotkeys.retry();
    expect(shortcuts.calls).toHaveLength(before);
    hotkeys.suspend(false);
    expect(statusOf('alerts-panic')).toBe('active');
    expect(shortcuts.calls.slice(before)).toEqual(['-Control+Alt+H', '+Control+Shift+F8']);
  });

  it('one that is set ends that, and is known to work', async () => {
    const { hotkeys, shortcuts } = hotkeysWorld();
    hotkeys.start();
    hotkeys.suspend(true);
    expect(await hotkeys.set('alerts-panic', 'Ctrl+Shift+F8')).toBe('active');
    expect(shortcuts.isSuspended).toBe(false);
  });

  it('the wishes of that time are carried out after 30 s, when nobody has ended it', async () => {
    const { hotkeys, settings, clock, statusOf } = hotkeysWorld();
    hotkeys.start();
    hotkeys.suspend(true);
    const { hotkeys: wished } = settings.get();
    await settings.update({ hotkeys: { ...wished, 'alerts-panic': null } });
    await clock.advance(30_000);
    expect(statusOf('alerts-panic')).toBe('off');
  });
});
