import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_STRIP, type ObsCause } from '../../../../shared/contract/obs.ts';
import { EMPTY_OBS } from '../../../support/empty-states.ts';
import { openMenu } from '../draw-dashboard.tsx';
import { NOW, PROBLEM_TEXT } from '../support.ts';
import { obsWith, waitingFor } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const connect = () => card('Connect to OBS');
const press = (name: string | RegExp, where = connect()) =>
  fireEvent.click(where.getByRole('button', { name }));
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const submit = () =>
  fireEvent.submit(screen.getByLabelText('Computer').closest('form') as HTMLFormElement);
const ELSEWHERE = { host: '192.168.0.7' };

describe('before OBS is connected', () => {
  it('one press reads OBS’s own settings and connects', async () => {
    const page = await drawObs(EMPTY_OBS);
    press('Connect to OBS');
    expect(page.bridge.last).toMatchObject({ name: 'obs.find', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.find').answer({ found: 'yes' }));
    expect(connect().queryByRole('alert')).toBeNull();
    await sayObs(page, { ...EMPTY_OBS, link: { state: 'connecting' } });
    expect(connect().getByRole('status')).toHaveTextContent('Connecting to OBS…');
  });

  it.each([
    ['server-off', /^OBS’s WebSocket server is off/],
    ['no', /^Can’t find OBS on this computer/],
  ])('it says what is missing where it finds %s, and shows the steps', async (found, words) => {
    const page = await drawObs(EMPTY_OBS);
    expect(screen.getByLabelText('Computer')).not.toBeVisible();
    press('Connect to OBS');
    await page.core((bridge) => bridge.lastOf('obs.find').answer({ found }));
    expect(connect().getByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText('Computer')).toBeVisible();
    expect(connect().getAllByRole('listitem')).toHaveLength(3);
  });

  it('says beside the button why it failed', async () => {
    const page = await drawObs(EMPTY_OBS);
    press('Connect to OBS');
    await page.core((bridge) => bridge.lastOf('obs.find').refuse());
    expect(connect().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('connects with what was typed, without blanks around the address', async () => {
    const page = await drawObs(EMPTY_OBS);
    type('Computer', ' 192.168.0.7 ');
    type('Port', '4460');
    type('Password', ' a secret ');
    submit();
    expect(page.bridge.last).toMatchObject({
      name: 'obs.connect',
      args: { host: '192.168.0.7', port: 4460, password: ' a secret ' },
    });
    await page.core((bridge) => bridge.lastOf('obs.connect').answer(undefined));
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it.each([
    ['Computer', ' '],
    ['Computer', 'my computer'],
    ['Port', ''],
    ['Port', '70000'],
  ])('does not connect with a %s of “%s”, and says so', async (label, text) => {
    const page = await drawObs(EMPTY_OBS);
    type(label, text);
    submit();
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(page.bridge.asked.some(({ name }) => name === 'obs.connect')).toBe(false);
  });

  it('keeps the password that is saved where none is typed, and covers what is', async () => {
    const page = await drawObs({ ...EMPTY_OBS, hasPassword: true });
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      'Leave empty to use the saved one.',
    );
    submit();
    expect(page.bridge.last.args).toMatchObject({ password: null });
  });

  it('still has the address to paste', async () => {
    await drawObs(EMPTY_OBS);
    expect(card('OBS overlay').getByRole('button', { name: 'Copy address' })).toBeVisible();
  });
});

describe('while OBS cannot be reached', () => {
  it.each<[ObsCause, RegExp, string]>([
    ['not-running', /^OBS isn’t answering/, 'Try now'],
    ['password-needed', /^OBS asks for a password/, 'Read it from OBS'],
    ['password-wrong', /^The password doesn’t match/, 'Read it from OBS'],
    ['not-obs', /^Another program answers on port 4455/, 'Read it from OBS'],
    ['too-old', /^This OBS is too old/, 'Try now'],
    ['lost', /^The connection to OBS broke/, 'Try now'],
  ])('%s has a sentence and one thing to do', async (cause, words, action) => {
    await drawObs(waitingFor(cause));
    expect(connect().getAllByRole('status')[0]).toHaveTextContent(words);
    const main = connect()
      .getAllByRole('button')
      .filter((button) => button.className.includes('button-primary'));
    expect(main.map(({ textContent }) => textContent)).toEqual([action]);
  });

  it.each<ObsCause>(['password-needed', 'password-wrong', 'not-obs'])(
    '%s on another computer opens the fields instead',
    async (cause) => {
      await drawObs(waitingFor(cause, ELSEWHERE));
      expect(connect().queryByRole('button', { name: 'Read it from OBS' })).toBeNull();
      expect(screen.getByLabelText('Computer')).toBeVisible();
      expect(screen.getByLabelText('Computer')).toHaveValue('192.168.0.7');
    },
  );

  it('tries again with what is saved, and counts down to its own try', async () => {
    const link = { state: 'waiting', cause: 'lost', retryAt: NOW + 5_000 } as const;
    const page = await drawObs({ ...waitingFor('lost', ELSEWHERE), link });
    expect(connect().getByRole('timer')).toHaveTextContent('Next try in 5s');
    await page.pass(2_000);
    expect(connect().getByRole('timer')).toHaveTextContent('Next try in 3s');
    press('Try now');
    expect(page.bridge.last).toMatchObject({
      name: 'obs.connect',
      args: { host: '192.168.0.7', port: 4455, password: null },
    });
  });

  it('can be given up', async () => {
    const page = await drawObs(waitingFor('lost'));
    press('Disconnect');
    expect(page.bridge.last).toMatchObject({ name: 'obs.disconnect', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.disconnect').refuse());
    expect(connect().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });
});

describe('once OBS is connected', () => {
  it('says its version, and can be disconnected', async () => {
    const page = await drawObs(obsWith());
    expect(connect().getByText('OBS 30.2.3')).toBeVisible();
    press('Disconnect');
    expect(page.bridge.last).toMatchObject({ name: 'obs.disconnect', args: {} });
  });
});

describe('the button of OBS', () => {
  const button = () => within(screen.getByRole('banner')).getByRole('button', { name: /^OBS:/ });

  it.each([
    [EMPTY_OBS, 'OBS: No overlay connected', 'neutral'],
    [{ ...EMPTY_OBS, link: { state: 'connecting' } }, 'OBS: Connecting to OBS…', 'neutral'],
    [waitingFor('not-obs'), 'OBS: Another program answers on port 4455', 'neutral'],
    [obsWith(), 'OBS: Connected', 'accent'],
    [
      obsWith({ strip: { ...NO_STRIP, stream: { state: 'reconnecting', since: NOW } } }),
      'OBS: OBS lost the server and is reconnecting',
      'warn',
    ],
    [obsWith({ proof: { state: 'looking' } }), 'OBS: Connected', 'accent'],
    [
      obsWith({ proof: { state: 'proved', at: NOW, scene: 'Game', by: 'program' } }),
      'OBS: Overlay in the picture',
      'live',
    ],
    [
      obsWith({
        proof: {
          state: 'found',
          at: NOW,
          findings: [
            { code: 'hidden', source: 'Stagelight', by: [], fixable: true },
            { code: 'muted', source: 'Stagelight', by: [], fixable: true },
          ],
        },
      }),
      'OBS: 2 things to fix',
      'warn',
    ],
  ] as const)('says how it is (%#)', async (state, name, tone) => {
    await drawObs(state);
    expect(button()).toHaveAccessibleName(name);
    expect(button()).toHaveClass(`tone-${tone}`);
    expect(button().querySelector('.lucide-check') !== null).toBe(tone === 'live');
  });

  it('opens the page of OBS, and so does the menu', async () => {
    const page = await drawObs(obsWith());
    page.dashboard.show('live');
    await page.pass(0);
    fireEvent.click(button());
    expect(page.dashboard.store.getState()).toMatchObject({
      view: 'settings',
      parts: { settings: 'obs' },
    });
    page.dashboard.show('live');
    await page.pass(0);
    openMenu();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'OBS' }));
    expect(page.dashboard.store.getState().view).toBe('settings');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
