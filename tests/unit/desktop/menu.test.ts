import type { Menu, MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type AppMenuContext,
  appMenu,
  appMenuTemplate,
} from '../../../electron/desktop/controls/app-menu.ts';
import { changing, recordedActions } from './tray-world.ts';

type Template = readonly MenuItemConstructorOptions[];

function world(patch: Partial<AppMenuContext> = {}) {
  const { actions, done } = recordedActions();
  const context: AppMenuContext = {
    actions,
    help: [
      {
        id: 'guide',
        label: 'menu.developer-portal',
        open: () => void done.push('guide'),
      },
    ],
    system: 'windows',
    isPackaged: true,
    log: silentLogger,
    onProblem: ({ code }) => void done.push(`problem ${code}`),
    ...patch,
  };
  return { context, done };
}

const submenuOf = (item: MenuItemConstructorOptions | undefined): Template =>
  (item?.submenu ?? []) as Template;
const all = (template: Template): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...all(submenuOf(item))]);
const rolesOf = (template: Template) => all(template).flatMap(({ role }) => role ?? []);
function click(template: Template, id: string): void {
  const item = all(template).find((one) => one.id === id);
  if (!item) throw new Error(`There is no ${id} in the menu`);
  (item.click as () => void)();
}

describe("the application's menu", () => {
  it.each(['windows', 'linux'] as const)('has File, Edit, View and Help on %s', (system) => {
    const template = appMenuTemplate(world({ system }).context, 'en');
    expect(template.map(({ label }) => label)).toEqual(['&File', '&Edit', '&View', '&Help']);
  });

  it('has the order of macOS, with no letters marked', () => {
    const labels = (language: 'ko' | 'en') =>
      appMenuTemplate(world({ system: 'mac' }).context, language).map(({ label }) => label);
    expect(labels('en')).toEqual(['Stagelight', 'File', 'Edit', 'View', 'Window', 'Help']);
    expect(labels('ko')).toEqual(['Stagelight', '파일', '편집', '보기', '윈도우', '도움말']);
  });

  it.each(['windows', 'linux', 'mac'] as const)('can copy and paste on %s', (system) => {
    expect(rolesOf(appMenuTemplate(world({ system }).context, 'ko'))).toEqual(
      expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']),
    );
  });

  it.each([
    [true, []],
    [false, ['reload', 'toggleDevTools']],
  ] as const)('packaged: %s, it has the tools %j', (isPackaged, tools) => {
    const roles = rolesOf(appMenuTemplate(world({ isPackaged }).context, 'en'));
    const forDevelopers = ['reload', 'forceReload', 'toggleDevTools'];
    expect(roles.filter((role) => forDevelopers.includes(role))).toEqual(tools);
  });

  it.each(['windows', 'mac'] as const)('says everything in Korean on %s', (system) => {
    const labels = all(appMenuTemplate(world({ system, isPackaged: false }).context, 'ko'));
    const foreign = labels.filter(
      ({ label, type }) => type !== 'separator' && !/[가-힣]/.test(label ?? ''),
    );
    expect(foreign.map(({ label }) => label)).toEqual(system === 'mac' ? ['Stagelight'] : []);
  });

  it.each(['windows', 'linux', 'mac'] as const)(
    'has one way out on %s, by our own action',
    (system) => {
      const { context, done } = world({ system });
      const template = appMenuTemplate(context, 'en');
      expect(rolesOf(template)).not.toContain('quit');
      expect(all(template).filter(({ id }) => id === 'menu-quit')).toHaveLength(1);
      click(template, 'menu-quit');
      expect(done).toEqual(['quit']);
    },
  );

  it('does what is chosen', () => {
    const { context, done } = world();
    const template = appMenuTemplate(context, 'en');
    for (const id of ['menu-show-dashboard', 'menu-copy-address', 'menu-settings', 'guide']) {
      click(template, id);
    }
    expect(done).toEqual(['showDashboard', 'copyOverlayAddress', 'openSettings', 'guide']);
  });

  it('reports what fails and goes on', () => {
    const open = () => {
      throw new Error('no browser');
    };
    const { context, done } = world({ help: [{ id: 'x', label: 'menu.developer-portal', open }] });
    click(appMenuTemplate(context, 'en'), 'x');
    expect(done).toEqual(['problem unexpected']);
  });

  it.each(['windows', 'mac'] as const)('gives no combination to two items on %s', (system) => {
    const template = appMenuTemplate(world({ system }).context, 'en');
    const accelerators = all(template).flatMap(({ accelerator }) => accelerator ?? []);
    expect(accelerators).toContain('CommandOrControl+Q');
    expect(new Set(accelerators).size).toBe(accelerators.length);
  });

  it('is set at once and in every new language, until it is disposed', () => {
    const { context } = world();
    const source = changing();
    const set: unknown[] = [];
    const menu = appMenu({
      ...context,
      buildMenu: (template) => template[0]?.label as unknown as Menu,
      setApplicationMenu: (built) => set.push(built),
      language: source.language,
    });
    source.speak('ko');
    expect(set).toEqual(['&File', '파일(&F)']);
    menu.dispose();
    source.speak('en');
    expect(set).toHaveLength(2);
  });
});
