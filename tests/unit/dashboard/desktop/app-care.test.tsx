import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UpdateState } from '../../../../shared/desktop.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { sayDesktop, setupWith } from './app-fixtures.ts';
import { askedArgs, drawApp } from './app-support.ts';

// jsdom knows the element, not how to open it.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

const card = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const OFF_AIR = { connection: { state: 'signed-out', reason: null, since: NOW } } as const;

describe('the app as a program', () => {
  it.each([
    ['Keep running when the window closes', { closeToTray: false }],
    ['Start when the computer starts', { startWithSystem: true }],
    ['Check for updates automatically', { checkForUpdates: false }],
  ])('changes "%s"', async (name, patch) => {
    const page = await drawApp({ language: 'en' });
    fireEvent.click(screen.getByRole('switch', { name }));
    expect(page.bridge.last).toMatchObject({ name: 'app.set', args: patch });
  });

  it('says where it cannot start with the system', async () => {
    await drawApp({
      language: 'en',
      desktop: { canStartWithSystem: false, startWithSystem: true },
    });
    const start = screen.getByRole('switch', { name: 'Start when the computer starts' });
    expect(start).toBeDisabled();
    expect(start).not.toBeChecked();
    expect(start).toHaveAccessibleDescription(/can’t start automatically/);
  });
});

