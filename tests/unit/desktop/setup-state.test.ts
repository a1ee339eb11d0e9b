import { describe, expect, it } from 'vitest';
import { problemOf, sayProblem } from '../../../electron/base/errors.ts';
import { InvalidConnectError } from '../../../electron/desktop/setup-service.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { connected, deskWith, FORM } from './setup-support.ts';

const OTHER_LOGIN = ['stop', 'write client-secret', 'remove grant', 'remove session'];

describe('connecting', () => {
  it('keeps the secret before the settings, starts anew and goes on to the sign-in', async () => {
    const { desk, told, vault, settings, hidden } = deskWith();
    await desk.handlers['setup.connect']({ ...FORM, clientId: '  client-1 \n' });
    expect(told).toEqual([
      ...OTHER_LOGIN,
      'settings connect welcome',
      'restart connect',
      'settings connect sign-in',
    ]);
    expect(vault.kept.get('client-secret')).toBe('secret-of-one');
    expect(settings().connect.clientId).toBe('client-1');
    expect(desk.hasSecret).toBe(true);
    expect(hidden).toContain('secret-of-one');
  });

  it('writes no secret into the settings', async () => {
    const { desk, settings } = deskWith();
    await desk.handlers['setup.connect'](FORM);
    expect(JSON.stringify(settings())).not.toContain('secret-of-one');
  });

  it('keeps secret, login and link when nothing but the press is new', async () => {
    const { desk, told, vault, settings } = deskWith(connected('client-1'), 'kept-secret');
    vault.kept.set('grant', 'the login');
    await desk.handlers['setup.connect']({ ...FORM, clientSecret: null });
    expect(told).toEqual([
      'settings connect application',
      'restart connect',
      'settings connect sign-in',
    ]);
    expect(vault.kept.get('client-secret')).toBe('kept-secret');
    expect(vault.kept.get('grant')).toBe('the login');
    expect(settings().linkedBefore).toBe(true);
  });

  it.each([
    ['application', { clientId: 'client-2' }],
    ['platform', { baseUrl: 'http://127.0.0.1:4000' }],
    ['sign-in page', { authUrl: 'https://other.example' }],
  ])('forgets the login of another %s while no core runs', async (_, changes) => {
    const { desk, told, vault, settings } = deskWith(connected('client-1'), 'kept-secret');
    vault.kept.set('grant', 'the login');
    vault.kept.set('session', 'the session');
    await desk.handlers['setup.connect']({ ...FORM, ...changes });
    expect(told.slice(0, 4)).toEqual(OTHER_LOGIN);
    expect([...vault.kept.keys()]).toEqual(['client-secret']);
    expect(settings().linkedBefore).toBe(false);
  });

  it('keeps the login when only the redirect URI is another', async () => {
    const { desk, vault } = deskWith(connected('client-1'), 'kept-secret');
    vault.kept.set('grant', 'the login');
    await desk.handlers['setup.connect']({ ...FORM, redirectUri: 'http://127.0.0.1:9000/back' });
    expect(vault.kept.get('grant')).toBe('the login');
  });

  it('does not write down addresses that are the app’s own, and keeps unknown fields', async () => {
    const connect = { ...DEFAULT_SETTINGS.connect, ofTomorrow: 1 };
    const { desk, settings } = deskWith({ connect });
    await desk.handlers['setup.connect']({
      ...FORM,
      baseUrl: 'https://ci.me/',
      authUrl: 'https://ci.me',
      redirectUri: 'http://127.0.0.1:17817/callback',
    });
    expect(settings().connect).toEqual({ ...connect, clientId: 'client-1' });
  });
});

describe('what cannot be used', () => {
  it('is told by the names of its fields, and changes nothing', async () => {
    const { desk, told, vault } = deskWith();
    const form = { ...FORM, clientId: 'a b', clientSecret: null, redirectUri: 'https://me/back' };
    const failure = await desk.handlers['setup.connect'](form).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(InvalidConnectError);
    const problem = problemOf(failure);
    expect(problem.code).toBe('invalid-connect');
    for (const language of LANGUAGES) {
      const { what, cure } = sayProblem(problem, language);
      expect(what).toContain('Client ID, Client Secret, Redirect URI');
      expect(cure).toMatch(/Client ID: .+ Client Secret: .+ Redirect URI: .+\./);
    }
    expect(told).toEqual([]);
    expect(vault.kept.size).toBe(0);
  });

  it('is never repeated, for it may be a secret in the wrong place', async () => {
    const { desk } = deskWith();
    const form = { ...FORM, clientSecret: 'my own secret', baseUrl: 'my-other-secret' };
    const failure = await desk.handlers['setup.connect'](form).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(problemOf(failure))).not.toMatch(/my own|my-other/);
  });
});

