import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { presentWatcher } from '../../../electron/base/watched.ts';
import type { CommandAnswer } from '../../../shared/preload.ts';
import { settle } from '../../support/virtual-clock.ts';
import { FakeContents, type IpcStage, ipcStage } from './ipc-support.ts';

let stage: IpcStage;

beforeEach(async () => {
  stage = await ipcStage();
});

afterEach(() => stage.stop());

function codeOf(answer: CommandAnswer): string {
  return answer.ok ? 'done' : answer.problem.code;
}

describe('a command of the dashboard', () => {
  it('to the app is carried out and answered', async () => {
    const answer = await stage.dashboard.command('app.copy', { text: 'hello' });
    expect(answer).toEqual({ ok: true, value: undefined });
    expect(stage.asked).toEqual([{ name: 'app.copy', args: { text: 'hello' } }]);
  });

  it('to the core goes to the core', async () => {
    const answer = await stage.dashboard.command('test-event.play', { kind: 'CHAT' });
    expect(answer).toEqual({ ok: true, value: { seq: 1 } });
    expect(stage.asked).toEqual([]);
  });

  it.each([
    ['an unknown name', 'app.format-disk', {}, 'unknown-command'],
    ['a name of every object', 'constructor', {}, 'unknown-command'],
    ['a name that is no text', { name: 'app.copy' }, {}, 'unknown-command'],
    ['no name', undefined, undefined, 'unknown-command'],
    ['no arguments', 'app.copy', undefined, 'invalid-arguments'],
    ['arguments of the wrong kind', 'app.copy', { text: 5 }, 'invalid-arguments'],
    ['one argument too many', 'app.copy', { text: 'a', more: true }, 'invalid-arguments'],
    ['a text that is too long', 'app.copy', { text: 'x'.repeat(30_001) }, 'invalid-arguments'],
    ['a list for arguments', 'update.check', [], 'invalid-arguments'],
    ['bad arguments to the core', 'test-event.play', { kind: 'NOPE' }, 'invalid-arguments'],
  ])('with %s is refused with a typed problem', async (_what, name, args, code) => {
    const answer = await stage.dashboard.command(name, args);
    expect(codeOf(answer)).toBe(code);
    expect(answer).toMatchObject({ problem: { code: expect.any(String) } });
    expect(stage.asked).toEqual([]);
  });

  it('says which problem its handler names', async () => {
    stage.onAsked = () => Promise.reject(new StagelightError({ code: 'not-on-this-host' }));
    expect(codeOf(await stage.dashboard.command('update.check', {}))).toBe('not-on-this-host');
  });

  it('whose handler breaks, or answers nonsense, is answered all the same', async () => {
    stage.onAsked = () => Promise.reject(new TypeError('inside'));
    const broken = await stage.dashboard.command('update.check', {});
    stage.onAsked = async () => ({ status: 'perhaps' });
    const nonsense = await stage.dashboard.command('hotkey.set', {
      action: 'alerts-skip',
      accelerator: null,
    });
    expect([broken, nonsense].map(codeOf)).toEqual(['unexpected', 'unexpected']);
    expect(JSON.stringify(broken)).not.toContain('inside');
  });

  it('leaves neither its arguments nor an unknown name in the log', async () => {
    await stage.dashboard.command('a-name-somebody-made-up', {});
    const clientSecret = 'very-secret-value-1234';
    await stage.dashboard.command('setup.connect', { clientSecret, clientId: 5 });
    expect(stage.world.logged).toHaveLength(2);
    expect(stage.world.logged.join('\n')).not.toMatch(/very-secret|made-up/);
  });
});

describe('a command with an id', () => {
  const ask = (id: unknown) => stage.dashboard.command('update.check', {}, undefined, id);

  it('that comes again is done once, and both get the one answer', async () => {
    const open: (() => void)[] = [];
    stage.onAsked = () => new Promise((resolve) => open.push(() => resolve(undefined)));
    const answers = [ask(5), ask(5)];
    await settle();
    for (const end of open) end();
    expect(await Promise.all(answers)).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ]);
    expect(codeOf(await ask(5))).toBe('done');
    expect(stage.asked).toHaveLength(1);
  });

  it.each(['5', 1.5, Number.NaN, {}, null])('that is none (%j) is done each time', async (id) => {
    await ask(id);
    await ask(id);
    expect(stage.asked).toHaveLength(2);
  });

  it.each([true, false])(
    'tells the page (shown: %s) how long the platform asks to wait',
    async (shown) => {
      const page = await stage.open('dashboard');
      stage.setShown(stage.dashboard, shown);
      page.heard.length = 0;
      stage.onAsked = async () => {
        presentWatcher()?.(7_000.4);
        return {};
      };
      await ask(5);
      await stage.clock.advance(20);
      expect(page.heard).toContainEqual({ type: 'waiting', id: 5, forMs: 7_000 });
    },
  );
});

describe('without a core', () => {
  beforeEach(() => stage.setCore(null));

  it('commands to the core are answered that it is not running', async () => {
    const answer = await stage.dashboard.command('alerts.skip', {});
    expect(codeOf(answer)).toBe('core-not-running');
  });

  it('the app itself still does what it is asked', async () => {
    expect(codeOf(await stage.dashboard.command('setup.set-mode', { mode: 'demo' }))).toBe('done');
  });
});

describe('too much at once', () => {
  it('is refused from the 33rd on, until one is answered', async () => {
    const open: (() => void)[] = [];
    stage.onAsked = () => new Promise((resolve) => open.push(() => resolve(undefined)));
    const first = Array.from({ length: 32 }, () => stage.dashboard.command('update.check', {}));
    await settle();
    expect(codeOf(await stage.dashboard.command('update.check', {}))).toBe('too-many-commands');
    open.shift()?.();
    expect(await Promise.race(first)).toEqual({ ok: true, value: undefined });
    const next = stage.dashboard.command('update.check', {});
    await settle();
    for (const answer of open) answer();
    expect(codeOf(await next)).toBe('done');
    await Promise.all(first);
  });
});

describe('whoever else asks', () => {
  const copy = ['app.copy', { text: 'stolen' }] as const;

  it('as an overlay is told that overlays only show', async () => {
    expect(codeOf(await stage.overlay.command(...copy))).toBe('no-commands-here');
    expect(codeOf(await stage.overlay.command('alerts.skip', {}))).toBe('no-commands-here');
    expect(stage.asked).toEqual([]);
  });

  it.each([
    ['a frame in the dashboard', { url: 'app://dashboard/', detached: false, parent: {} }],
    ['another address', { url: 'https://example.test/', detached: false, parent: null }],
    ['a page of another scheme', { url: 'file:///dashboard/', detached: false, parent: null }],
    ['the overlay’s page in our window', { url: 'app://overlay/', detached: false, parent: null }],
    ['a frame that is gone', null],
  ])('from %s is refused', async (_what, frame) => {
    expect(codeOf(await stage.dashboard.command(...copy, frame))).toBe('foreign-frame');
    expect(stage.asked).toEqual([]);
  });

  it('from a window that is not ours is refused', async () => {
    const foreign = new FakeContents(stage.ipcMain, 'app://dashboard/');
    expect(codeOf(await foreign.command(...copy))).toBe('foreign-frame');
  });

  it('again and again does not fill the log', async () => {
    for (let time = 0; time < 1_000; time += 1) await stage.overlay.command(...copy);
    expect(stage.world.logged.length).toBeLessThan(12);
  });
});
