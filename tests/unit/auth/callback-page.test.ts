import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallbackPage,
  preferredLanguage,
  renderCallbackPage,
  sameSecret,
} from '../../../electron/auth/callback-server.ts';
import { SignInDeniedError } from '../../../electron/auth/errors.ts';
import { NOTE_POLICY } from '../../../electron/auth/note-page.ts';
import type { Problem } from '../../../shared/problem.ts';
import { freePort } from '../../support/free-port.ts';
import { type Answer, ask } from './loopback.ts';
import { callback, makeSignInWorld, stateIn } from './sign-in-world.ts';

const PAGES: readonly CallbackPage[] = [
  { kind: 'done' },
  { kind: 'failed', problem: new SignInDeniedError('access_denied').problem },
  { kind: 'stranger' },
  { kind: 'already-answered' },
  { kind: 'not-here' },
];

describe('the page at the end of the browser’s way', () => {
  it.each(PAGES)('says different things in both languages, without script: $kind', (page) => {
    const korean = renderCallbackPage(page, 'ko');
    const english = renderCallbackPage(page, 'en');
    expect(korean).toContain('<html lang="ko">');
    expect(english).toContain('<html lang="en">');
    expect(/<h1>(.*)<\/h1>/.exec(korean)?.[1]).toMatch(/[가-힣]/);
    expect(/<h1>(.*)<\/h1>/.exec(english)?.[1]).not.toMatch(/[가-힣]/);
    for (const html of [korean, english]) {
      expect(html).not.toMatch(/<script|\son\w+=|javascript:|https?:|style=/i);
    }
  });

  it('allows its own style sheet and nothing else', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(renderCallbackPage({ kind: 'done' }, 'ko'))?.[1];
    const hash = createHash('sha256')
      .update(style ?? '')
      .digest('base64');
    expect(NOTE_POLICY.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src 'sha256-${hash}'`,
    ]);
  });

  it('shows text as text', () => {
    const problem: Problem = { code: 'sign-in-denied', values: { reason: '<b>&"' } };
    const html = renderCallbackPage({ kind: 'failed', problem }, 'en');
    expect(html).toContain('&lt;b&gt;&amp;&quot;');
    expect(html).not.toContain('<b>');
  });
});

describe('the language of the page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['en;q=0.5, KO-kr;q=0.9', 'ko'],
    ['fr, de;q=0.9', 'en'],
    ['fr, ko;q=0.1', 'ko'],
    ['ko;q=0, en;q=0.1', 'en'],
    ['kok, en', 'en'],
    ['ko;q=abc,en;q=.1', 'ko'],
  ] as const)('for %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe('comparing secrets', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'abcd', false],
    ['', 'abc', false],
    ['가', '가', true],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameSecret(a, b)).toBe(same);
  });
});

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

describe('what the browser gets', () => {
  it.each(['ko', 'en'] as const)(
    'is the page in its language (%s), kept by nobody',
    async (language) => {
      const redirectUri = `http://127.0.0.1:${await freePort()}/cb`;
      const { signIn } = makeSignInWorld(redirectUri);
      ended.push(() => signIn.dispose());
      const { url } = await signIn.start();
      const wrong = callback(redirectUri, { code: 'c', state: 'wrong' });
      const right = callback(redirectUri, { code: 'c', state: stateIn(url) });
      const answers = [await ask(wrong, { language }), await ask(right, { language })] as Answer[];
      expect(answers.map(({ body }) => body)).toEqual([
        renderCallbackPage({ kind: 'stranger' }, language),
        renderCallbackPage({ kind: 'done' }, language),
      ]);
      for (const { headers } of answers) {
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': NOTE_POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          connection: 'close',
        });
      }
    },
  );
});
