import { type Clock, delay } from '../../base/clock.ts';

/** Set for a program that is started in place of the one that starts it. */
export const TAKES_OVER = 'STAGELIGHT_TAKES_OVER';
/** Set by electron-updater, which starts the new AppImage before the old one has ended. */
const AFTER_UPDATE = 'APPIMAGE_SILENT_INSTALL';

/** Quitting takes two seconds; a busy computer more. */
export const TAKE_OVER_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Whether the app that this one replaces may still be ending. What it starts itself must not think so. */
export function isTakingOver(environment: Record<string, string | undefined>): boolean {
  const is = environment[TAKES_OVER] === '1' || environment[AFTER_UPDATE] === 'true';
  delete environment[TAKES_OVER];
  delete environment[AFTER_UPDATE];
  return is;
}

/** Tries until it works, for ten seconds at most; answers whether it did. */
export async function untilFree(isFree: () => boolean, clock: Clock): Promise<boolean> {
  const end = clock.monotonic() + TAKE_OVER_MS;
  while (!isFree()) {
    if (clock.monotonic() >= end) return false;
    await delay(clock, LOOK_EVERY_MS);
  }
  return true;
}
