import { beforeEach, describe, expect, it } from 'vitest';
import {
  type PageProblem,
  pageText,
  pickLanguage,
} from '../../../electron/simulator/oauth/pages.ts';
import { SCOPES } from '../../../electron/simulator/world/model.ts';
import {
  type Answer,
  openPlatform,
  PAGE,
  type Platform,
  REDIRECT,
  SECOND_REDIRECT,
  TOKEN,
} from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

function address(fields: Record<string, string | undefined> = {}): string {
  const all = { clientId: 'stagelight-demo', redirectUri: REDIRECT, state: 's t&1', ...fields };
  const given = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return `${PAGE}?${new URLSearchParams(given)}`;
}

const open = (fields: Record<string, string | undefined> = {}, cookie?: string) =>
  platform.ask(address(fields), cookie === undefined ? {} : { headers: { cookie } });

const cookieOf = (answer: Answer) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
const formTokenOf = (answer: Answer) =>
  /name="formToken" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';

function send(fields: Record<string, string>, cookie?: string): Promise<Answer> {
  return platform.ask(PAGE, {
    method: 'POST',
    rawBody: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
}

function signedIn(user = platform.streamer): string {
  return `stagelight-simulator-user=${platform.world.signIns.signIn(user)}`;
}

const link = () => platform.world.authorizations.consent(platform.application, platform.streamer);
const location = (answer: Answer) => answer.headers.get('location') ?? '';
const isConsent = (answer: Answer) =>
  answer.status === 200 && answer.text.includes('value="approve"');
const isSignIn = (answer: Answer) =>
  answer.status === 200 && answer.text.includes('name="channelId"');

/** Which row of the consent table the page has taken. */
function stepOf(answer: Answer): string {
  if (isSignIn(answer)) return 'sign-in';
  if (isConsent(answer)) return 'consent-screen';
  const { searchParams } = new URL(location(answer));
  return searchParams.get('error') === 'consent_required' ? 'consent-required' : 'code';
}

describe('the consent table', () => {
  it.each<['consent' | 'none' | null, boolean, boolean, string]>([
    [null, true, false, 'code'],
    [null, true, true, 'consent-screen'],
    ['consent', true, false, 'consent-screen'],
    ['consent', true, true, 'consent-screen'],
    ['none', true, false, 'code'],
    ['none', true, true, 'consent-required'],
    [null, false, true, 'sign-in'],
    ['consent', false, true, 'sign-in'],
    ['none', false, true, 'sign-in'],
  ])('prompt %s, signed in %s, needs consent %s: %s', async (prompt, isIn, needsConsent, step) => {
    if (!needsConsent) link();
    const answer = await open({ prompt: prompt ?? undefined }, isIn ? signedIn() : undefined);
    expect(stepOf(answer)).toBe(step);
    if (step === 'code') expect(location(answer)).toContain('code=');
  });
});

describe('the authorization page', () => {
  it.each([undefined, 'consent', 'none'])(
    'shows the sign-in page to strangers whatever the prompt (%s), never login_required',
    async (prompt) => {
      const answer = await open({ prompt });
      expect(isSignIn(answer)).toBe(true);
      expect(answer.text).not.toContain('login_required');
    },
  );

  it('leads from sign-in over approval to a code that can be exchanged', async () => {
    const picker = await open();
    const entered = await send({
      formToken: formTokenOf(picker),
      decision: 'sign-in',
      channelId: platform.streamer.channelId,
    });
    expect(entered.status).toBe(303);
    const cookie = cookieOf(entered);
    const screen = await platform.ask(location(entered), { headers: { cookie } });
    expect(isConsent(screen)).toBe(true);
    const approved = await send({ formToken: formTokenOf(screen), decision: 'approve' }, cookie);
    expect(approved.status).toBe(303);
    const target = new URL(location(approved));
    expect(`${target.origin}${target.pathname}`).toBe(REDIRECT);
    expect([...target.searchParams.keys()].sort()).toEqual(['code', 'state']);
    expect(target.searchParams.get('state')).toBe('s t&1');
    const tokens = await platform.ask(TOKEN, {
      body: {
        grantType: 'authorization_code',
        ...platform.credentials,
        code: target.searchParams.get('code'),
      },
    });
    expect(tokens.json.content.scope).toBe(SCOPES.join(' '));
    expect(platform.log.broken()).toEqual([]);
  });

  it('gives a code at once to a linked user', async () => {
    link();
    const answer = await open({}, signedIn());
    expect(answer.status).toBe(302);
    expect(new URL(location(answer)).searchParams.has('code')).toBe(true);
  });

  it('asks again when the application widened its scopes, and then grants the wider ones', async () => {
    platform.application.scopes = ['READ:USER'];
    const grant = link();
    platform.application.scopes = ['READ:USER', 'READ:DONATION'];
    const cookie = signedIn();
    const screen = await open({}, cookie);
    expect(isConsent(screen)).toBe(true);
    await send({ formToken: formTokenOf(screen), decision: 'approve' }, cookie);
    expect(grant.consentedScopes).toEqual(['READ:USER', 'READ:DONATION']);
  });

  it('does not ask again when the application narrowed its scopes', async () => {
    link();
    platform.application.scopes = ['READ:USER'];
    expect((await open({}, signedIn())).status).toBe(302);
  });

  it('shows only the scopes the application has chosen', async () => {
    platform.application.scopes = ['READ:USER', 'READ:DONATION'];
    const { text } = await open({}, signedIn());
    const shown = SCOPES.filter((scope) => text.includes(`<code>${scope}</code>`));
    expect(shown).toEqual(['READ:USER', 'READ:DONATION']);
  });

  it('shows the screen to linked users with prompt=consent', async () => {
    link();
    expect(isConsent(await open({ prompt: 'consent' }, signedIn()))).toBe(true);
  });

  it('answers prompt=none with error=consent_required and the state where consent is needed', async () => {
    const answer = await open({ prompt: 'none' }, signedIn());
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(new URL(location(answer)).searchParams)).toEqual({
      error: 'consent_required',
      state: 's t&1',
    });
  });

  it('answers prompt=none with a code where no consent is needed', async () => {
    link();
    const answer = await open({ prompt: 'none' }, signedIn());
    expect(new URL(location(answer)).searchParams.has('code')).toBe(true);
  });

  it('sends a refusal back without a code and without a link', async () => {
    const cookie = signedIn();
    const screen = await open({}, cookie);
    const answer = await send({ formToken: formTokenOf(screen), decision: 'deny' }, cookie);
    expect(Object.fromEntries(new URL(location(answer)).searchParams)).toEqual({
      error: 'access_denied',
      state: 's t&1',
    });
    expect(
      platform.world.authorizations.activeGrant(platform.application, platform.streamer),
    ).toBeNull();
  });

  it('keeps the query of a registered address', async () => {
    link();
    const answer = await open({ redirectUri: SECOND_REDIRECT }, signedIn());
    expect(location(answer).startsWith(`${SECOND_REDIRECT}&code=`)).toBe(true);
  });

  it('lets people change the account', async () => {
    const cookie = signedIn();
    const screen = await open({}, cookie);
    const answer = await send({ formToken: formTokenOf(screen), decision: 'switch' }, cookie);
    expect(answer.status).toBe(303);
    expect(isSignIn(await platform.ask(location(answer), { headers: { cookie } }))).toBe(true);
  });
});

describe('a request the page cannot trust', () => {
  it.each<[string, Record<string, string | undefined>, PageProblem]>([
    ['no clientId', { clientId: undefined }, 'parameter-missing'],
    ['no redirectUri', { redirectUri: undefined }, 'parameter-missing'],
    ['no state', { state: undefined }, 'parameter-missing'],
    ['an empty state', { state: '' }, 'parameter-missing'],
    ['an unknown client', { clientId: 'nobody' }, 'unknown-client'],
    ['an address with a slash more', { redirectUri: `${REDIRECT}/` }, 'unknown-redirect'],
    ['an address in capitals', { redirectUri: REDIRECT.toUpperCase() }, 'unknown-redirect'],
    [
      'localhost for 127.0.0.1',
      { redirectUri: 'http://localhost:17817/callback' },
      'unknown-redirect',
    ],
    [
      "another application's address",
      { redirectUri: 'http://127.0.0.1:2/callback' },
      'unknown-redirect',
    ],
    ['an unknown prompt', { prompt: 'login' }, 'bad-prompt'],
  ])('is shown an error and never redirected: %s', async (_what, fields, problem) => {
    link();
    const answer = await open(fields, signedIn());
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.text).toContain(pageText('ko')(`simulator.problem.${problem}`));
    expect(platform.lastEntry().brokenRules).toContain(
      pageText('en')(`simulator.problem.${problem}`),
    );
  });

  it('is refused when a parameter comes twice', async () => {
    const answer = await platform.ask(`${address()}&state=2`);
    expect(answer.status).toBe(400);
  });

  it('is noted when it carries parameters of other platforms', async () => {
    await open({ response_type: 'code', scope: 'x' });
    expect(platform.lastEntry().brokenRules).toEqual([
      'Query parameter response_type is not documented',
      'Query parameter scope is not documented',
    ]);
  });
});

