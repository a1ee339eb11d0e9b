import { createHash } from 'node:crypto';
import { type CoreKey, closestLanguage, type Language } from '../../shared/locales/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { coreTexts, sayProblem } from '../base/errors.ts';

export type CallbackPage =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** Not the expected answer; the wait continues. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'already-answered' }
  | { readonly kind: 'not-here' };

function textsOf(page: CallbackPage, language: Language): readonly [string, string, string] {
  const say = coreTexts(language);
  const title = say(`callback.${page.kind}.title` satisfies CoreKey);
  if (page.kind === 'failed') {
    const { what, cure } = sayProblem(page.problem, language);
    return [title, what, cure];
  }
  const text = say(`callback.${page.kind}.text` satisfies CoreKey);
  return [title, text, say(`callback.${page.kind}.next` satisfies CoreKey)];
}

const STYLE = `
:root { color-scheme: light dark; --back: #f4f5f8; --card: #fff; --line: #dfe2ea; --text: #171a21; --soft: #545b6b; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0f1116; --card: #171a21; --line: #2a2f3a; --text: #f2f4f8; --soft: #a9b0c0; --mark: #ff8a80; }
}
.done { --mark: #0a7a47; }
@media (prefers-color-scheme: dark) { .done { --mark: #4ade95; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--back); color: var(--text);
  font: 16px/1.6 Pretendard, system-ui, -apple-system, "Segoe UI", "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
main { width: 100%; max-width: 420px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--mark); border-radius: 8px; }
svg { display: block; width: 40px; height: 40px; color: var(--mark); }
h1 { margin: 16px 0 8px; font-size: 20px; line-height: 28px; }
p + p { margin-top: 8px; color: var(--soft); }
footer { margin-top: 24px; color: var(--soft); font-size: 12px; line-height: 16px; }
`;

/** Blocks scripts and resources; only this style sheet is allowed. */
export const CALLBACK_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICON_DONE = '<path d="m8 12.5 2.8 2.8L16 9.5"/>';
const ICON_NOTE = '<path d="M12 7.5v5.5"/><path d="M12 16.5v.01"/>';

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function renderCallbackPage(page: CallbackPage, language: Language): string {
  const [title, text, next] = textsOf(page, language).map(escapeHtml);
  const isDone = page.kind === 'done';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stagelight</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${isDone ? 'done' : 'note'}">
<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/>${isDone ? ICON_DONE : ICON_NOTE}</svg>
<h1>${title}</h1>
<p>${text}</p>
<p>${next}</p>
<footer>Stagelight</footer>
</main>
</body>
</html>
`;
}

/** The first supported language in the browser's preference; English if none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').flatMap((entry) => {
    const [tag = '', ...parameters] = entry.trim().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    const language = closestLanguage(tag.trim());
    return language !== null && weight > 0 ? [{ language, weight }] : [];
  });
  return wishes.sort((a, b) => b.weight - a.weight)[0]?.language ?? 'en';
}
