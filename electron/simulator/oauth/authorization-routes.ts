import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SimContext } from '../context.ts';
import { noteBrokenRule, requireNothing, type WatchedEnv } from '../guards.ts';
import type { AuthorizationRequest } from '../world/authorizations.ts';
import type { Application, User } from '../world/model.ts';
import type { World } from '../world/world.ts';
import {
  AUTHORIZATION_PATH,
  consentPage,
  type PageFrame,
  type PageProblem,
  pageText,
  pickLanguage,
  problemPage,
  signInPage,
} from './pages.ts';

const COOKIE = 'stagelight-simulator-user';
const PARAMETERS = ['clientId', 'redirectUri', 'state', 'prompt'];

/** The authorization page (specification, "Authorization page" and "Consent behavior"). */
export function addAuthorizationPage(routes: Hono, ctx: SimContext): void {
  routes.get(AUTHORIZATION_PATH, requireNothing(ctx, { query: PARAMETERS }), (c) => {
    const visit = new Visit(ctx, c);
    const request = checkRequest(ctx.world, c.req.queries());
    return typeof request === 'string' ? visit.showProblem(request) : visit.answer(request);
  });
  routes.post(AUTHORIZATION_PATH, requireNothing(ctx), (c) => new Visit(ctx, c).takeForm());
}

/** One look at the page, or one form sent from it. */
class Visit {
  readonly #ctx: SimContext;
  readonly #world: World;
  readonly #c: Context<WatchedEnv>;

  constructor(ctx: SimContext, c: Context<WatchedEnv>) {
    this.#ctx = ctx;
    this.#world = ctx.world;
    this.#c = c;
  }

  /** Does what the consent table says; never redirects anywhere but to a registered address. */
  answer(request: AuthorizationRequest) {
    const application = this.#world.application(request.clientId);
    if (!application) return this.showProblem('unknown-client');
    const user = this.#signedIn();
    if (user === null) return this.#showSignIn(request);
    const { authorizations, autoApprove } = this.#world;
    switch (nextStep(request.prompt, authorizations.needsConsent(application, user))) {
      case 'consent-required':
        return this.#c.redirect(callback(request, { error: 'consent_required' }), 302);
      case 'code':
        return this.#giveCode(request, application, user);
      case 'consent-screen':
        if (!autoApprove) return this.#showConsent(request, application, user);
        authorizations.consent(application, user);
        return this.#giveCode(request, application, user);
    }
  }

