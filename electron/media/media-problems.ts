import type { TextValue } from '../../shared/locales/text.ts';
import type { Problem } from '../../shared/problem.ts';

/** Names in a notice at most. */
const NAMED = 3;

function listed(all: readonly string[]): TextValue {
  const names = all
    .slice(0, NAMED)
    .map((name) => ({ key: 'problem.media-broken.name', values: { name } }) as const);
  const more = all.length - names.length;
  return more === 0
    ? names
    : { key: 'problem.media-broken.names-and-more', values: { names, more } };
}

/** Files of the library are missing or changed; pages show the default instead. */
export function mediaBroken(names: readonly string[]): Problem {
  return { code: 'media-broken', values: { names: listed(names) } };
}

/** Rules or the theme name files that the library does not have. */
export function mediaMissing(count: number): Problem {
  return { code: 'media-missing', values: { count } };
}

/** The list of the library could not be read and was made anew from the files. */
export function mediaIndexRebuilt(keptAs: string): Problem {
  return { code: 'media-index-rebuilt', values: { file: keptAs } };
}
