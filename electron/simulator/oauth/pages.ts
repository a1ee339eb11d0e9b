import { html, raw } from 'hono/html';
import type { Language } from '../../../shared/locales/index.ts';
import type { Application, User } from '../world/model.ts';
import { PAGE_STYLE } from './page-style.ts';
import { type PageProblem, pageText } from './page-text.ts';

type Html = ReturnType<typeof html>;

/** What every page needs. `html` escapes every value put into a template. */
export interface PageFrame {
  readonly language: Language;
  /** The nonce of the page's Content-Security-Policy. */
  readonly nonce: string;
  /** Named in the page, so that no browser asks for a favicon the platform does not have. */
  readonly iconUrl: string;
}

export interface ConsentPage extends PageFrame {
  readonly application: Application;
  readonly user: User;
  readonly redirectUri: string;
  readonly formToken: string;
  readonly imageUrl: (user: User) => string | null;
}

export interface SignInPage extends PageFrame {
  readonly users: readonly User[];
  readonly formToken: string;
  readonly imageUrl: (user: User) => string | null;
}

const FORM_ACTION = '/auth/openapi/account-interlock';

function layout(frame: PageFrame, title: string, body: Html): Html {
  const say = pageText(frame.language);
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${frame.iconUrl}">
<title>${title} · ${say('simulator.name')}</title>
<style nonce="${frame.nonce}">${raw(PAGE_STYLE)}</style>
</head>
<body><main><div class="ribbon">${say('simulator.name')}</div><div class="body">${body}</div></main></body>
</html>`;
}

function face(user: User, imageUrl: string | null): Html {
  const initial = [...user.name][0] ?? '?';
  return html`<span class="face" aria-hidden="true">${
    imageUrl === null ? initial : html`<img src="${imageUrl}" alt="">`
  }</span>`;
}

/** The account picker, shown to everybody who is not signed in. */
export function signInPage(page: SignInPage): Html {
  const say = pageText(page.language);
  const accounts = page.users.map(
    (user) => html`<button class="account" name="channelId" value="${user.channelId}">
${face(user, page.imageUrl(user))}
<span><strong>${user.name}</strong><small>@${user.handle}</small></span></button>`,
  );
  return layout(
    page,
    say('simulator.sign-in-title'),
    html`<h1>${say('simulator.sign-in-title')}</h1><p>${say('simulator.sign-in-note')}</p>
<form method="post" action="${FORM_ACTION}">
<input type="hidden" name="formToken" value="${page.formToken}">
<input type="hidden" name="decision" value="sign-in">${accounts}</form>`,
  );
}

/** The consent screen: who asks, for what, as whom, and where the answer goes. */
export function consentPage(page: ConsentPage): Html {
  const say = pageText(page.language);
  const title = say('simulator.consent-title', { application: page.application.name });
  const scopes = page.application.scopes.map(
    (scope) => html`<li><span>${say(`simulator.scope.${scope}`)}</span><code>${scope}</code></li>`,
  );
  return layout(
    page,
    title,
    html`<h1>${title}</h1><p>${say('simulator.consent-note')}</p>
<ul class="scopes">${scopes}</ul>
<form method="post" action="${FORM_ACTION}">
<input type="hidden" name="formToken" value="${page.formToken}">
<div class="who">${face(page.user, page.imageUrl(page.user))}
<div><small>${say('simulator.signed-in-as')}</small><strong>${page.user.name}</strong></div>
<button class="plain" name="decision" value="switch">${say('simulator.switch-account')}</button></div>
<div class="actions">
<button name="decision" value="deny">${say('simulator.deny')}</button>
<button class="main" name="decision" value="approve">${say('simulator.approve')}</button></div>
</form>
<small>${say('simulator.returns-to')}</small><code>${page.redirectUri}</code>`,
  );
}

/** Shown instead of a redirect whenever the request itself cannot be trusted. */
export function problemPage(frame: PageFrame, problem: PageProblem): Html {
  const say = pageText(frame.language);
  return layout(
    frame,
    say('simulator.problem-title'),
    html`<h1>${say('simulator.problem-title')}</h1><p>${say(`simulator.problem.${problem}`)}</p>`,
  );
}
