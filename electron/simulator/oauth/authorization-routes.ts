import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { answerFailure } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { noteBrokenRule, requireNothing, type WatchedEnv } from '../guards.ts';
import type { AuthorizationRequest } from '../world/authorizations.ts';
import type { User } from '../world/model.ts';
import type { World } from '../world/world.ts';
import {
  consentPage,
  type PageFrame,
  type PageProblem,
  pageText,
  pickLanguage,
  problemPage,
  signInPage,
} from './pages.ts';

const PATH = '/auth/openapi/account-interlock';
const COOKIE = 'stagelight-simulator-user';
const PARAMETERS = ['clientId', 'redirectUri', 'state', 'prompt'] as const;

type PageContext = Context<WatchedEnv>;

/** The authorization page (specification, "Authorization page" and "Consent behavior"). */
export function authorizationRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  routes.onError(answerFailure);
  routes.get(PATH, requireNothing(ctx, { query: PARAMETERS }), (c) => {
    const check = checkRequest(ctx.world, c.req.queries());
    if (check.kind === 'problem') return showProblem(ctx, c, check.problem);
    return answer(ctx, c, check.request);
  });
  routes.post(PATH, requireNothing(ctx, { query: [] }), (c) => takeForm(ctx, c));
  return routes;
}

/** Does what the consent table says; never redirects anywhere but to a registered address. */
function answer(ctx: SimContext, c: PageContext, request: AuthorizationRequest) {
  const application = ctx.world.application(request.clientId);
  if (!application) return showProblem(ctx, c, 'unknown-client');
  const user = signedIn(ctx, c);
  const { authorizations } = ctx.world;
  const step: ConsentStep = nextStep({
    prompt: request.prompt,
    signedIn: user !== null,
    needsConsent: user === null || authorizations.needsConsent(application, user),
  });
  if (user === null || step === 'sign-in') return showSignIn(ctx, c, request);
  switch (step) {
    case 'consent-required':
      return c.redirect(callback(request, { error: 'consent_required' }), 302);
    case 'code':
      return giveCode(ctx, c, request, user);
    case 'consent-screen':
      if (!ctx.world.autoApprove) return showConsent(ctx, c, request, user);
      authorizations.consent(application, user);
      return giveCode(ctx, c, request, user);
  }
}

/** The cookie's user; with automatic approval a user is always signed in. */
function signedIn(ctx: SimContext, c: PageContext): User | null {
  const known = ctx.world.signIns.user(getCookie(c, COOKIE));
  if (known || !ctx.world.autoApprove) return known;
  const user = ctx.world.autoApproveUser ?? ctx.world.users()[0] ?? null;
  if (user) remember(ctx, c, user);
  return user;
}

function remember(ctx: SimContext, c: PageContext, user: User): void {
  setCookie(c, COOKIE, ctx.world.signIns.signIn(user), {
    path: PATH,
    httpOnly: true,
    sameSite: 'Lax',
  });
}

async function takeForm(ctx: SimContext, c: PageContext) {
  const fields = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  const { formToken, decision, channelId } = fields as Record<string, unknown>;
  const form = typeof formToken === 'string' ? ctx.world.signIns.takeForm(formToken) : null;
  if (!form) return showProblem(ctx, c, 'stale-form');
  const { request, purpose } = form;
  const cookie = getCookie(c, COOKIE);
  if (purpose.kind === 'sign-in') {
    const user = typeof channelId === 'string' ? ctx.world.user(channelId) : null;
    if (decision !== 'sign-in' || !user) return showProblem(ctx, c, 'stale-form');
    remember(ctx, c, user);
    return c.redirect(requestAddress(PATH, request), 303);
  }
  // Another user signed in meanwhile in this browser, so the form is no longer valid.
  if (ctx.world.signIns.user(cookie) !== purpose.user) return showProblem(ctx, c, 'stale-form');
  return decide(ctx, c, request, purpose.user, decision);
}

function decide(
  ctx: SimContext,
  c: PageContext,
  request: AuthorizationRequest,
  user: User,
  decision: unknown,
) {
  const application = ctx.world.application(request.clientId);
  if (!application) return showProblem(ctx, c, 'unknown-client');
  switch (decision) {
    case 'approve':
      ctx.world.authorizations.consent(application, user);
      return giveCode(ctx, c, request, user);
    case 'deny':
      // What a refusal by the user looks like is not shown: OAuth 2.0's own word for it.
      return c.redirect(callback(request, { error: 'access_denied' }), 303);
    case 'switch':
      ctx.world.signIns.signOut(getCookie(c, COOKIE) ?? '');
      deleteCookie(c, COOKIE, { path: PATH });
      return c.redirect(requestAddress(PATH, request), 303);
    default:
      return showProblem(ctx, c, 'stale-form');
  }
}