describe('updates', () => {
  const drawUpdate = (update: UpdateState, status = {}) =>
    drawApp({ language: 'en', desktop: { update }, status });
  const updates = () => card('Version and updates');

  it.each<[string, UpdateState, string, string | null]>([
    ['off', { kind: 'off' }, 'Automatic update checks are off.', 'Check now'],
    ['never', { kind: 'idle', checkedAt: null }, 'Not checked yet.', 'Check now'],
    ['idle', { kind: 'idle', checkedAt: NOW }, 'You have the latest version.', 'Check now'],
    ['checking', { kind: 'checking' }, 'Checking for updates.', 'Check now'],
    [
      'available',
      { kind: 'available', version: '2.0.0' },
      'Version 2.0.0 is available.',
      'Download',
    ],
    ['downloading', { kind: 'downloading', version: '2.0.0', percent: 42.4 }, '42%', null],
    ['ready', { kind: 'ready', version: '2.0.0' }, 'Version 2.0.0 is ready', 'Restart and install'],
    ['failed', { kind: 'failed', problem: PROBLEM }, PROBLEM_TEXT.cure.en, 'Check now'],
  ])('%s are said in words, with what can be done', async (_name, update, text, button) => {
    await drawUpdate(update);
    expect(updates().getByText(text, { exact: false })).toBeVisible();
    expect(updates().queryAllByRole('button')).toHaveLength(button ? 1 : 0);
    if (button) expect(updates().getByRole('button', { name: button })).toBeVisible();
  });

  it('show how far a download is', async () => {
    await drawUpdate({ kind: 'downloading', version: '2.0.0', percent: 42.4 });
    expect(updates().getByRole('progressbar')).toHaveAttribute('value', '42');
  });

  it.each<[UpdateState, string, string]>([
    [{ kind: 'idle', checkedAt: null }, 'Check now', 'update.check'],
    [{ kind: 'available', version: '2.0.0' }, 'Download', 'update.download'],
  ])('do what the button says: %j', async (update, button, command) => {
    const page = await drawUpdate(update);
    fireEvent.click(updates().getByRole('button', { name: button }));
    expect(page.bridge.last.name).toBe(command);
    await page.core((bridge) => bridge.last.refuse());
    expect(updates().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('are installed at once while no show is running', async () => {
    const page = await drawUpdate({ kind: 'ready', version: '2.0.0' }, OFF_AIR);
    expect(updates().getByText(/Installing restarts the app/)).toBeVisible();
    fireEvent.click(updates().getByRole('button', { name: 'Restart and install' }));
    expect(page.bridge.last.name).toBe('update.install');
  });

  it('ask by the name of the show before they restart it', async () => {
    const page = await drawUpdate({ kind: 'ready', version: '2.0.0' });
    const press = () =>
      fireEvent.click(updates().getByRole('button', { name: 'Restart and install' }));
    press();
    expect(dialog().getByText('달빛 라디오')).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Later' }));
    expect(page.bridge.asked).toEqual([]);
    press();
    fireEvent.click(dialog().getByRole('button', { name: 'Restart and install' }));
    expect(page.bridge.asked.map(({ name }) => name)).toEqual(['update.install']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what the app is connected to', () => {
  const DEMO = { setup: setupWith({ mode: 'demo' }) };
  const NO_CREDENTIALS = setupWith({
    mode: 'demo',
    connect: { ...setupWith().connect, hasSecret: false },
  });
  const mode = () => card('Channel or demo');
  const press = (name: string) => fireEvent.click(mode().getByRole('button', { name }));

  it('changes to the demo only after a warning with the name of the show', async () => {
    const page = await drawApp({ language: 'en' });
    press('Use the demo');
    expect(dialog().getByText(/Your channel disconnects/)).toBeVisible();
    expect(dialog().getByText('달빛 라디오')).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(page.bridge.asked).toEqual([]);
    press('Use the demo');
    fireEvent.click(dialog().getByRole('button', { name: 'Use the demo' }));
    expect(page.bridge.last).toMatchObject({ name: 'setup.set-mode', args: { mode: 'demo' } });
  });

  it('leaves the demo for the channel that is set up', async () => {
    const page = await drawApp({ language: 'en', desktop: DEMO });
    press('Leave the demo');
    expect(dialog().getByText(/your channel connects/)).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Leave the demo' }));
    expect(askedArgs(page, 'setup.set-mode')).toEqual([{ mode: 'connect' }]);
  });

  it('leaves the demo for the setup where no channel is set up', async () => {
    const page = await drawApp({ language: 'en', desktop: { setup: NO_CREDENTIALS } });
    press('Leave the demo');
    expect(dialog().getByText(/you set up your channel/)).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Leave the demo' }));
    await page.core((bridge) => bridge.last.answer({}));
    expect(page.bridge.asked.map(({ name, args }) => [name, args])).toEqual([
      ['setup.set-mode', { mode: 'undecided' }],
      ['setup.go', { step: 'application' }],
    ]);
  });

  it('stays in the demo when leaving it fails, and says why', async () => {
    const page = await drawApp({ language: 'en', desktop: { setup: NO_CREDENTIALS } });
    press('Leave the demo');
    fireEvent.click(dialog().getByRole('button', { name: 'Leave the demo' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(askedArgs(page, 'setup.go')).toEqual([]);
    expect(mode().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('can be set up again from the beginning', async () => {
    const page = await drawApp({ language: 'en' });
    press('Set up again');
    expect(page.bridge.last).toMatchObject({ name: 'setup.go', args: { step: 'welcome' } });
  });

  it('needs no warning while nothing is connected', async () => {
    const setup = setupWith({ mode: 'undecided' });
    const page = await drawApp({ language: 'en', desktop: { setup } });
    press('Use the demo');
    expect(page.bridge.last.args).toEqual({ mode: 'demo' });
  });
});

describe('keeping the sign-in', () => {
  const weak = (allowWeak: boolean | null) => ({ protection: 'weak', allowWeak }) as const;
  const vault = () => card('Saved sign-in');
  const buttons = () =>
    vault()
      .queryAllByRole('button')
      .map((button) => button.textContent);

  it('asks nothing where the system encrypts it', async () => {
    await drawApp({ language: 'en' });
    expect(vault().getByText('Encrypted by the system')).toBeVisible();
    expect(buttons()).toEqual([]);
  });

  it.each<[boolean | null, string, string[]]>([
    [null, 'Save your sign-in anyway?', ['Save', 'Don’t save']],
    [true, 'You chose to save it.', ['Don’t save']],
    [false, 'It isn’t saved. Sign in each time the app starts.', ['Save']],
  ])('without encryption, decided %s: "%s"', async (allowWeak, text, offered) => {
    await drawApp({ language: 'en', desktop: { vault: weak(allowWeak) } });
    expect(vault().getByText('This system has no secure encryption')).toBeVisible();
    expect(vault().getByText(text)).toBeVisible();
    expect(buttons()).toEqual(offered);
  });

  it.each([
    ['Save', true],
    ['Don’t save', false],
  ])('is decided by "%s"', async (name, allow) => {
    const page = await drawApp({ language: 'en', desktop: { vault: weak(null) } });
    fireEvent.click(vault().getByRole('button', { name }));
    expect(page.bridge.last).toMatchObject({ name: 'vault.allow-weak', args: { allow } });
  });

  it('is asked above the show until it is decided', async () => {
    const page = await drawDashboard({ language: 'en' });
    const question = () => screen.queryByText('Save your sign-in anyway?');
    await page.core((bridge) => sayDesktop(bridge));
    expect(question()).toBeNull();
    await page.core((bridge) => sayDesktop(bridge, { vault: weak(null) }));
    expect(question()).toBeVisible();
    await page.core((bridge) => sayDesktop(bridge, { vault: weak(true) }));
    expect(question()).toBeNull();
  });
});
