/**
 * Names on the chat's dark plate. Each has 4.5:1 at least on that plate over pure white and over
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

/** The plate behind a chat line: the style sheet's --ov-plate, as numbers. */
export const CHAT_PLATE = { red: 12, green: 14, blue: 20, alpha: 0.8 } as const;

/** The colour of a channel's name: the same for the same channel, always. */
export function nameColor(channelId: string): string {
  // FNV-1a over UTF-16 units: spreads ids that differ in one digit.
  let hash = 0x811c9dc5;
  for (let at = 0; at < channelId.length; at += 1) {
    hash = Math.imul(hash ^ channelId.charCodeAt(at), 0x01000193);
  }
  return NAME_COLORS[(hash >>> 0) % NAME_COLORS.length] ?? NAME_COLORS[0];
}
