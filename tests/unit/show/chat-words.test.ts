import { describe, expect, it } from 'vitest';
import {
  chatCommandOf,
  cutCharacters,
  sameLook,
} from '../../../electron/features/show/chat-words.ts';
import { countCharacters } from '../../../shared/characters.ts';

describe('what looks alike', () => {
  it.each([
    ['full width', '！투표　２', '!투표 2'],
    ['composition', '한글'.normalize('NFD'), '한글'],
    ['case', 'RaMeN', 'ramen'],
    ['zero width characters', 'ra\u200bm\u200de\ufeffn', 'ramen'],
    ['marks that turn the direction', '\u202eramen\u202c', 'ramen'],
    ['a filler of Hangul', 'ramen\u3164', 'ramen'],
    ['spaces', '  a \t b\n', 'a b'],
    ['circled numbers', '①', '1'],
  ])('is one: %s', (_, one, other) => {
    expect(sameLook(one)).toBe(sameLook(other));
  });

  it('is not what only sounds alike', () => {
    expect(sameLook('짜장')).not.toBe(sameLook('자장'));
  });

  it('of a name that is nothing but unseen characters is empty', () => {
    expect(sameLook('\u200b\u3164 \u2060')).toBe('');
  });
});

describe('a command of the chat', () => {
  it.each([
    ['!투표 2', { name: '투표', rest: '2' }],
    ['！２', { name: '2', rest: '' }],
    ['! 2', { name: '2', rest: '' }],
    ['!Vote  Ramen  Noodles', { name: 'vote', rest: 'ramen noodles' }],
    ['hello !2', null],
    ['!', null],
    ['', null],
  ])('%j is read', (message, command) => {
    expect(chatCommandOf(message)).toEqual(command);
  });
});

describe('a text that is cut', () => {
  it('is cut between letters as people see them', () => {
    const family = '👨‍👩‍👧‍👦';
    const cut = cutCharacters(`${family}${family}${family}`, 16);
    expect(cut).toBe(`${family}${family}…`);
    expect(countCharacters(cut)).toBeLessThanOrEqual(16);
  });

  it('stays as it is where it fits', () => {
    expect(cutCharacters('가'.repeat(100), 100)).toBe('가'.repeat(100));
    expect(countCharacters(cutCharacters('가'.repeat(101), 100))).toBe(100);
  });
});
