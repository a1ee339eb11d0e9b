/**
 * Names on the chat's dark plates. Each has 4.5:1 at least on those plates over pure white and over
 * pure black (a test counts it), and stays apart from its neighbours for the usual kinds of
 * colour blindness by lightness as much as by hue.
 */
export const NAME_COLORS = [
  '#ffb3ab',
  '#ffc48a',
  '#ffd966',
  '#d8e86b',
  '#a8e88a',
  '#7fe8b4',
  '#79e6dd',
  '#8fd9ff',
  '#b3ccff',
  '#cfc4ff',
  '#eabdff',
  '#ffb8e6',
  '#ffb9c9',
  '#e8d3b0',
] as const;

/** The plates behind a chat line and the streamer's: --ov-plate and --ov-plate-streamer as numbers. */
export const CHAT_PLATES = {
  '--ov-plate': { red: 12, green: 14, blue: 20, alpha: 0.8 },
  '--ov-plate-streamer': { red: 58, green: 38, blue: 4, alpha: 0.86 },
} as const;

/**
 * The colour of a channel's name: the same for the same channel, always. A theme may have another
 * shade in its place (--ov-name-1 and so on), as those with light plates must.
 */
export function nameColor(channelId: string): string {
  // FNV-1a over UTF-16 units: spreads ids that differ in one digit.
  let hash = 0x811c9dc5;
  for (let at = 0; at < channelId.length; at += 1) {
    hash = Math.imul(hash ^ channelId.charCodeAt(at), 0x01000193);
  }
  const at = (hash >>> 0) % NAME_COLORS.length;
  return `var(--ov-name-${at + 1}, ${NAME_COLORS[at] ?? NAME_COLORS[0]})`;
}
