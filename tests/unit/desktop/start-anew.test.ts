import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { imageOf, launcher, startAnew } from '../../../electron/desktop/ports/start-anew.ts';

const IMAGE = '/home/moon/Apps/Stagelight.AppImage';
const MOUNT = '/tmp/.mount_Stagel1x2y';

function app(given: { readonly argv?: readonly string[]; readonly image?: string | null } = {}) {
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const restart = startAnew({
    app: {
      relaunch: (options) => void told.push(`relaunch ${JSON.stringify(options?.args)}`),
      once: (event, listener) => {
        told.push(`at the ${event}`);
        ends.push(listener);
      },
      releaseSingleInstanceLock: () => void told.push('unlock'),
    },
    argv: given.argv ?? ['/opt/stagelight/stagelight'],
    image: given.image ?? null,
    launch: (program, args) => void told.push(`launch ${program} ${JSON.stringify(args)}`),
    quit: () => void told.push('quit'),
  });
  return { restart, told, end: () => ends.forEach((listener) => void listener()) };
}

describe('starting anew', () => {
  it('is asked of the system before the app ends', () => {
    const { restart, told } = app();
    restart();
    expect(told).toEqual(['relaunch []', 'quit']);
  });

  it('is with the arguments of this start, but with the window that somebody was looking at', () => {
    const { restart, told } = app({ argv: ['electron', '.', '--hidden', '--user-data-dir=/d'] });
    restart();
    expect(told[0]).toBe('relaunch [".","--user-data-dir=/d"]');
  });

  it('is once, however often it is asked for: each wish would be one more app', () => {
    const { restart, told } = app();
    restart();
    restart();
    expect(told).toEqual(['relaunch []', 'quit']);
  });

  it('of an AppImage is that of its file, when this one has ended: its program is gone then', () => {
    const { restart, told, end } = app({ image: IMAGE, argv: [`${MOUNT}/stagelight`, '--hidden'] });
    restart();
    expect(told).toEqual(['at the quit', 'quit']);
    end();
    expect(told.slice(2)).toEqual(['unlock', `launch ${IMAGE} []`]);
  });
});

describe('a program that is started', () => {
  it('is told that it takes the place of this one, and waits for its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-anew-'));
    const file = join(folder, 'told.txt');
    const script = `require('fs').writeFileSync(process.argv[1] + '.part', process.env.STAGELIGHT_TAKES_OVER ?? 'nothing');
      require('fs').renameSync(process.argv[1] + '.part', process.argv[1]);`;
    launcher(silentLogger)(process.execPath, ['-e', script, file]);
    const told = await vi.waitFor(() => readFile(file, 'utf8'));
    expect(told).toBe('1');
    expect(process.env['STAGELIGHT_TAKES_OVER']).toBeUndefined();
    await rm(folder, { recursive: true, force: true });
  });

  it('and is not there is in the log, and ends nothing', async () => {
    const words = await new Promise<string>((logged) => {
      launcher({ ...silentLogger, error: logged })('/no/such/Stagelight.AppImage', []);
    });
    expect(words).toBe('the app could not be started anew');
  });
});

describe('the AppImage that the app runs from', () => {
  it.each([
    ['it does', { APPIMAGE: IMAGE, APPDIR: MOUNT }, `${MOUNT}/stagelight`, IMAGE],
    [
      'another program does, and has started it',
      { APPIMAGE: IMAGE, APPDIR: MOUNT },
      '/opt/s',
      null,
    ],
    ['a folder begins like its own', { APPIMAGE: IMAGE, APPDIR: MOUNT }, `${MOUNT}2/s`, null],
    ['the path is not whole', { APPIMAGE: 's.AppImage', APPDIR: MOUNT }, `${MOUNT}/s`, null],
    ['there is none', {}, '/opt/stagelight/stagelight', null],
  ])('where %s', (_, environment, program, image) => {
    expect(imageOf(environment, program)).toBe(image);
  });
});
