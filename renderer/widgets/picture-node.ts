import { isImageAddress } from '../bridge/addresses.ts';

/** Addresses that were looked at lately: a chat says the same few emoji over and over. */
const known = new Map<string, boolean>();
const KNOWN_MOST = 500;

function isAllowed(address: string): boolean {
  const before = known.get(address);
  if (before !== undefined) return before;
  const allowed = isImageAddress(address);
  if (known.size >= KNOWN_MOST) known.clear();
  known.set(address, allowed);
  return allowed;
}

let blank: HTMLImageElement | null = null;

function blankPicture(): HTMLImageElement {
  if (blank) return blank;
  blank = document.createElement('img');
  blank.setAttribute('referrerpolicy', 'no-referrer');
  blank.setAttribute('loading', 'eager');
  blank.setAttribute('decoding', 'async');
  blank.setAttribute('draggable', 'false');
  return blank;
}

/**
 * An image from the platform, made without React: what `SafeImage` is for lines that come by the
 * hundred. null: there is no address, or it is not allowed. `showWords` takes care of failures.
 */
export function pictureNode(
  url: string | null,
  name: string,
  className: string,
): HTMLImageElement | null {
  if (url === null || !isAllowed(url)) return null;
  const image = blankPicture().cloneNode() as HTMLImageElement;
  image.className = className;
  image.alt = name;
  image.src = url;
  return image;
}

/** Hides an image that did not come; `words` stand in its place where there are any. */
export function showWords(image: HTMLImageElement, words: string | null): void {
  if (image.hidden) return;
  image.hidden = true;
  if (words !== null) image.after(words);
}