describe('the forms of the page', () => {
  it('can be sent once only', async () => {
    const cookie = signedIn();
    const fields = { formToken: formTokenOf(await open({}, cookie)), decision: 'approve' };
    expect((await send(fields, cookie)).status).toBe(303);
    expect((await send(fields, cookie)).status).toBe(400);
  });

  it('mean nothing without their token', async () => {
    expect((await send({ decision: 'approve' }, signedIn())).status).toBe(400);
  });

  it('mean nothing in a browser where somebody else is signed in', async () => {
    const formToken = formTokenOf(await open({}, signedIn()));
    const stranger = signedIn(platform.viewer(0));
    expect((await send({ formToken, decision: 'approve' }, stranger)).status).toBe(400);
    expect((await send({ formToken, decision: 'approve' })).status).toBe(400);
  });

  it('grow old', async () => {
    const cookie = signedIn();
    const formToken = formTokenOf(await open({}, cookie));
    await platform.clock.advance(3_600_001);
    expect((await send({ formToken, decision: 'approve' }, cookie)).status).toBe(400);
  });
});

describe('automatic approval', () => {
  it('redirects at once with a code for the streamer', async () => {
    platform = openPlatform({ autoApprove: true });
    const answer = await open();
    expect(answer.status).toBe(302);
    expect(new URL(location(answer)).searchParams.has('code')).toBe(true);
    const grant = platform.world.authorizations.activeGrant(
      platform.application,
      platform.streamer,
    );
    expect(grant?.consentedScopes).toEqual(SCOPES);
  });

  it('changes nothing about prompt=none', async () => {
    platform = openPlatform({ autoApprove: true });
    const answer = await open({ prompt: 'none' });
    expect(new URL(location(answer)).searchParams.get('error')).toBe('consent_required');
  });

  it('is off unless asked for', () => {
    expect(platform.world.autoApprove).toBe(false);
  });
});

