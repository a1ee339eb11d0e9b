import type { HotkeyAction } from '../../../shared/desktop.ts';
import { assertNever } from '../../../shared/events.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';

/** Nobody reads what an action answers with; only a promise that fails is reported, as a throw is. */
export type ActionResult = unknown;

/** What hotkeys, tray and menu can do to the app. */
export interface AppActions {
  /** Brings the dashboard's window to the front, opening it where there is none. */
  showDashboard(): ActionResult;
  /** Unlocked, the overlay window can be moved; locked, clicks go through to the game. */
  toggleOverlayLock(): ActionResult;
  toggleOverlayShown(): ActionResult;
  /** Takes the alert off the screen at once and pauses the others. */
  hideAlerts(): ActionResult;
  setAlertsPaused(paused: boolean): ActionResult;
  toggleAlertsPaused(): ActionResult;
  /** Ends the alert on the screen. */
  skipAlert(): ActionResult;
  /** Puts the address of the OBS browser source on the clipboard. */
  copyOverlayAddress(): ActionResult;
  /** Opens the dashboard on its settings. */
  openSettings(): ActionResult;
  /** Ends the app with everything written. */
  quit(): ActionResult;
}

/** Where the failures of actions go: people and the log. */
export interface ActionFailures {
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

/** Does what a hotkey stands for. */
export function runHotkeyAction(actions: AppActions, action: HotkeyAction): ActionResult {
  switch (action) {
    case 'overlay-lock':
      return actions.toggleOverlayLock();
    case 'overlay-show':
      return actions.toggleOverlayShown();
    case 'alerts-panic':
      return actions.hideAlerts();
    case 'alerts-pause':
      return actions.toggleAlertsPaused();
    case 'alerts-skip':
      return actions.skipAlert();
    case 'dashboard-show':
      return actions.showDashboard();
    default:
      return assertNever(action);
  }
}

/**
 * Runs an action that nobody waits for. Whether it throws or its promise fails: it is logged and
 * reported as a problem, and nothing else happens.
 */
export function runSafely(name: string, run: () => ActionResult, failures: ActionFailures): void {
  const fail = (failure: unknown): void => {
    failures.log.error('an action failed', { action: name, failure });
    failures.onProblem(problemOf(failure));
  };
  try {
    const result = run();
    if (result instanceof Promise) result.catch(fail);
  } catch (failure) {
    fail(failure);
  }
}
