/** Channel ids that one look-up takes (platform-notes, "Channels"). */
export const LOOKUP_IDS_MOST = 20;
/** Longer than any id that is known; what is longer was pasted by mistake. */
export const CHANNEL_ID_LONGEST = 100;

/** Why something that was typed is no channel id. */
export type ChannelIdFault = 'address' | 'handle' | 'dots' | 'too-long';

/** What was typed or pasted as channel ids: commas, spaces and line breaks part them, each counts once. */
export function channelIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/u).filter((part) => part !== ''))];
}

/** null: it may be a channel id; only the platform knows whether it is one. */
export function faultOfChannelId(id: string): ChannelIdFault | null {
  if (id.includes('/')) return 'address';
  if (id.startsWith('@')) return 'handle';
  // A path would swallow them: another operation would be called.
  if (id === '.' || id === '..') return 'dots';
  return id.length > CHANNEL_ID_LONGEST ? 'too-long' : null;
}

/** What is wrong with a text that is to hold channel ids. */
export type ChannelIdsFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'too-many'; readonly count: number; readonly most: number }
  | { readonly kind: ChannelIdFault; readonly id: string };

/** null: the text can be sent. `most`: how many ids it may hold. */
export function faultOfChannelIds(text: string, most: number): ChannelIdsFault | null {
  const ids = channelIdsIn(text);
  if (ids.length === 0) return { kind: 'none' };
  for (const id of ids) {
    const kind = faultOfChannelId(id);
    if (kind !== null) return { kind, id };
  }
  return ids.length > most ? { kind: 'too-many', count: ids.length, most } : null;
}