describe('when something is in the way', () => {
  it('a closed vault leaves the settings, and the former core comes back', async () => {
    const { desk, told, vault, settings } = deskWith();
    vault.broken = true;
    await expect(desk.handlers['setup.connect'](FORM)).rejects.toThrow('the vault is closed');
    expect(told).toEqual(['stop', 'restart undecided']);
    expect(settings()).toEqual(DEFAULT_SETTINGS);
    expect(desk.hasSecret).toBe(false);
  });

  it.each([
    ['puts the former secret back', 'kept-secret'],
    ['takes the new secret out again', null],
  ])('a full disk %s', async (_, secret) => {
    const { desk, vault, trouble, told } = deskWith(connected('client-1'), secret);
    trouble.settings = true;
    const form = { ...FORM, clientId: 'client-2' };
    await expect(desk.handlers['setup.connect'](form)).rejects.toThrow('the disk is full');
    expect(vault.kept.get('client-secret') ?? null).toBe(secret);
    expect(desk.hasSecret).toBe(secret !== null);
    expect(told.at(-1)).toBe('restart connect');
  });

  it('a core that does not start keeps the step, so that the form can say why', async () => {
    const { desk, trouble, settings } = deskWith(connected('client-1'), 'kept-secret');
    trouble.restart = true;
    await expect(desk.handlers['setup.connect'](FORM)).rejects.toThrow('no port');
    expect(settings().desktop.step).toBe('application');
  });

  it('the next thing asked for is done all the same', async () => {
    const { desk, trouble, settings } = deskWith();
    trouble.restart = true;
    const first = desk.handlers['setup.connect'](FORM);
    const second = desk.handlers['setup.go']({ step: 'application' });
    await expect(first).rejects.toThrow();
    await second;
    expect(settings().desktop.step).toBe('application');
  });
});

describe('choosing the mode', () => {
  it('ends the first run with the demo, once that runs', async () => {
    const { desk, told } = deskWith();
    await desk.handlers['setup.set-mode']({ mode: 'demo' });
    expect(told).toEqual(['settings demo welcome', 'restart demo', 'settings demo done']);
  });

  it('stays at the welcome when the demo does not start', async () => {
    const { desk, trouble, settings } = deskWith();
    trouble.restart = true;
    await expect(desk.handlers['setup.set-mode']({ mode: 'demo' })).rejects.toThrow('no port');
    expect(settings().desktop.step).toBe('welcome');
  });

  it('leaves a finished first run finished, and starts anew also on the same mode', async () => {
    const { desk, told } = deskWith({
      desktop: { ...DEFAULT_SETTINGS.desktop, mode: 'demo', step: 'done' },
    });
    await desk.handlers['setup.set-mode']({ mode: 'connect' });
    await desk.handlers['setup.set-mode']({ mode: 'connect' });
    expect(told).toEqual(['settings connect done', 'restart connect', 'restart connect']);
  });

  it('waits until what was asked before is over', async () => {
    const { desk, told } = deskWith();
    await Promise.all([
      desk.handlers['setup.set-mode']({ mode: 'demo' }),
      desk.handlers['setup.connect'](FORM),
    ]);
    expect(told.indexOf('stop')).toBeGreaterThan(told.indexOf('settings demo done'));
    expect(told.at(-1)).toBe('settings connect sign-in');
  });
});

describe('the kept secret', () => {
  it.each([
    ['kept-secret', true],
    [null, false],
  ])('%s is known of after loading: %s', async (secret, expected) => {
    const { desk, hidden } = deskWith({}, secret);
    expect(desk.hasSecret).toBe(false);
    await desk.load();
    expect(desk.hasSecret).toBe(expected);
    expect(hidden).toEqual(secret === null ? [] : [secret]);
  });
});
