import type { Dialog } from 'electron';
import type { Language } from '../../shared/locales/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { coreTexts, sayProblem } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { AppActions } from './controls/actions.ts';
import type { CoreRunner } from './core-runner.ts';
import type { OverlayWindow } from './windows/overlay-window.ts';

export interface AppActionsParts {
  readonly overlay: Pick<OverlayWindow, 'look' | 'set'>;
  readonly runner: Pick<CoreRunner, 'core' | 'pageServer'>;
  readonly clipboard: { writeText(text: string): Promise<void> };
  readonly showDashboard: () => void;
  readonly quit: () => void;
  readonly log: Logger;
}

/** What hotkeys, tray and menu do. Without a running core there are no alerts, and nothing happens. */
export function appActions(parts: AppActionsParts): AppActions {
  const { overlay, runner, clipboard, showDashboard, quit, log } = parts;
  const alerts = () => runner.core?.alerts;
  return {
    showDashboard,
    openSettings: showDashboard,
    quit,
    toggleOverlayLock() {
      const { locked, shown } = overlay.look;
      // An invisible overlay cannot be unlocked.
      overlay.set(shown ? { locked: !locked } : { shown: true, locked: false });
    },
    toggleOverlayShown: () => overlay.set({ shown: !overlay.look.shown }),
    hideAlerts: () => alerts()?.panic(),
    setAlertsPaused: (paused) => alerts()?.setPaused(paused),
    toggleAlertsPaused: () => alerts()?.setPaused(!alerts()?.paused),
    skipAlert: () => alerts()?.skip(),
    nextLayout: () => runner.core?.switchLayout('next'),
    firstLayout: () => runner.core?.switchLayout(1),
    secondLayout: () => runner.core?.switchLayout(2),
    thirdLayout: () => runner.core?.switchLayout(3),
    setMark: () => runner.core?.marks.mark(),
    saveReplay: () => runner.core?.marks.saveReplay(),
    toggleQuiet: () => runner.core?.show.toggleQuiet(),
    endVote: () => runner.core?.show.endVote(),
    callPlayers: () => runner.core?.show.callPlayers(),
    countUp: () => runner.core?.show.countUp(),
    undoCount: () => runner.core?.show.undoCount(),
    spinWheel: () => runner.core?.show.spinWheel(),
    drawNow: () => runner.core?.show.drawNow(),
    toggleSubathon: () => runner.core?.show.toggleSubathon(),
    copyOverlayAddress() {
      const address = runner.pageServer?.overlayUrl;
      if (address === undefined) return;
      clipboard
        .writeText(address)
        .catch((failure: unknown) => log.warn('the address was not copied', { failure }));
    },
  };
}

type Boxes = Pick<Dialog, 'showMessageBox'>;

async function ask(dialog: Boxes, message: string, detail: string, buttons: string[]) {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Stagelight',
    message,
    detail,
    buttons,
    defaultId: 0,
    cancelId: buttons.length - 1,
  });
  return response;
}

/** Asks whether to try once more; true: yes. */
export async function askToReopen(dialog: Boxes, language: Language): Promise<boolean> {
  const say = coreTexts(language);
  const buttons = [say('dashboard-stopped.again'), say('dashboard-stopped.later')];
  const what = say('dashboard-stopped.what');
  return (await ask(dialog, what, say('dashboard-stopped.ask'), buttons)) === 0;
}

const KEYRING_ANSWERS = ['again', 'without', 'quit'] as const;

/** The keyring that holds the logins is locked: what now? */
export async function askForKeyring(dialog: Boxes, problem: Problem, language: Language) {
  const { what, cure } = sayProblem(problem, language);
  const buttons = KEYRING_ANSWERS.map((answer) => coreTexts(language)(`keyring.${answer}`));
  return KEYRING_ANSWERS[await ask(dialog, what, cure, buttons)] ?? 'quit';
}
