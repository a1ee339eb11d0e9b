import type { MEDIA_COMMANDS } from '../../shared/contract/media.ts';
import type { OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { Subscribe } from '../base/emitter.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { mediaUses } from '../media/media-uses.ts';
import type { MediaUsers } from '../media/ports.ts';
import type { CommandHandlers } from '../outputs/ports.ts';

/** The rules and the theme as users of the library. */
export function mediaUsers(overlay: {
  get(): OverlaySettings;
  readonly onChange: Subscribe<OverlaySettings>;
}): MediaUsers {
  return { get: () => mediaUses(overlay.get()), onChange: overlay.onChange };
}

/** What a dashboard may ask of the library. */
export function mediaCommands(
  library: Pick<MediaLibrary, 'beginUpload' | 'addPart' | 'finishUpload' | 'remove'>,
): CommandHandlers<keyof typeof MEDIA_COMMANDS> {
  return {
    'media.begin': async ({ name, bytes }) => ({ upload: await library.beginUpload(name, bytes) }),
    'media.part': async ({ upload, index, data }) => {
      await library.addPart(upload, index, data);
    },
    'media.finish': ({ upload }) => library.finishUpload(upload),
    'media.remove': async ({ hash }) => {
      await library.remove(hash);
    },
  };
}
