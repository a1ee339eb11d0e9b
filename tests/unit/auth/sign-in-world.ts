import { SignIn, type SignInState } from '../../../electron/auth/sign-in.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { makeKey } from '../../../electron/base/random.ts';
import type {
  AuthorizationRequest,
  IssuedTokens,
} from '../../../electron/platform/resources/auth.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { issued } from './fakes.ts';

/** A sign-in flow with a platform that exchanges every code, unless told otherwise. */
export function makeSignInWorld(redirectUri: string, signInUrl?: string) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const redactor = new Redactor();
  const states: SignInState[] = [];
  const codes: string[] = [];
  const adopted: IssuedTokens[] = [];
  const script = {
    before: Promise.resolve() as Promise<void>,
    gate: Promise.resolve() as Promise<void>,
    failure: null as unknown,
    adoptFailure: null as unknown,
  };
  const signIn = new SignIn({
    auth: {
      authorizationUrl: ({ redirectUri: back, state, prompt }: AuthorizationRequest) =>
        `https://platform.example/authorize?redirectUri=${encodeURIComponent(back)}&state=${state}${prompt ? `&prompt=${prompt}` : ''}`,
      exchangeCode: async (code) => {
        codes.push(code);
        await script.gate;
        if (script.failure) throw script.failure;
        return issued(1);
      },
    },
    redirectUri,
    signInUrl,
    beforeExchange: () => script.before,
    adopt: async (tokens) => {
      if (script.adoptFailure) throw script.adoptFailure;
      adopted.push(tokens);
    },
    clock,
    makeKey,
    redactor,
    log: createLogger(clock, redactor, (line) => lines.push(line)),
  });
  signIn.onState((state) => states.push(state));
  const kinds = () => states.map(({ kind }) => kind);
  return { signIn, clock, lines, states, kinds, codes, adopted, script };
}

/** The state value that a sign-in address carries. */
export function stateIn(url: string): string {
  return new URL(url).searchParams.get('state') ?? '';
}

/** The redirect address as the platform would send the browser back to it. */
export function callback(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}
