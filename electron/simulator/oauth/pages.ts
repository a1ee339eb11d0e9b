import { html, raw } from 'hono/html';
import { LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import { SIMULATOR_TEXTS, type SimulatorKey } from '../../../shared/locales/simulator.ts';
import { createTranslator } from '../../../shared/locales/translate.ts';
import type { Application, User } from '../world/model.ts';

type Html = ReturnType<typeof html>;

export const AUTHORIZATION_PATH = '/auth/openapi/account-interlock';

/** What every page needs. `html` escapes every value put into a template. */
export interface PageFrame {
  readonly language: Language;
  readonly nonce: string;
  readonly imageUrl: (path: string) => string;
}

function layout(frame: PageFrame, title: string, body: Html): Html {
  const name = pageText(frame.language)('simulator.name');
  // The icon is named, so that no browser asks for a favicon the platform does not have.
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${frame.imageUrl('emoji/star.svg')}">
<title>${title} · ${name}</title>
<style nonce="${frame.nonce}">${raw(PAGE_STYLE)}</style>
</head>
<body><main><div class="ribbon">${name}</div><div class="body">${body}</div></main></body>
</html>`;
}

function face({ name, imagePath }: User, { imageUrl }: PageFrame): Html {
  const initial = [...name][0] ?? '?';
  return html`<span class="face" aria-hidden="true">${
    imagePath === null ? initial : html`<img src="${imageUrl(imagePath)}" alt="">`
  }</span>`;
}

export function signInPage(frame: PageFrame, formToken: string, users: readonly User[]): Html {
  const say = pageText(frame.language);
  const title = say('simulator.sign-in-title');
  const accounts = users.map(
    (user) => html`<button class="account" name="channelId" value="${user.channelId}">
${face(user, frame)}
<span><strong>${user.name}</strong><small>@${user.handle}</small></span></button>`,
  );
  return layout(
    frame,
    title,
    html`<h1>${title}</h1><p>${say('simulator.sign-in-note')}</p>
<form method="post" action="${AUTHORIZATION_PATH}">
<input type="hidden" name="formToken" value="${formToken}">
<input type="hidden" name="decision" value="sign-in">${accounts}</form>`,
  );
}

interface Consent {
  readonly application: Application;
  readonly user: User;
  readonly redirectUri: string;
}

/** The consent screen: who asks, for what, as whom, and where the answer goes. */
export function consentPage(
  frame: PageFrame,
  formToken: string,
  { application, user, redirectUri }: Consent,
): Html {
  const say = pageText(frame.language);
  const title = say('simulator.consent-title', { application: application.name });
  const scopes = application.scopes.map(
    (scope) => html`<li><span>${say(`simulator.scope.${scope}`)}</span><code>${scope}</code></li>`,
  );
  return layout(
    frame,
    title,
    html`<h1>${title}</h1><p>${say('simulator.consent-note')}</p>
<ul class="scopes">${scopes}</ul>
<form method="post" action="${AUTHORIZATION_PATH}">
<input type="hidden" name="formToken" value="${formToken}">
<div class="who">${face(user, frame)}
<div><small>${say('simulator.signed-in-as')}</small><strong>${user.name}</strong></div>
<button class="plain" name="decision" value="switch">${say('simulator.switch-account')}</button></div>
<div class="actions">
<button name="decision" value="deny">${say('simulator.deny')}</button>
<button class="main" name="decision" value="approve">${say('simulator.approve')}</button></div>
</form>
<small>${say('simulator.returns-to')}</small><code>${redirectUri}</code>`,
  );
}

/** Shown instead of a redirect whenever the request itself cannot be trusted. */
export function problemPage(frame: PageFrame, problem: PageProblem): Html {
  const say = pageText(frame.language);
  const title = say('simulator.problem-title');
  return layout(frame, title, html`<h1>${title}</h1><p>${say(`simulator.problem.${problem}`)}</p>`);
}

const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f3f2f7; --card: #ffffff; --line: #dcdae6;
  --text: #1c1a26; --soft: #5d596e; --accent: #5b3fd6; --on-accent: #ffffff; --tint: #eeeafc; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121017; --card: #1c1924; --line: #373244; --text: #f3f1f8; --soft: #aaa4bb;
    --accent: #a996ff; --on-accent: #17122b; --tint: #2a2440; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 Pretendard, "Apple SD Gothic Neo", "Noto Sans KR", system-ui, sans-serif; }
main { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; overflow: hidden; }
.ribbon { padding: 8px 28px; background: var(--tint); color: var(--soft); font-size: 13px;
  font-weight: 600; border-bottom: 1px solid var(--line); }
.body { padding: 24px 28px 28px; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.35; overflow-wrap: anywhere; }
p { margin: 0 0 16px; color: var(--soft); }
ul { list-style: none; margin: 0 0 20px; padding: 0; }
.scopes { border: 1px solid var(--line); border-radius: 10px; padding: 4px 16px; }
.scopes li { display: flex; justify-content: space-between; gap: 16px; padding: 7px 0; }
.scopes li + li { border-top: 1px solid var(--line); }
code { font: 12px/1.75 ui-monospace, Menlo, Consolas, monospace; color: var(--soft);
  overflow-wrap: anywhere; }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 20px; padding: 12px 16px;
  border-radius: 10px; background: var(--tint); }
.who div { flex: 1; min-width: 0; }
small { display: block; color: var(--soft); font-size: 13px; }
.face { flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid;
  place-items: center; overflow: hidden; background: var(--accent); color: var(--on-accent);
  font-weight: 700; }
.face:has(img) { background: none; }
.face img { width: 100%; height: 100%; }
button { font: inherit; font-weight: 600; color: inherit; cursor: pointer; border-radius: 10px;
  border: 1px solid var(--line); background: transparent; padding: 10px 16px; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.account { display: flex; align-items: center; gap: 12px; width: 100%; margin: 0 0 8px;
  text-align: start; }
.account strong, .who strong { display: block; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.account span + span { min-width: 0; }
.actions { display: flex; gap: 8px; margin-bottom: 20px; }
.actions button { flex: 1; }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.plain { padding: 6px 10px; font-size: 13px; }
@media (max-width: 520px) {
  .body { padding: 20px 20px 24px; }
  .ribbon { padding: 8px 20px; }
  .scopes li { display: block; }
  .scopes code { display: block; }
  .actions { flex-direction: column-reverse; }
}
`;

/** Why the page cannot go on; shown to people, and noted in the request log in English. */
export type PageProblem =
  | 'parameter-missing'
  | 'parameter-repeated'
  | 'unknown-client'
  | 'unknown-redirect'
  | 'bad-prompt'
  | 'stale-form';

type Say = (key: SimulatorKey, values?: Readonly<Record<string, string>>) => string;

export const pageText: (language: Language) => Say = createTranslator(SIMULATOR_TEXTS);

/** The language of ours that the browser likes best; Korean when it likes none. */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: LANGUAGES[0], weight: 0 };
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const language = LANGUAGES.find((one) => one === tag.split('-')[0]);
    if (language === undefined) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > best.weight) best = { language, weight };
  }
  return best.language;
}
