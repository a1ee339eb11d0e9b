import type { AuthorizationRequest } from '../world/sign-ins.ts';
import type { World } from '../world/world.ts';
import type { PageProblem } from './page-text.ts';

export type RequestCheck =
  | { readonly kind: 'ok'; readonly request: AuthorizationRequest }
  | { readonly kind: 'problem'; readonly problem: PageProblem };

/**
 * Checks the query of the authorization page. Nothing may be sent to an address before the client
 * is known and the address is one of its registered ones, to the letter; without `state` the answer
 * could not be told from a forged one.
 */
export function checkRequest(world: World, query: Record<string, string[]>): RequestCheck {
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
export function requestAddress(path: string, request: AuthorizationRequest): string {
  const { prompt, ...required } = request;
  const query = new URLSearchParams({ ...required, ...(prompt === null ? {} : { prompt }) });
  return `${path}?${query.toString()}`;
}

function problem(name: PageProblem): RequestCheck {
  return { kind: 'problem', problem: name };
}
