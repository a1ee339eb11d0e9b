import { describe, expect, it } from 'vitest';
import { reasonText } from '../../../../renderer/dashboard/connection/coverage.tsx';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import { sourceFiles } from '../../../architecture/source-files.ts';

/** `custom` is a word of the schema library; a browser that did not open leaves the state as it is. */
const NOT_OURS = new Set(['custom', 'browser-not-opened']);

/** A template's gap stands for a detail. */
const LITERAL = "['`]([a-z][a-z-]*)(?:\\$\\{[^}]*\\})?['`]";

/** A reason as a field, as the last of a call's arguments, or as what a value falls back to. */
const REASONS = [
  new RegExp(`\\breason: ?${LITERAL}`, 'g'),
  /\b(?:wait|over|lost|rest|block|failed|notAcquired|openAt|lineLost)\((?:[^()]*, )?'([a-z-]+)'\)/g,
  /\breason \?\? '([a-z-]+)'/g,
];

/** The code of a problem: a failed sign-in or call gives it as its reason. */
const PROBLEM_CODES = [
  new RegExp(`\\bcode: ?${LITERAL}`, 'g'),
  /\bcode: \w+ === '\w+' \? '([a-z-]+)'/g,
  /\bcode: \w+ === '\w+' \? '[a-z-]+' : '([a-z-]+)'/g,
];

function found(patterns: readonly RegExp[], text: string): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function inRooms(rooms: readonly string[], patterns: readonly RegExp[]): string[] {
  const folders = rooms.map((room) => `electron/${room}`);
  return sourceFiles(folders).flatMap(({ text }) => found(patterns, text));
}

const all = [
  ...inRooms(['session'], REASONS),
  ...sourceFiles(['electron/auth'], /account\.ts$/).flatMap(({ text }) => found(REASONS, text)),
  ...inRooms(['auth', 'platform'], PROBLEM_CODES),
];
const codes = [...new Set(all)].filter((code) => !NOT_OURS.has(code)).sort();

describe('the reasons that the core can give', () => {
  it('are found in its source', () => {
    expect(codes).toEqual(
      expect.arrayContaining([
        'closed-',
        'no-pong',
        'platform-unavailable-',
        'session-expired',
        'sign-in-required',
        'sign-in-denied',
        'sign-in-consent-required',
        'unreachable',
      ]),
    );
  });

  it.each([
    ["return wait(state, 'no-pong');", ['no-pong']],
    ["over(state, 'session-gone', 'session-expired')", ['session-expired']],
    ["{ verdict: 'x', reason: `closed-$" + '{end.code}` }', ['closed-']],
    ["this.lost(line, reason ?? 'signed-out')", ['signed-out']],
    ["{ reason: 'two words' }", []],
  ])('would be found in %j', (text, expected) => {
    expect(found(REASONS, text)).toEqual(expected);
  });

  describe.each(LANGUAGES)('in words (%s)', (language) => {
    const words = wordsOf(language);
    /** How a reason without words is shown. */
    const bare = (reason: string) =>
      reasonText('solar-flare', words)?.replace('solar-flare', reason);

    it.each(codes)('%s', (code) => {
      const reason = code.replace(/-$/, '-detail');
      const text = reasonText(reason, words);
      expect(text).toMatch(/\S/);
      expect(text).not.toBe(bare(reason));
    });

    it.each([
      ...[1000, 1001, 1002, 1006, 1008, 1011, 1012, 1013, 4000].map((code) => `closed-${code}`),
      ...[400, 418, 429, 500, 502, 503, 504].map((status) => `refused-${status}`),
      'platform-unavailable-timeout',
      'sign-in-port-taken',
    ])('%s is a sentence without its code', (code) => {
      const text = reasonText(code, words);
      expect(text).toMatch(/[^.:]{6,}\.$/);
      expect(text).not.toMatch(/\d{3}|closed-|refused-/);
    });

    it('an unknown one is named as it is', () => {
      expect(reasonText('solar-flare', words)).toMatch(/^\S+: solar-flare\.$/);
      expect(reasonText(null, words)).toBeNull();
    });

    it.each([
      ['closed-4999', 'closed'],
      ['platform-unavailable-volcano', 'platform-unavailable'],
      ['platform-something-new', 'platform'],
    ])('%s falls back to the longest beginning that has words', (reason, beginning) => {
      expect(reasonText(reason, words)).toBe(reasonText(beginning, words));
      expect(reasonText(reason, words)).not.toBe(bare(reason));
      expect(reasonText(reason, words)).not.toBe(bare(beginning));
    });
  });
});
