/** How far beyond the end is looked for the border of a letter with all its marks. */
const LOOK_BEYOND = 16;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts between letters as people see them, with an ellipsis; one longer than `most` in itself. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = most - 1;
  let end = 0;
  for (const { index } of graphemes.segment(text.slice(0, most + LOOK_BEYOND))) {
    if (index > room) break;
    end = index;
  }
  if (end === 0) end = isHighSurrogate(text.charCodeAt(room - 1)) ? room - 1 : room;
  return `${text.slice(0, end).trimEnd()}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
