import { describe, expect, it } from 'vitest';
import {
  pagesOfObs,
  reminderOf,
  type ShownStep,
  type SignInStage,
  signInStage,
  stepBefore,
  wayOf,
} from '../../../../renderer/dashboard/setup/steps.ts';
import type { AppMode } from '../../../../shared/desktop.ts';
import type { ConnectionState } from '../../../../shared/status.ts';
import { NOW, statusWith } from '../support.ts';
import { APPLICATION, desktopWith, NO_APPLICATION } from './setup-fixtures.ts';

const connect = desktopWith({ mode: 'connect', connect: APPLICATION }).setup;
const at = (state: ConnectionState, demo = false) =>
  statusWith({ demo, connection: { state, reason: null, since: NOW } });

describe('the way', () => {
  it.each<[ShownStep, AppMode, ShownStep | null, number]>([
    ['welcome', 'undecided', null, 4],
    ['application', 'undecided', 'welcome', 4],
    ['sign-in', 'connect', 'application', 4],
    ['overlay', 'connect', 'sign-in', 4],
    ['overlay', 'demo', 'welcome', 2],
    ['application', 'demo', 'welcome', 4],
  ])('leads from %s (%s) back to %s and has %d steps', (step, mode, before, length) => {
    expect(stepBefore(step, mode)).toBe(before);
    expect(wayOf(step, mode)).toHaveLength(length);
  });
});

describe('signing in', () => {
  it.each<[ConnectionState, string | null, SignInStage]>([
    ['starting', null, 'preparing'],
    ['stopped', null, 'preparing'],
    ['signed-out', null, 'signed-out'],
    ['signed-out', 'https://ci.me/go', 'waiting'],
    ['signing-in', 'https://ci.me/go', 'waiting'],
    ['signing-in', null, 'signed-out'],
    ['connecting', null, 'signed-in'],
    ['live', 'https://ci.me/consent', 'signed-in'],
    ['reconnecting', null, 'signed-in'],
  ])('%s with the address %s is %s', (state, url, stage) => {
    expect(signInStage(connect, at(state), url)).toBe(stage);
  });

  it('waits for the core of the channel while the former one still speaks', () => {
    expect(signInStage(connect, at('live', true), null)).toBe('preparing');
    expect(signInStage(connect, null, null)).toBe('preparing');
    const resting = { state: 'signed-out', reason: 'not-set-up', since: NOW } as const;
    expect(signInStage(connect, statusWith({ connection: resting }), null)).toBe('preparing');
  });

  it('needs an application', () => {
    for (const setup of [
      desktopWith({ mode: 'connect', connect: NO_APPLICATION }).setup,
      desktopWith({ mode: 'connect', connect: { ...APPLICATION, hasSecret: false } }).setup,
      desktopWith({ mode: 'undecided', connect: APPLICATION }).setup,
    ]) {
      expect(signInStage(setup, at('live'), null)).toBe('no-application');
    }
  });
});

describe('pages of OBS', () => {
  it.each([
    [0, false, 0],
    [1, false, 1],
    [1, true, 0],
    [2, true, 1],
    [0, true, 0],
  ])('of %d pages with the window shown %s are %d', (connectedPages, shown, expected) => {
    const { overlayWindow } = desktopWith();
    const desktop = desktopWith({}, { overlayWindow: { ...overlayWindow, shown } });
    const overlay = { url: 'http://127.0.0.1:1/overlay/k/', connectedPages };
    expect(pagesOfObs(desktop, statusWith({ overlay }))).toBe(expected);
  });
});

describe('the reminder', () => {
  const undecided = desktopWith().setup;
  const unregistered = desktopWith({ mode: 'connect' }).setup;
  const live = at('live');
  const signedOut = at('signed-out');
  it.each([
    ['the demo', desktopWith({ mode: 'demo' }).setup, live, null, { kind: 'demo' }],
    ['nothing begun', undecided, live, 'welcome', { kind: 'go-on', at: 'welcome' }],
    ['a form left', undecided, live, 'application', { kind: 'go-on', at: 'application' }],
    ['no application', unregistered, live, null, { kind: 'go-on', at: 'application' }],
    ['a sign-in left', connect, signedOut, 'sign-in', null],
    ['a sign-in made up for', connect, live, 'sign-in', { kind: 'go-on', at: 'overlay' }],
    ['an overlay left', connect, live, 'overlay', { kind: 'go-on', at: 'overlay' }],
    ['everything done', connect, live, null, null],
  ] as const)('after %s', (_, setup, status, left, expected) => {
    expect(reminderOf(setup, status, left)).toEqual(expected);
  });
});
