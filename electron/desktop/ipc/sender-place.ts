import { type AppPlace, pageOfAddress } from '../app-scheme.ts';
import type { PageContents, PlaceOf } from './ports.ts';

/** Our windows' contents as they are now; null: there is no such window. */
export type WindowContents = Readonly<Record<AppPlace, () => Pick<PageContents, 'id'> | null>>;

/**
 * Tells who speaks by three things that must agree: the window, the frame (the page itself, not one
 * inside it) and the address the frame is at right now.
 */
export function createPlaceOf(windows: WindowContents): PlaceOf {
  return ({ sender, senderFrame }) => {
    if (!senderFrame || senderFrame.detached || senderFrame.parent !== null) return null;
    const place = pageOfAddress(senderFrame.url);
    return place !== null && windows[place]()?.id === sender.id ? place : null;
  };
}
