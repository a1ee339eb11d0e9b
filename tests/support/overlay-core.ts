import { layoutCommands } from '../../electron/features/overlay/layout-commands.ts';
import { changedOverlay, type OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { ServedCore } from './served-core.ts';

/** The core keeps what pages make of the overlay, and nothing else comes of it. */
export function keepOverlay(core: ServedCore): void {
  const edit = async (change: (now: OverlaySettings) => OverlaySettings) =>
    core.tell('overlay', change(core.told('overlay')));
  core.answer({
    ...layoutCommands({ edit }),
    'overlay.set': (change) => edit((now) => changedOverlay(now, change)),
  });
}
