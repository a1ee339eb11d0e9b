import type { HotkeyAction } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';

/** Results are ignored; a rejected promise is reported like a throw. */
export type ActionResult = unknown;

export interface AppActions {
  showDashboard(): ActionResult;
  /** Unlocked, the overlay window can be moved; locked, clicks go through to the game. */
  toggleOverlayLock(): ActionResult;
  toggleOverlayShown(): ActionResult;
  /** Removes the alert on screen at once and pauses the others. */
  hideAlerts(): ActionResult;
  setAlertsPaused(paused: boolean): ActionResult;
  toggleAlertsPaused(): ActionResult;
  skipAlert(): ActionResult;
  /** Puts another of the overlay's layouts on air, as it was saved. */
  nextLayout(): ActionResult;
  firstLayout(): ActionResult;
  secondLayout(): ActionResult;
  thirdLayout(): ActionResult;
  /** Sets a mark on OBS's recording. */
  setMark(): ActionResult;
  /** Has OBS save its replay buffer. */
  saveReplay(): ActionResult;
  /** The show kit says nothing in chat, or does again. */
  toggleQuiet(): ActionResult;
  endVote(): ActionResult;
  /** Calls the next ones of the queue of players. */
  callPlayers(): ActionResult;
  /** Adds one to the first counter. */
  countUp(): ActionResult;
  undoCount(): ActionResult;
  spinWheel(): ActionResult;
  drawNow(): ActionResult;
  toggleSubathon(): ActionResult;
  copyOverlayAddress(): ActionResult;
  openSettings(): ActionResult;
  quit(): ActionResult;
}

export interface ActionFailures {
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

const HOTKEYS = {
  'overlay-lock': 'toggleOverlayLock',
  'overlay-show': 'toggleOverlayShown',
  'alerts-panic': 'hideAlerts',
  'alerts-pause': 'toggleAlertsPaused',
  'alerts-skip': 'skipAlert',
  'dashboard-show': 'showDashboard',
  'layout-next': 'nextLayout',
  'layout-1': 'firstLayout',
  'layout-2': 'secondLayout',
  'layout-3': 'thirdLayout',
  'mark-set': 'setMark',
  'replay-save': 'saveReplay',
  'show-quiet': 'toggleQuiet',
  'vote-end': 'endVote',
  'players-next': 'callPlayers',
  'counter-up': 'countUp',
  'counter-undo': 'undoCount',
  'wheel-spin': 'spinWheel',
  'draw-now': 'drawNow',
  'subathon-pause': 'toggleSubathon',
} as const satisfies Readonly<Record<HotkeyAction, keyof AppActions>>;

/** Runs the action of a hotkey. */
export function runHotkeyAction(actions: AppActions, action: HotkeyAction): ActionResult {
  return actions[HOTKEYS[action]]();
}

/** Runs an action without waiting; a throw or a rejection is logged and reported. */
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
