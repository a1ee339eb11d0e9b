import type { OverlaySettings } from '../../shared/overlay/overlay-settings.ts';

const IN_TEXT = /(?:^|[^0-9a-z])([0-9a-f]{64})(?![0-9a-z])/gi;

/** Hashes that a token or a style sheet names, as in `url(media/…)`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(IN_TEXT)].map((match) => (match[1] ?? '').toLowerCase());
}

/**
 * How many rules and themes use an item of the library, by its hash. A rule counts once, however
 * many of its variants use it, and also while it is switched off.
 */
export function mediaUses({
  rules,
  theme,
}: Pick<OverlaySettings, 'rules' | 'theme'>): ReadonlyMap<string, number> {
  const users = rules.map(({ variants }) =>
    variants.flatMap(({ image, sound }) => [image, sound].filter((hash) => hash !== null)),
  );
  users.push([...Object.values(theme.tokens), theme.css].flatMap(namedIn));
  const uses = new Map<string, number>();
  for (const user of users) {
    for (const hash of new Set(user)) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  }
  return uses;
}
