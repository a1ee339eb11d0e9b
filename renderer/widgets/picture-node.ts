import { isImageAddress } from '../bridge/addresses.ts';

/**
 * One picture of each address that was asked for lately, to be copied; null: the address is not
 * allowed. A chat says the same few emoji over and over, and as long as one of its kind is held the
 * browser has it at hand instead of asking for it again.
 */
const models = new Map<string, HTMLImageElement | null>();
/** Animated ones are large. */
const MODELS_MOST = 128;

function modelOf(address: string): HTMLImageElement | null {
  const known = models.get(address);
  if (known !== undefined) return known;
  const model = isImageAddress(address) ? newModel(address) : null;
  if (models.size >= MODELS_MOST) forgetOldest();
  models.set(address, model);
  return model;
}

function forgetOldest(): void {
  for (const address of models.keys()) {
    models.delete(address);
    return;
  }
}

function newModel(address: string): HTMLImageElement {
  const image = document.createElement('img');
  image.setAttribute('referrerpolicy', 'no-referrer');
  image.setAttribute('loading', 'eager');
  image.setAttribute('decoding', 'async');
  image.setAttribute('draggable', 'false');
  image.src = address;
  // Nothing stays of one that did not come: the next line that shows it asks for it anew.
  image.addEventListener('error', () => models.delete(address), { once: true });
  return image;
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
  const image = url === null ? null : (modelOf(url)?.cloneNode() as HTMLImageElement | undefined);
  if (!image) return null;
  image.className = className;
  image.alt = name;
  return image;
}

/** Hides an image that did not come; `words` stand in its place where there are any. */
export function showWords(image: HTMLImageElement, words: string | null): void {
  if (image.hidden) return;
  image.hidden = true;
  if (words !== null) image.after(words);
}
