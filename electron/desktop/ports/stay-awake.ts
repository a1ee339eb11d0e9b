import type { PowerSaveBlocker } from 'electron';
import { type Disposable, toDisposable } from '../../base/disposables.ts';
import type { CoreRunner } from '../core-runner.ts';

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
