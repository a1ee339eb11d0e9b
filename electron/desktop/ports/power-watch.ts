import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { watchForWake } from '../../base/wake-watch.ts';

const MERGE_MS = 2_000;

export type WakeReason = 'resume' | 'unlock-screen' | 'jump' | 'network';

/** The part of Electron's powerMonitor that is listened to. */
export interface PowerEvents {
  on(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
  off(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
}

export interface PowerWatchOptions {
  readonly powerMonitor: PowerEvents;
  readonly clock: Clock;
  /** Names the network the machine is on. */
  readonly network: () => string;
  /** Connections may be dead: to be tested now. */
  readonly onWake: (reason: WakeReason) => void;
}

/**
 * Tells when connections may have died: the machine resumed, its screen was unlocked (a lid that
 * was closed does not always suspend), its clock jumped, or it changed networks. The first word
 * goes on at once and the same waking's others within 2 s are dropped; only another network is
 * told again after them, because the first test may still have gone out by the old one. A change
 * of power source cuts no connection and is not listened to.
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
  powerMonitor.on('resume', onResume);
  powerMonitor.on('unlock-screen', onUnlock);
  const wakeWatch = watchForWake({ clock, network, onWake: hear });
  return {
    dispose() {
      powerMonitor.off('resume', onResume);
      powerMonitor.off('unlock-screen', onUnlock);
      wakeWatch.dispose();
      merging?.dispose();
    },
  };
}