describe('the page itself', () => {
  it('escapes names that hold markup', async () => {
    const evil = '<script>alert(1)</script>"\'&';
    platform.world.addApplication({ ...platform.application, clientId: 'evil', name: evil });
    const answer = await open({ clientId: 'evil' }, signedIn());
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('allows no scripts, no frames, and forms only here and to the registered address', async () => {
    const policy = (await open({}, signedIn())).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:17817;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('unsafe');
  });

  it('names its icon, so that no browser asks for one the platform does not have', async () => {
    platform.world.imageBase = 'http://127.0.0.1:9/sim';
    for (const answer of [await open(), await open({ state: undefined })]) {
      expect(answer.text).toContain(
        '<link rel="icon" href="http://127.0.0.1:9/sim/emoji/star.svg">',
      );
    }
  });

  it('shows the style under the nonce of its policy', async () => {
    const answer = await open();
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(answer.text).toContain(`<style nonce="${nonce}">`);
  });

  it('says that it is a simulator, in the language of the browser', async () => {
    const english = await platform.ask(address(), {
      headers: { 'accept-language': 'en-US,en;q=0.9' },
    });
    expect(english.text).toContain(pageText('en')('simulator.name'));
    expect(english.text).toContain('<html lang="en">');
    expect((await open()).text).toContain(pageText('ko')('simulator.name'));
  });

  it.each([
    [undefined, 'ko'],
    ['', 'ko'],
    ['fr-FR', 'ko'],
    ['en', 'en'],
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['fr,en;q=0.5,ko;q=0.4', 'en'],
    ['en;q=0.1,ko;q=0.2', 'ko'],
    ['en;q=rubbish', 'ko'],
  ])('takes Accept-Language %s as %s', (header, language) => {
    expect(pickLanguage(header)).toBe(language);
  });
});
