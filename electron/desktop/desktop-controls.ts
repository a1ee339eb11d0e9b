import { join } from 'node:path';
import { systemClock as clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposables.ts';
import { DEVELOPER_PORTAL_URL } from '../platform/platform-notes.ts';
import { type AppActions, runHotkeyAction } from './controls/actions.ts';
import { appMenu } from './controls/app-menu.ts';
import { Hotkeys } from './controls/hotkeys.ts';
import { badgeImageFile, remembered, StateBadge, trayImageFile } from './controls/state-badge.ts';
import { AppTray } from './controls/tray.ts';
import { CoreStatus } from './core-runner.ts';
import type { DesktopOptions } from './desktop-base.ts';
import type { DesktopServices } from './desktop-services.ts';
import type { DesktopWindows } from './desktop-windows.ts';

export type DesktopControls = ReturnType<typeof makeControls>;

export function makeControls(
  { electron, base, root, system }: DesktopOptions,
  { runner, openBrowser }: DesktopServices,
  { dashboard, overlay }: DesktopWindows,
  actions: AppActions,
) {
  const { settings, language, notices, log } = base;
  const owned = new DisposableStore();
  const onProblem = notices.add.bind(notices);
  const common = { settings, language, actions, system, clock, log, onProblem };
  const icon = remembered((file: string) => electron.loadImage(join(root, 'assets/icons', file)));
  const hotkeys = owned.add(
    new Hotkeys({
      ...common,
      shortcuts: electron.globalShortcut,
      run: (action) => runHotkeyAction(actions, action),
      onSolved: (code) => notices.dismiss(code),
    }),
  );
  const status = owned.add(new CoreStatus({ runner, overlay, hotkeys, settings, log }));
  const tray = owned.add(
    new AppTray({
      ...common,
      status,
      createTray: electron.createTray,
      buildMenu: electron.buildMenu,
      images: (light) => icon(trayImageFile(light, system)),
    }),
  );
  const badge = owned.add(
    new StateBadge({
      ...common,
      status,
      window: () => (dashboard.contents ? electron.windowOf(dashboard.contents) : null),
      dock: electron.app.dock ?? null,
      images: (light) => icon(badgeImageFile(light)),
    }),
  );
  owned.add(dashboard.onOpened(() => badge.windowOpened()));
  const openPortal = () => openBrowser(DEVELOPER_PORTAL_URL);
  const start = (): void => {
    const { buildMenu, setApplicationMenu, app } = electron;
    owned.add(
      appMenu({
        ...common,
        buildMenu,
        setApplicationMenu,
        isPackaged: app.isPackaged,
        help: [{ id: 'help-portal', label: 'menu.developer-portal', open: openPortal }],
      }),
    );
    tray.start();
    badge.start();
    hotkeys.start();
  };
  return { hotkeys, tray, start, dispose: () => owned.dispose() };
}
