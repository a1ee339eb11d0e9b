import { join } from 'node:path';
import type { DesktopState } from '../../shared/desktop.ts';
import { languageOf } from '../../shared/locales/index.ts';
import { systemClock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposables.ts';
import { createFiles } from '../base/files.ts';
import { acquireFolderLock } from '../base/folder-lock.ts';
import { createLogger, LogRing, Redactor } from '../base/log.ts';
import { LoopWatch } from '../base/loop-watch.ts';
import { keepPrivate } from '../base/private-folder.ts';
import { applyPendingRestore } from '../features/maintenance/index.ts';
import { LanguageSource } from '../host/language-source.ts';
import { NoticeBoard } from '../host/notice-board.ts';
import type { ElectronParts } from './electron-parts.ts';
import { fileLog } from './ports/file-log.ts';
import { SafeVault } from './ports/safe-vault.ts';
import { TAKE_OVER_MS } from './ports/start-anew.ts';
import { loadStoreSettings } from './ports/store-settings.ts';

interface DesktopBaseOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'ipcMain' | 'safeStorage'>;
  readonly dataDir: string;
  readonly system: DesktopState['system'];
  readonly takesOver: boolean;
}

/** What everything else of the app stands on; the last to end. */
export type DesktopBase = Awaited<ReturnType<typeof openBase>>;

export interface DesktopOptions {
  readonly electron: ElectronParts;
  readonly base: DesktopBase;
  readonly root: string;
  readonly dataDir: string;
  readonly system: DesktopState['system'];
  readonly overlayFloats: boolean;
  readonly updateFeed: string | null;
  readonly argv: readonly string[];
  readonly quit: () => void;
}

/** The log comes first: it is wanted most when nothing else works. */
export async function openLog(electron: Pick<ElectronParts, 'app'>, dataDir: string) {
  const redactor = new Redactor();
  const { default: electronLog } = await import('electron-log/node.js');
  const isForDevelopers = !electron.app.isPackaged;
  const sink = fileLog({
    folder: join(dataDir, 'logs'),
    electronLog,
    console: isForDevelopers && process.env['STAGELIGHT_LOG'] === 'console',
  });
  const logs = new LogRing();
  return { log: createLogger(systemClock, redactor, logs.before(sink)), redactor, logs };
}

/** Opens the data folder. Throws a `StagelightError` when another Stagelight has it. */
export async function openBase(
  { electron, dataDir, system, takesOver }: DesktopBaseOptions,
  { log, redactor, logs }: Awaited<ReturnType<typeof openLog>>,
) {
  const owned = new DisposableStore();
  const clock = systemClock;
  const files = createFiles(clock);
  try {
    const patienceMs = takesOver ? TAKE_OVER_MS : 0;
    owned.add(await acquireFolderLock(dataDir, { files, clock, patienceMs }));
    const loops = owned.add(new LoopWatch(clock, log));
    const notices = new NoticeBoard(clock, log);
    const onProblem = notices.add.bind(notices);
    // Before anything of the folder is open.
    const restored = await applyPendingRestore({ dataDir, files, clock, log });
    if (restored) onProblem(restored);
    await keepPrivate(dataDir, log);
    const settings = owned.add(
      await loadStoreSettings({
        path: join(dataDir, 'settings.json'),
        files,
        clock,
        log,
        onProblem,
        openStore: async (setup) => {
          const store = new (await import('electron-store')).default(setup);
          // It answers pages on a channel of its own; ours ask nothing there.
          electron.ipcMain.removeAllListeners('electron-store-get-data');
          return store;
        },
      }),
    );
    const vault = owned.add(
      new SafeVault({
        // The headless host may have a vault of its own kind in the same folder.
        path: join(dataDir, 'vault-desktop.json'),
        safeStorage: electron.safeStorage,
        mayKeepWeakly: () => settings.get().desktop.allowWeakVault,
        system,
        files,
        clock,
        redactor,
        log,
        onProblem,
      }),
    );
    const systemLanguage = languageOf(electron.app.getPreferredSystemLanguages()[0] ?? 'en');
    const language = owned.add(new LanguageSource(settings, systemLanguage, log));
    return {
      log,
      redactor,
      logs,
      loops,
      settings,
      vault,
      notices,
      language,
      systemLanguage,
      dispose: () => owned.dispose(),
    };
  } catch (failure) {
    owned.dispose();
    throw failure;
  }
}
