import { createHash } from 'node:crypto';
import type { Language } from '../../shared/locales/index.ts';

/** A page with one message, for a browser that came to sign in. */
export interface NotePage {
  /** `calm`: nothing went wrong, and nothing is done yet. */
  readonly tone: 'done' | 'calm' | 'wrong';
  readonly title: string;
  readonly lines: readonly string[];
  /** Where the person goes on. */
  readonly link?: { readonly href: string; readonly text: string };
  /** The browser asks again after so many seconds. */
  readonly refreshS?: number;
}

const STYLE = `
:root { color-scheme: light dark; --back: #f4f5f8; --card: #fff; --line: #dfe2ea; --text: #171a21; --soft: #545b6b; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0f1116; --card: #171a21; --line: #2a2f3a; --text: #f2f4f8; --soft: #a9b0c0; --mark: #ff8a80; }
}
.done { --mark: #0a7a47; }
.calm { --mark: #3c50d8; }
@media (prefers-color-scheme: dark) { .done { --mark: #4ade95; } .calm { --mark: #8ea2ff; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--back); color: var(--text);
  font: 16px/1.6 Pretendard, system-ui, -apple-system, "Segoe UI", "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
main { width: 100%; max-width: 420px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--mark); border-radius: 8px; }
svg { display: block; width: 40px; height: 40px; color: var(--mark); }
h1 { margin: 16px 0 8px; font-size: 20px; line-height: 28px; }
p + p { margin-top: 8px; color: var(--soft); }
a { display: block; margin-top: 24px; padding: 12px 16px; border-radius: 8px; background: var(--text); color: var(--card); font-weight: 600; text-align: center; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
footer { margin-top: 24px; color: var(--soft); font-size: 12px; line-height: 16px; }
`;

/** Blocks scripts and resources; only this style sheet is allowed. */
export const NOTE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICONS: Readonly<Record<NotePage['tone'], string>> = {
  done: '<path d="m8 12.5 2.8 2.8L16 9.5"/>',
  calm: '<path d="M12 11v5.5"/><path d="M12 7.5v.01"/>',
  wrong: '<path d="M12 7.5v5.5"/><path d="M12 16.5v.01"/>',
};

/** Text for an element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The whole page as HTML, without script. */
export function renderNotePage(note: NotePage, language: Language): string {
  const { tone, link, refreshS } = note;
  const title = escapeHtml(note.title);
  const lines = note.lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const refresh =
    refreshS === undefined ? '' : `\n<meta http-equiv="refresh" content="${refreshS}">`;
  const button = link ? `\n<a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${title} · Stagelight</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${tone}">
<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/>${ICONS[tone]}</svg>
<h1>${title}</h1>
${lines}${button}
<footer>Stagelight</footer>
</main>
</body>
</html>
`;
}
