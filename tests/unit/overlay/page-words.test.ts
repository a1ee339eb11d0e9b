import { describe, expect, it } from 'vitest';
import { translator } from '../../../renderer/i18n/page-words.ts';

const words = {
  plain: 'a sentence',
  greet: 'hello {{name}}, {{name}} and {{other}}',
  items_one: '{{n}} item',
  items_other: '{{n}} items',
  only_other: '{{n}}개',
};

describe('the words of a page', () => {
  it.each([
    ['plain', {}, 'a sentence'],
    ['greet', { name: 'a', other: 'b' }, 'hello a, a and b'],
    ['greet', { name: 'a' }, 'hello a, a and {{other}}'],
    ['items', { count: 1, n: '1' }, '1 item'],
    ['items', { count: 0, n: '0' }, '0 items'],
    ['items', { count: 2, n: '2' }, '2 items'],
    ['only', { count: 1, n: '1' }, '1개'],
    ['plain', { count: 3 }, 'a sentence'],
    ['nobody knows', {}, 'nobody knows'],
  ] as const)('%s %j', (key, values, sentence) => {
    expect(translator(words, 'en')(key, values)).toBe(sentence);
  });

  it('look at nothing that was put in', () => {
    const t = translator(words, 'en');
    expect(t('greet', { name: '{{other}} $& $1', other: 'x' })).toBe(
      'hello {{other}} $& $1, {{other}} $& $1 and x',
    );
    expect(t('greet', JSON.parse('{"__proto__":{"name":"evil"}}'))).toContain('{{name}}');
  });
});
