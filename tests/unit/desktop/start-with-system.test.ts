import { describe, expect, it } from 'vitest';
import {
  autostartPath,
  autostartText,
  StartWithSystem,
  type StartWithSystemOptions,
} from '../../../electron/desktop/ports/start-with-system.ts';
import { MemoryFiles } from '../base/failing-files.ts';

const problem = (code: string) => ({ problem: { code } });

type LoginItem = ReturnType<StartWithSystemOptions['app']['getLoginItemSettings']>;

class FakeApp {
  isPackaged = true;
  set: unknown[] = [];
  asked: unknown[] = [];
  item: LoginItem = {
    openAtLogin: false,
    wasOpenedAtLogin: false,
    status: 'not-registered',
    executableWillLaunchAtLogin: false,
    launchItems: [],
  };

  getLoginItemSettings(options?: unknown): LoginItem {
    this.asked.push(options);
    return this.item;
  }

  setLoginItemSettings(settings: { readonly openAtLogin?: boolean }): void {
    this.set.push(settings);
    const isOn = settings.openAtLogin ?? false;
    this.item = { ...this.item, openAtLogin: isOn, executableWillLaunchAtLogin: isOn };
  }
}

const ENTRY = '/home/ann/.config/autostart/stagelight.desktop';

function world(
  system: StartWithSystemOptions['system'],
  over: Partial<Omit<StartWithSystemOptions, 'app'>> = {},
) {
  const app = new FakeApp();
  const files = new MemoryFiles();
  const start = new StartWithSystem({
    app,
    system,
    files,
    environment: { HOME: '/home/ann' },
    execPath: '/opt/Stagelight/stagelight',
    ...over,
  });
  return { app, files, start };
}

describe('starting with Windows and macOS', () => {
  it('is set on Windows with the argument that hides the window, and read back with it', async () => {
    const { app, start } = world('windows');
    expect(await start.get()).toBe(false);
    await start.set(true);
    expect(app.set).toEqual([{ openAtLogin: true, enabled: true, args: ['--hidden'] }]);
    expect(app.asked).toEqual([{ args: ['--hidden'] }]);
    expect(await start.get()).toBe(true);
    await start.set(false);
    expect(await start.get()).toBe(false);
  });

  it('is off on Windows when the task manager has switched it off', async () => {
    const { app, start } = world('windows');
    app.item = { ...app.item, openAtLogin: true, executableWillLaunchAtLogin: false };
    expect(await start.get()).toBe(false);
  });

  it('is set on macOS without arguments, which it does not take', async () => {
    const { app, start } = world('mac');
    await start.set(true);
    expect(app.set).toEqual([{ openAtLogin: true }]);
    expect(await start.get()).toBe(true);
  });

  it('asks for consent where macOS wants it', async () => {
    const { app, start } = world('mac');
    app.item = { ...app.item, status: 'requires-approval' };
    await expect(start.set(true)).rejects.toMatchObject(
      problem('start-with-system-needs-approval'),
    );
    await start.set(false);
  });

  it.each(['windows', 'mac'] as const)('tells what %s refuses', async (system) => {
    const { app, start } = world(system);
    app.setLoginItemSettings = () => {
      throw new Error('refused');
    };
    app.getLoginItemSettings = app.setLoginItemSettings as never;
    await expect(start.set(true)).rejects.toMatchObject(problem('start-with-system-failed'));
    await expect(start.get()).rejects.toMatchObject(problem('start-with-system-failed'));
  });

  it.each([
    ['windows', ['app', '--hidden'], false, true],
    ['windows', ['app'], true, false],
    ['linux', ['app', '--hidden'], false, true],
    ['mac', ['app'], true, true],
    ['mac', ['app'], false, false],
  ] as const)(
    'knows on %s whether %j (opened at login: %s) is a hidden start',
    (system, argv, opened, hidden) => {
      const { app, start } = world(system);
      app.item = { ...app.item, wasOpenedAtLogin: opened };
      expect(start.wasStartedHidden(argv)).toBe(hidden);
    },
  );
});

