import { describe, expect, it } from 'vitest';
import { parseOverlayFrame } from '../../../renderer/overlay/feed-client.ts';

const card = { seq: 1, name: null, content: 'words', emojis: {} };

describe('a highlight frame', () => {
  it.each([
    ['a card', card, true],
    ['none', null, true],
    ['a card without words', { ...card, content: 5 }, false],
    ['a card without emojis', { ...card, emojis: null }, false],
    ['nothing', undefined, false],
    ['a text', 'words', false],
  ])('with %s is taken: %#', (_name, highlight, taken) => {
    const frame = parseOverlayFrame(JSON.stringify({ type: 'highlight', highlight }));
    expect(frame !== null).toBe(taken);
  });
});