  async takeForm() {
    const fields: Record<string, unknown> = await this.#c.req.parseBody().catch(() => ({}));
    const { formToken, decision, channelId } = fields;
    const { signIns } = this.#world;
    const form = typeof formToken === 'string' ? signIns.takeForm(formToken) : null;
    if (!form) return this.showProblem('stale-form');
    const { request, consents } = form;
    if (consents === null) {
      const user = typeof channelId === 'string' ? this.#world.user(channelId) : null;
      if (decision !== 'sign-in' || !user) return this.showProblem('stale-form');
      this.#remember(user);
      return this.#c.redirect(requestAddress(request), 303);
    }
    // Another user signed in meanwhile in this browser, so the form is no longer valid.
    if (signIns.user(getCookie(this.#c, COOKIE)) !== consents) {
      return this.showProblem('stale-form');
    }
    return this.#decide(request, consents, decision);
  }

  showProblem(problem: PageProblem) {
    noteBrokenRule(this.#c, pageText('en')(`simulator.problem.${problem}`));
    return this.#c.html(problemPage(this.#openFrame(null), problem), 400);
  }

  /** The cookie's user; with automatic approval a user is always signed in. */
  #signedIn(): User | null {
    const { signIns, autoApprove, autoApproveUser } = this.#world;
    const known = signIns.user(getCookie(this.#c, COOKIE));
    if (known || !autoApprove) return known;
    const user = autoApproveUser ?? this.#world.users()[0] ?? null;
    if (user) this.#remember(user);
    return user;
  }

  #remember(user: User): void {
    const key = this.#world.signIns.signIn(user);
    setCookie(this.#c, COOKIE, key, { path: AUTHORIZATION_PATH, httpOnly: true, sameSite: 'Lax' });
  }

  #decide(request: AuthorizationRequest, user: User, decision: unknown) {
    const application = this.#world.application(request.clientId);
    if (!application) return this.showProblem('unknown-client');
    switch (decision) {
      case 'approve':
        this.#world.authorizations.consent(application, user);
        return this.#giveCode(request, application, user);
      case 'deny':
        // What a refusal by the user looks like is not shown: OAuth 2.0's own word for it.
        return this.#c.redirect(callback(request, { error: 'access_denied' }), 303);
      case 'switch':
        this.#world.signIns.signOut(getCookie(this.#c, COOKIE) ?? '');
        deleteCookie(this.#c, COOKIE, { path: AUTHORIZATION_PATH });
        return this.#c.redirect(requestAddress(request), 303);
      default:
        return this.showProblem('stale-form');
    }
  }

  #giveCode(request: AuthorizationRequest, application: Application, user: User) {
    const { authorizations } = this.#world;
    const grant = authorizations.activeGrant(application, user);
    if (!grant) return this.showProblem('unknown-client');
    const code = authorizations.issueCode(grant);
    return this.#c.redirect(callback(request, { code }), this.#c.req.method === 'GET' ? 302 : 303);
  }

  #showSignIn(request: AuthorizationRequest) {
    const formToken = this.#world.signIns.openForm({ request, consents: null });
    const frame = this.#openFrame(request.redirectUri);
    return this.#c.html(signInPage(frame, formToken, this.#world.users()));
  }

  #showConsent(request: AuthorizationRequest, application: Application, user: User) {
    const { redirectUri } = request;
    const formToken = this.#world.signIns.openForm({ request, consents: user });
    const frame = this.#openFrame(redirectUri);
    return this.#c.html(consentPage(frame, formToken, { application, user, redirectUri }));
  }

  /** Language and policy of a page. Forms may lead back here and on to the registered address. */
  #openFrame(redirectUri: string | null): PageFrame {
    const c = this.#c;
    const world = this.#world;
    const nonce = this.#ctx.makeKey();
    const target = redirectUri === null ? '' : ` ${policySource(redirectUri)}`;
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' ${policySource(world.imageBase)}; ` +
        `form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
    );
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    c.header('vary', 'accept-language, cookie');
    const language = pickLanguage(c.req.header('accept-language'));
    return { language, nonce, imageUrl: (path) => world.imageUrl(path) };
  }
}

/** The registered address with the answer behind it; the address itself stays to the letter. */
function callback(request: AuthorizationRequest, answered: Record<string, string>): string {
  const query = new URLSearchParams({ ...answered, state: request.state }).toString();
  return `${request.redirectUri}${request.redirectUri.includes('?') ? '&' : '?'}${query}`;
}

/** What a Content-Security-Policy calls the place of an address. */
function policySource(address: string): string {
  if (!URL.canParse(address)) return "'none'";
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

/**
 * Checks the query of the authorization page. Nothing may be sent to an address before the client
 * is known and the address is one of its registered ones, to the letter; without `state` the answer
 * could not be told from a forged one.
 */
function checkRequest(
  world: World,
  query: Record<string, string[]>,
): AuthorizationRequest | PageProblem {
  if (PARAMETERS.some((name) => (query[name]?.length ?? 0) > 1)) return 'parameter-repeated';
  const [clientId, redirectUri, state, prompt] = PARAMETERS.map((name) => query[name]?.[0]);
  if (!clientId || !redirectUri || !state) return 'parameter-missing';
  const application = world.application(clientId);
  if (!application) return 'unknown-client';
  if (!application.redirectUris.includes(redirectUri)) return 'unknown-redirect';
  if (prompt !== undefined && prompt !== 'consent' && prompt !== 'none') return 'bad-prompt';
  return { clientId, redirectUri, state, prompt: prompt ?? null };
}

function requestAddress({ prompt, ...required }: AuthorizationRequest): string {
  const query = new URLSearchParams({ ...required, ...(prompt === null ? {} : { prompt }) });
  return `${AUTHORIZATION_PATH}?${query.toString()}`;
}

/** Specification, "Consent behavior". `needsConsent`: not linked, or the scopes were widened since. */
function nextStep(prompt: AuthorizationRequest['prompt'], needsConsent: boolean) {
  if (prompt === 'consent') return 'consent-screen';
  if (!needsConsent) return 'code';
  return prompt === 'none' ? 'consent-required' : 'consent-screen';
}