describe('starting with a Linux desktop', () => {
  it('is a file of its own, gone when switched off', async () => {
    const { files, start, app } = world('linux');
    expect(start.can).toBe(true);
    expect(await start.get()).toBe(false);
    await start.set(true);
    const text = await files.readText(ENTRY);
    expect(text).toContain('\nExec="/opt/Stagelight/stagelight" "--hidden"\n');
    expect(text.startsWith('[Desktop Entry]\nType=Application\n')).toBe(true);
    expect(await start.get()).toBe(true);
    await start.set(false);
    await start.set(false);
    expect(files.paths).toEqual([]);
    expect(app.set).toEqual([]);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is off when the desktop wrote %s',
    async (line) => {
      const { files, start } = world('linux');
      await start.set(true);
      await put(files, `${await files.readText(ENTRY)}${line}\n`);
      expect(await start.get()).toBe(false);
      await start.refresh();
      expect(await start.get()).toBe(false);
    },
  );

  it('starts the AppImage, not the place it runs from, and follows it when it moves', async () => {
    const environment: Record<string, string> = {
      HOME: '/home/ann',
      APPIMAGE: '/apps/One.AppImage',
    };
    const { files, start } = world('linux', { environment });
    await start.set(true);
    expect(await files.readText(ENTRY)).toContain('Exec="/apps/One.AppImage"');
    environment['APPIMAGE'] = '/apps/Two.AppImage';
    await start.refresh();
    expect(await files.readText(ENTRY)).toContain('Exec="/apps/Two.AppImage"');
    const { steps } = files;
    await start.refresh();
    expect(files.steps).toBe(steps);
  });

  it('makes no file by looking whether one is right', async () => {
    const { files, start } = world('linux');
    await start.refresh();
    expect(files.paths).toEqual([]);
  });

  it('tells when the file cannot be written', async () => {
    const { files, start } = world('linux');
    files.cutAfter(2);
    await expect(start.set(true)).rejects.toMatchObject(problem('start-with-system-failed'));
  });

  it.each([
    [{ HOME: '/home/ann' }, ENTRY],
    [{ HOME: '/home/ann', XDG_CONFIG_HOME: '/conf' }, '/conf/autostart/stagelight.desktop'],
    [{ HOME: '/home/ann', XDG_CONFIG_HOME: 'conf' }, ENTRY],
    [{ HOME: 'ann' }, null],
    [{}, null],
  ])('is kept for %j at %s', (environment, path) => {
    expect(autostartPath(environment)).toBe(path);
  });

  it.each([
    ['/opt/a b/app', '"/opt/a b/app"'],
    ['/opt/100%/app', '"/opt/100%%/app"'],
    ['/opt/$HOME/app', '"/opt/\\\\$HOME/app"'],
    ['/opt/"x"/app', '"/opt/\\\\"x\\\\"/app"'],
    ['/opt/`x`/app', '"/opt/\\\\`x\\\\`/app"'],
    ['/opt/back\\slash', '"/opt/back\\\\\\\\slash"'],
    ['/opt/방송/app', '"/opt/방송/app"'],
  ])('writes the program %s as the specification wants', (program, exec) => {
    expect(autostartText(program, [])).toContain(`\nExec=${exec}\n`);
  });

  it('writes no program with a line break in its name', () => {
    expect(autostartText('/opt/a\nExec=evil', [])).toBeNull();
    expect(world('linux', { execPath: '/opt/a\nb' }).start.can).toBe(false);
  });
});

describe('an app that the system cannot start', () => {
  it.each(['windows', 'mac', 'linux'] as const)(
    'says so when run from its sources: %s',
    async (system) => {
      const { app, start } = world(system);
      app.isPackaged = false;
      expect(start.can).toBe(false);
      expect(await start.get()).toBe(false);
      await start.set(false);
      await start.refresh();
      await expect(start.set(true)).rejects.toMatchObject(
        problem('start-with-system-not-possible'),
      );
      expect(app.set).toEqual([]);
    },
  );

  it('says so where a Linux user has no home', () => {
    expect(world('linux', { environment: {} }).start.can).toBe(false);
  });
});

async function put(files: MemoryFiles, text: string): Promise<void> {
  await files.remove(ENTRY);
  const file = await files.create(ENTRY);
  await file.writeFile(text);
  await file.close();
}
