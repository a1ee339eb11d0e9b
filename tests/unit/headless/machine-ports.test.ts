import { EventEmitter, once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { defaultDataFolder } from '../../../electron/headless/data-folder.ts';
import { systemBrowser } from '../../../electron/headless/open-browser.ts';
import { SECRET_VARIABLE } from '../../../electron/headless/usage.ts';
import { logStrayFailures, waitForStop } from '../../../electron/host/process-events.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();

describe('the data folder', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, join(homedir(), '.local', 'share', 'stagelight')],
    ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'stagelight')],
    ['linux', { XDG_DATA_HOME: '' }, join(homedir(), '.local', 'share', 'stagelight')],
    ['linux', { XDG_DATA_HOME: 'data' }, join(homedir(), '.local', 'share', 'stagelight')],
    ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'Stagelight')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Stagelight')],
    ['win32', { APPDATA: '' }, join(homedir(), 'AppData', 'Roaming', 'Stagelight')],
    ['win32', {}, join(homedir(), 'AppData', 'Roaming', 'Stagelight')],
  ])('of %s with %j is %s', (platform, environment, folder) => {
    expect(defaultDataFolder(platform, environment)).toBe(folder);
  });
});

/** A folder with an `xdg-open` that writes down how it was called. */
function launcherFolder(): { folder: string; called: string } {
  const folder = tempFolder();
  const called = join(folder, 'called');
  const script = [
    '#!/bin/sh',
    `printf '%s\\n' "$#" "$1" "secret=$${SECRET_VARIABLE}" "home=$HOME" > "${called}.part"`,
    `/bin/mv "${called}.part" "${called}"`,
    '',
  ];
  writeFileSync(join(folder, 'xdg-open'), script.join('\n'));
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return { folder, called };
}

async function contentOf(file: string): Promise<string[]> {
  for (;;) {
    try {
      return readFileSync(file, 'utf8').trimEnd().split('\n');
    } catch {
      await settle();
    }
  }
}

describe('the browser', () => {
  it('is none without a display', () => {
    const { folder } = launcherFolder();
    expect(systemBrowser('linux', { PATH: folder })).toBeNull();
    expect(systemBrowser('linux', { PATH: folder, DISPLAY: '' })).toBeNull();
  });

  it('is none where nothing can open it', () => {
    expect(systemBrowser('linux', { PATH: tempFolder(), DISPLAY: ':0' })).toBeNull();
    expect(systemBrowser('linux', { DISPLAY: ':0' })).toBeNull();
  });

  it.each(['DISPLAY', 'WAYLAND_DISPLAY'])('is there with %s', (variable) => {
    const { folder } = launcherFolder();
    const path = [tempFolder(), folder].join(delimiter);
    expect(systemBrowser('linux', { PATH: path, [variable]: ':0' })).not.toBeNull();
  });

  it.each(['darwin', 'win32'] as const)('is always there on %s', (platform) => {
    expect(systemBrowser(platform, {})).not.toBeNull();
  });

  it('gets the address as one argument, past every shell, and never the client secret', async () => {
    const { folder, called } = launcherFolder();
    const open = systemBrowser('linux', {
      PATH: folder,
      DISPLAY: ':0',
      HOME: '/home/streamer',
      [SECRET_VARIABLE]: 'the-client-secret',
    });
    const url = 'http://127.0.0.1:1/?a=1&b=$(touch x);`id`|"quoted"';
    await open?.(url);
    expect(await contentOf(called)).toEqual(['1', url, 'secret=', 'home=/home/streamer']);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', '--version', 'nonsense'])(
    'is not asked to open %s',
    async (address) => {
      const { folder } = launcherFolder();
      const open = systemBrowser('linux', { PATH: folder, DISPLAY: ':0' });
      await expect(open?.(address)).rejects.toThrow('web address');
    },
  );

  it('says it when it cannot be started', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'xdg-open'), 'this is no program');
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const open = systemBrowser('linux', { PATH: folder, DISPLAY: ':0' });
    chmodSync(join(folder, 'xdg-open'), 0o644);
    await expect(open?.('https://ci.me/')).rejects.toThrow(/EACCES|ENOENT/);
  });
});

/** As much of a process as is listened to. */
function fakeProcess() {
  const parts = { stdout: new EventEmitter(), stderr: new EventEmitter() };
  const fake = Object.assign(new EventEmitter(), parts);
  return { fake, process: fake as unknown as NodeJS.Process };
}

describe('the stop of a process', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'comes with %s; more of them do no harm',
    async (name) => {
      const { fake, process } = fakeProcess();
      const stopped = waitForStop(process);
      fake.emit(name);
      fake.emit(name);
      await stopped;
      expect(fake.listenerCount(name)).toBeGreaterThan(0);
    },
  );

  it('comes when whoever read the output is gone', async () => {
    const { fake, process } = fakeProcess();
    const stopped = waitForStop(process);
    fake.stdout.emit('error', new Error('EPIPE'));
    await stopped;
  });

  it('does not come when only the log has no reader any more', async () => {
    const { fake, process } = fakeProcess();
    const stopped = waitForStop(process).then(() => 'stopped');
    fake.stderr.emit('error', new Error('EPIPE'));
    expect(await Promise.race([stopped, settle().then(() => 'running')])).toBe('running');
  });
});

describe('a failure that nobody caught', () => {
  it.each(['uncaughtException', 'unhandledRejection'])('is written down (%s)', async (name) => {
    const { fake, process } = fakeProcess();
    const lines: string[] = [];
    const redactor = new Redactor();
    redactor.hide('the-client-secret');
    const log = createLogger(new VirtualClock(), redactor, (line) => lines.push(line));
    logStrayFailures(process, log);
    const heard = once(fake, name);
    fake.emit(name, new Error('lost the-client-secret'));
    await heard;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('lost [hidden]');
  });
});