function giveCode(ctx: SimContext, c: PageContext, request: AuthorizationRequest, user: User) {
  const application = ctx.world.application(request.clientId);
  const grant = application && ctx.world.authorizations.activeGrant(application, user);
  if (!grant) return showProblem(ctx, c, 'unknown-client');
  const code = ctx.world.authorizations.issueCode(grant);
  return c.redirect(callback(request, { code }), c.req.method === 'GET' ? 302 : 303);
}

/** The registered address with the answer behind it; the address itself stays to the letter. */
function callback(request: AuthorizationRequest, answered: Record<string, string>): string {
  const query = new URLSearchParams({ ...answered, state: request.state }).toString();
  return `${request.redirectUri}${request.redirectUri.includes('?') ? '&' : '?'}${query}`;
}

function showSignIn(ctx: SimContext, c: PageContext, request: AuthorizationRequest) {
  const formToken = ctx.world.signIns.openForm({ request, purpose: { kind: 'sign-in' } });
  const frame = openFrame(ctx, c, request.redirectUri);
  const users = ctx.world.users();
  return c.html(signInPage({ ...frame, users, formToken, imageUrl: imageOf(ctx) }));
}

function showConsent(ctx: SimContext, c: PageContext, request: AuthorizationRequest, user: User) {
  const application = ctx.world.application(request.clientId);
  if (!application) return showProblem(ctx, c, 'unknown-client');
  const formToken = ctx.world.signIns.openForm({ request, purpose: { kind: 'consent', user } });
  const { redirectUri } = request;
  const frame = openFrame(ctx, c, redirectUri);
  const imageUrl = imageOf(ctx);
  return c.html(consentPage({ ...frame, application, user, redirectUri, formToken, imageUrl }));
}

function showProblem(ctx: SimContext, c: PageContext, problem: PageProblem) {
  noteBrokenRule(c, pageText('en')(`simulator.problem.${problem}`));
  return c.html(problemPage(openFrame(ctx, c, null), problem), 400);
}

function imageOf(ctx: SimContext): (user: User) => string | null {
  return (user) => ctx.world.imageUrl(user.imagePath);
}

/** Language and policy of a page. Forms may lead back here and on to the registered address. */
function openFrame(ctx: SimContext, c: PageContext, redirectUri: string | null): PageFrame {
  const nonce = ctx.makeKey();
  const target = redirectUri === null ? '' : ` ${policySource(redirectUri)}`;
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' ${policySource(ctx.world.imageBase)}; ` +
      `form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('vary', 'accept-language, cookie');
  const iconUrl = ctx.world.imageUrl('emoji/star.svg');
  return { language: pickLanguage(c.req.header('accept-language')), nonce, iconUrl };
}

/** What a Content-Security-Policy calls the place of an address. */
function policySource(address: string): string {
  if (!URL.canParse(address)) return "'none'";
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}

type RequestCheck =
  | { readonly kind: 'ok'; readonly request: AuthorizationRequest }
  | { readonly kind: 'problem'; readonly problem: PageProblem };

/**
 * Checks the query of the authorization page. Nothing may be sent to an address before the client
 * is known and the address is one of its registered ones, to the letter; without `state` the answer
 * could not be told from a forged one.
 */
function checkRequest(world: World, query: Record<string, string[]>): RequestCheck {
  const names = ['clientId', 'redirectUri', 'state', 'prompt'];
  if (names.some((name) => (query[name]?.length ?? 0) > 1)) return problem('parameter-repeated');
  const clientId = query['clientId']?.[0];
  const redirectUri = query['redirectUri']?.[0];
  const state = query['state']?.[0];
  const prompt = query['prompt']?.[0] ?? null;
  if (!clientId || !redirectUri || !state) return problem('parameter-missing');
  const application = world.application(clientId);
  if (!application) return problem('unknown-client');
  if (!application.redirectUris.includes(redirectUri)) return problem('unknown-redirect');
  if (prompt !== null && prompt !== 'consent' && prompt !== 'none') return problem('bad-prompt');
  return { kind: 'ok', request: { clientId, redirectUri, state, prompt } };
}

/** The address of the authorization page for a checked request. */
function requestAddress(path: string, request: AuthorizationRequest): string {
  const { prompt, ...required } = request;
  const query = new URLSearchParams({ ...required, ...(prompt === null ? {} : { prompt }) });
  return `${path}?${query.toString()}`;
}

function problem(name: PageProblem): RequestCheck {
  return { kind: 'problem', problem: name };
}

interface ConsentSituation {
  readonly prompt: AuthorizationRequest['prompt'];
  readonly signedIn: boolean;
  /** Not linked to the application, or the application widened its scopes since. */
  readonly needsConsent: boolean;
}

export type ConsentStep = 'sign-in' | 'consent-screen' | 'code' | 'consent-required';

/** The table of the specification's section "Consent behavior". */
export function nextStep(situation: ConsentSituation): ConsentStep {
  if (!situation.signedIn) return 'sign-in';
  switch (situation.prompt) {
    case 'consent':
      return 'consent-screen';
    case 'none':
      return situation.needsConsent ? 'consent-required' : 'code';
    case null:
      return situation.needsConsent ? 'consent-screen' : 'code';
  }
}
