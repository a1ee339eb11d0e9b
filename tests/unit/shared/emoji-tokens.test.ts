import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitEmojiTokens } from '../../../shared/emoji-tokens.ts';

const url = 'https://img.example/heart.png';
const heart = ':AaBbCc-heart:';
const text = (value: string) => ({ type: 'text', text: value });
const emoji = (token: string) => ({ type: 'emoji', token, url });

describe('emoji tokens', () => {
  it.each([
    ['a message without tokens', 'hello', {}, [text('hello')]],
    ['an empty message', '', { [heart]: url }, []],
    ['a token alone', heart, { [heart]: url }, [emoji(heart)]],
    [
      'a token within text',
      `a ${heart} b`,
      { [heart]: url },
      [text('a '), emoji(heart), text(' b')],
    ],
    ['two tokens in a row', heart + heart, { [heart]: url }, [emoji(heart), emoji(heart)]],
    ['a token without an address', heart, {}, [text(heart)]],
    ['a key without colons', heart, { 'AaBbCc-heart': url }, [emoji(heart)]],
    ['a token behind a lone colon', `:${heart}`, { [heart]: url }, [text(':'), emoji(heart)]],
    [
      'a token that shares a colon with what is none',
      ':a-b:c-d:',
      { ':c-d:': url },
      [text(':a-b'), emoji(':c-d:')],
    ],
    [
      'a name with a hyphen',
      ':ch-big-heart:',
      { ':ch-big-heart:': url },
      [emoji(':ch-big-heart:')],
    ],
    [
      'a name with spaces, between others',
      `hi :ch-big red heart: ${heart} bye`,
      { ':ch-big red heart:': url, [heart]: url },
      [text('hi '), emoji(':ch-big red heart:'), text(' '), emoji(heart), text(' bye')],
    ],
    [
      'what looks like a name with spaces but has no address, before a token',
      `:a-b and ${heart}`,
      { [heart]: url },
      [text(':a-b and '), emoji(heart)],
    ],
    [
      'a name that would go over a line break',
      ':ch-big\nheart:',
      { ':ch-big\nheart:': url },
      [text(':ch-big\nheart:')],
    ],
    ['a Korean name', ':ch-하트:', { ':ch-하트:': url }, [emoji(':ch-하트:')]],
    [
      'a colon with spaces',
      ': not-a token :',
      { ': not-a token :': url },
      [text(': not-a token :')],
    ],
    ['no hyphen', ':heart:', { ':heart:': url }, [text(':heart:')]],
    ['a time of day', 'at 10:30-11:00', {}, [text('at 10:30-11:00')]],
  ])('are cut out of %s', (_case, content, emojis, expected) => {
    expect(splitEmojiTokens(content, emojis as Record<string, string>)).toEqual(expected);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'do not find what every object has: %s',
    (name) => {
      expect(splitEmojiTokens(`:${name}-x: :a-${name}:`, {})).toEqual([
        text(`:${name}-x: :a-${name}:`),
      ]);
    },
  );

  it('lose and add no character of any message', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(':', '-', heart, ':c-d:', ' ', '하'));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const content = parts.join('');
        const segments = splitEmojiTokens(content, { [heart]: url, ':c-d:': url });
        const joined = segments.map((s) => (s.type === 'text' ? s.text : s.token)).join('');
        expect(joined).toBe(content);
      }),
    );
  });

  it('are found in time that grows with the length alone', () => {
    const content = ':a-'.repeat(20_000);
    expect(splitEmojiTokens(content, { [heart]: url })).toEqual([text(content)]);
  });
});
