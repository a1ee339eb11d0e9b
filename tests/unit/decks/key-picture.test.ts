import { describe, expect, it } from 'vitest';
import {
  keyPicture,
  pictureAddress,
  shapesOf,
  titleOf,
} from '../../../integrations/decks/key-picture.ts';

describe('the title of a key', () => {
  it.each([
    ['Paused\n3 waiting', 'Paused\n3 waiting'],
    ['OBS is not connected', 'OBS is not\nconnected'],
    ['키가 없거나 맞지 않아요.', '키가 없거나\n맞지\n않아요.'],
    ['한국어이름이아주긴시청자 5,000', '한국어이름\n이아주긴시\n청자 5,000'],
    ['one two three four five six seven eight', 'one two\nthree four\nfive six…'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'aaaaaaaaaaa\naaaaaaaaaaa\naaaaaaaaaa…'],
    ['  a \n\n  b  ', 'a\nb'],
    ['', ''],
  ])('breaks %j between words', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it('keeps letters with their marks together, and survives those with endless ones', () => {
    const flags = '🇰🇷'.repeat(20);
    expect([...titleOf(flags).replace(/[\n…]/g, '')].length % 2).toBe(0);
    expect(titleOf(`a${'\u0301'.repeat(5_000)}`).split('\n').length).toBeLessThanOrEqual(3);
  });
});

describe('the picture of a key', () => {
  it('has the icon’s shapes, a colour of its tone, and a bar of its share', () => {
    const shapes = shapesOf('<svg width="20">\n<path d="M1 1"/></svg>\n');
    expect(shapes.trim()).toBe('<path d="M1 1"/>');
    const plain = keyPicture(shapes, { tone: 'plain' });
    expect(plain).toContain('<path d="M1 1"/>');
    expect(plain).not.toContain('height="5"');
    expect(keyPicture(shapes, { tone: 'warn' })).not.toBe(plain);
    expect(keyPicture(shapes, { tone: 'plain', share: 0.5 })).toContain('width="36" height="5"');
    expect(decodeURIComponent(pictureAddress(plain).split(',')[1] ?? '')).toBe(plain);
  });
});
