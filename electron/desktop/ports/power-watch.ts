import type { App, BrowserWindow, PowerSaveBlocker } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposables.ts';
import { watchForWake } from '../../base/wake-watch.ts';
import type { CoreRunner } from '../core-runner.ts';
import { listening } from '../listening.ts';

const MERGE_MS = 2_000;

type WakeReason = 'resume' | 'unlock-screen' | 'jump' | 'network';

interface PowerEvents {
  on(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
  off(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
}

interface PowerWatchOptions {
  readonly powerMonitor: PowerEvents;
  readonly clock: Clock;
  readonly network: () => string;
  readonly onWake: (reason: WakeReason) => void;
}

/**
 * Reports when connections may have died: the machine resumed, its screen was unlocked (closing a
 * lid does not always suspend), its clock jumped, or it changed networks. The first sign is
 * reported at once and others within 2 s are dropped, except another network, because the first
 * test may have used the old one. A change of power source cuts no connection and is ignored.
 */
export function watchPower({
  powerMonitor,
  clock,
  network,
  onWake,
}: PowerWatchOptions): Disposable {
  let merging: Disposable | null = null;
  let isMoved = false;
  const hear = (reason: WakeReason): void => {
    if (merging) {
      if (reason === 'network') isMoved = true;
      return;
    }
    merging = clock.setTimeout(end, MERGE_MS);
    onWake(reason);
  };
  const end = (): void => {
    merging = null;
    if (!isMoved) return;
    isMoved = false;
    hear('network');
  };
  const onResume = (): void => hear('resume');
  const onUnlock = (): void => hear('unlock-screen');
  const listeners = listening((verb) => {
    powerMonitor[verb]('resume', onResume);
    powerMonitor[verb]('unlock-screen', onUnlock);
  });
  const wakeWatch = watchForWake({ clock, network, onWake: hear });
  return {
    dispose() {
      listeners.dispose();
      wakeWatch.dispose();
      merging?.dispose();
    },
  };
}

const FIRST_WAIT_MS = 10_000;
/** Limits checks, because one may make the keyring ask for its password. */
const LONGEST_WAIT_MS = 300_000;

/** Checks repeatedly whether a locked keyring has opened, with doubling waits. */
export class UnlockWatch implements Disposable {
  readonly #clock: Clock;
  readonly #look: () => Promise<unknown>;
  #waitMs = FIRST_WAIT_MS;
  #isWatching = false;
  #disposed = false;
  #timer: Disposable | null = null;

  /** `look` ends the watch through `end` when nothing is locked. It never rejects. */
  constructor(clock: Clock, look: () => Promise<unknown>) {
    this.#clock = clock;
    this.#look = look;
  }

  begin(): void {
    if (this.#isWatching || this.#disposed) return;
    this.#isWatching = true;
    this.#waitMs = FIRST_WAIT_MS;
    this.#wait();
  }

  end(): boolean {
    const wasWatching = this.#isWatching;
    this.#isWatching = false;
    this.#timer?.dispose();
    this.#timer = null;
    return wasWatching;
  }

  dispose(): void {
    this.#disposed = true;
    this.end();
  }

  #wait(): void {
    this.#timer = this.#clock.setTimeout(() => void this.#lookNow(), this.#waitMs);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  async #lookNow(): Promise<void> {
    await this.#look();
    if (this.#isWatching) this.#wait();
  }
}

/**
 * Windows ends the session (shutdown, restart, sign-out). `asked`: it may still be cancelled, and
 * is not held back. `ended`, once: the process may be gone as soon as the listener returns; no
 * `before-quit` comes. Needs at least one window, hidden or not, because windows receive these
 * events.
 */
export function onSessionEnd(
  app: Pick<App, 'on'>,
  { asked, ended }: { readonly asked: () => void; readonly ended: () => void },
): void {
  let isOver = false;
  app.on('browser-window-created', (_event, window: BrowserWindow) => {
    window.on('query-session-end', () => {
      if (!isOver) asked();
    });
    window.on('session-end', () => {
      if (isOver) return;
      isOver = true;
      ended();
    });
  });
}

interface StayAwakeOptions {
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly runner: Pick<CoreRunner, 'core' | 'onChange'>;
}

/**
 * While the channel is on the air, the computer does not go to sleep and macOS does not slow the app
 * down because its windows are covered; the display may go dark. The demo is no broadcast.
 */
export function stayAwake({ blocker, runner }: StayAwakeOptions): Disposable {
  let held: number | null = null;
  let following: Disposable | null = null;
  const hold = (isWanted: boolean): void => {
    if (isWanted === (held !== null)) return;
    if (held !== null) blocker.stop(held);
    held = isWanted ? blocker.start('prevent-app-suspension') : null;
  };
  const look = (): void => {
    const { core } = runner;
    hold(core?.live.onAir?.isLive === true && !core.status.read().demo);
  };
  const follow = (): void => {
    following?.dispose();
    following = runner.core?.live.onAirChange(look) ?? null;
    look();
  };
  const cores = runner.onChange(follow);
  follow();
  return toDisposable(() => {
    cores.dispose();
    following?.dispose();
    hold(false);
  });
}
