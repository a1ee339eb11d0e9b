import { join } from 'node:path';
import type { MEDIA_COMMANDS } from '../../../shared/contract/media.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { createFiles } from '../../base/files.ts';
import type { Feature, Services } from '../feature.ts';
import { type MediaLibrary, openMediaLibrary } from './media-library.ts';

export { type Sound, soundOf } from './recognise.ts';

export interface MediaFeature extends Feature<typeof MEDIA_COMMANDS, 'media'> {
  readonly library: MediaLibrary;
}

type MediaServices = Pick<
  Services,
  'dataDir' | 'mediaDir' | 'clock' | 'makeKey' | 'log' | 'notices' | 'overlaySettings' | 'work'
>;

const RECOGNISE_LIMIT_MS = 60_000;

/** Starts the library of the streamer's pictures, sounds and fonts. */
export async function startMedia(
  services: MediaServices,
  owned: DisposableStore,
): Promise<MediaFeature> {
  const { dataDir, mediaDir, clock, makeKey, log, notices, overlaySettings, work } = services;
  const library = await openMediaLibrary({
    folder: mediaDir ?? join(dataDir, 'media'),
    files: createFiles(clock),
    recognise: (path) => work.run('recognise-media', { path }, { limitMs: RECOGNISE_LIMIT_MS }),
    usedBy: { get: () => mediaUses(overlaySettings.get()), onChange: overlaySettings.onChange },
    onProblem: notices.add.bind(notices),
    onSolved: notices.dismiss.bind(notices),
    clock,
    makeKey,
    log,
  });
  owned.add({ dispose: () => void library.close() });
  return {
    library,
    commands: mediaCommands(library),
    feeds: { media: { read: () => library.items, onChange: library.onChange } },
  };
}

export function mediaCommands(
  library: Pick<MediaLibrary, 'beginUpload' | 'addPart' | 'finishUpload' | 'remove'>,
): MediaFeature['commands'] {
  return {
    'media.begin': async ({ name, bytes }) => ({ upload: await library.beginUpload(name, bytes) }),
    'media.part': ({ upload, index, data }) => library.addPart(upload, index, data),
    'media.finish': ({ upload }) => library.finishUpload(upload),
    'media.remove': ({ hash }) => library.remove(hash),
  };
}

const IN_TEXT = /(?:^|[^0-9a-z])([0-9a-f]{64})(?![0-9a-z])/gi;

/** Hashes named in a token or a style sheet, as in `url(media/…)`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(IN_TEXT)].map((match) => (match[1] ?? '').toLowerCase());
}

/** Rules, the theme and the alert defaults that use an item, by hash. A rule counts once, even while disabled. */
export function mediaUses({
  rules,
  theme,
  themeDraft,
  alertDefaults,
}: Pick<OverlaySettings, 'rules' | 'theme' | 'themeDraft' | 'alertDefaults'>): ReadonlyMap<
  string,
  number
> {
  const users = rules.map(({ variants }) =>
    variants.flatMap(({ image, sound }) => [image, sound].flatMap((name) => namedIn(name ?? ''))),
  );
  const texts = [theme, themeDraft].flatMap((each) =>
    each ? [...Object.values(each.tokens), each.css] : [],
  );
  users.push(texts.flatMap(namedIn));
  users.push(namedIn(alertDefaults.font ?? ''));
  const uses = new Map<string, number>();
  for (const user of users) {
    for (const hash of new Set(user)) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  }
  return uses;
}
