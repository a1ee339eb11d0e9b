import { join } from 'node:path';
import type { NativeImage } from 'electron';
import type { DesktopSystem } from './accelerator-keys.ts';
import type { Light } from './tray-status.ts';

/** Loads an image with its larger versions (`@2x` beside it). */
export type LoadImage = (path: string) => NativeImage;

/**
 * File of the tray icon, below the icons' folder. macOS colours its own ("Template" in the name
 * says so to the system); Linux panels are taller than the others' bars.
 */
export function trayImageFile(light: Light, system: DesktopSystem): string {
  if (system === 'mac') return join('tray', `mac-${light}-Template.png`);
  return join('tray', `${system === 'linux' ? 'linux' : 'windows'}-${light}.png`);
}

/** File of the badge on the task bar's button. */
export function badgeImageFile(light: Exclude<Light, 'plain'>): string {
  return join('badge', `${light}.png`);
}

/** The tray's icons, each loaded when it is first needed. `folder`: the built `assets/icons`. */
export function trayImages(
  load: LoadImage,
  folder: string,
  system: DesktopSystem,
): (light: Light) => NativeImage {
  return remembered((light) => load(join(folder, trayImageFile(light, system))));
}

/** The badges, each loaded when it is first needed; `plain` has none. */
export function badgeImages(
  load: LoadImage,
  folder: string,
): (light: Exclude<Light, 'plain'>) => NativeImage {
  return remembered((light) => load(join(folder, badgeImageFile(light))));
}

function remembered<K>(load: (key: K) => NativeImage): (key: K) => NativeImage {
  const loaded = new Map<K, NativeImage>();
  return (key) => {
    const image = loaded.get(key) ?? load(key);
    loaded.set(key, image);
    return image;
  };
}
