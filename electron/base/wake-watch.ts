import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';

const INTERVAL_MS = 5_000;
/** More than a busy machine is ever late with a timer. */
const SLACK_MS = 4_000;

interface WakeWatchOptions {
  readonly clock: Clock;
  /** Names the network the machine is on; a change means that connections may be dead. */
  readonly network: () => string;
  /** `jump`: the machine slept, or its clock was set. */
  readonly onWake: (reason: 'jump' | 'network') => void;
}

/** Notices a sleep or another network: compares the wall clock with the wait, every five seconds. */
export function watchForWake({ clock, network, onWake }: WakeWatchOptions): Disposable {
  let expected = clock.now() + INTERVAL_MS;
  let lastNetwork = network();
  let timer: Disposable;
  const look = (): void => {
    const now = clock.now();
    const currentNetwork = network();
    const jumped = Math.abs(now - expected) > SLACK_MS;
    const moved = currentNetwork !== lastNetwork;
    expected = now + INTERVAL_MS;
    lastNetwork = currentNetwork;
    timer = clock.setTimeout(look, INTERVAL_MS);
    if (jumped) onWake('jump');
    else if (moved) onWake('network');
  };
  timer = clock.setTimeout(look, INTERVAL_MS);
  return { dispose: () => timer.dispose() };
}
