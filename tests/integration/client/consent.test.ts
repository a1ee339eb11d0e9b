import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../../electron/simulator/world/model.ts';
import { Browser, type Sight } from './support/browser.ts';
import { type ClientStage, REDIRECT, stageOpener } from './support/client-stage.ts';

const openStage = stageOpener();

/** What stands between the person and the application when the page is opened. */
type Link =
  | 'a stranger'
  | 'never linked'
  | 'linked'
  | 'linked, scopes widened'
  | 'linked, scopes narrowed'
  | 'link ended';
type Prompt = 'consent' | 'none' | undefined;
type End = 'sign-in page' | 'consent screen' | 'code' | 'consent_required';

const NARROW: readonly Scope[] = ['READ:USER', 'READ:LIVE_CHAT'];

/** "Consent behavior", each rule with every prompt. */
const TABLE: readonly (readonly [Link, Prompt, End])[] = [
  ['a stranger', undefined, 'sign-in page'],
  ['a stranger', 'consent', 'sign-in page'],
  ['a stranger', 'none', 'sign-in page'],
  ['never linked', undefined, 'consent screen'],
  ['never linked', 'consent', 'consent screen'],
  ['never linked', 'none', 'consent_required'],
  ['linked', undefined, 'code'],
  ['linked', 'consent', 'consent screen'],
  ['linked', 'none', 'code'],
  ['linked, scopes widened', undefined, 'consent screen'],
  ['linked, scopes widened', 'consent', 'consent screen'],
  ['linked, scopes widened', 'none', 'consent_required'],
  ['linked, scopes narrowed', undefined, 'code'],
  ['linked, scopes narrowed', 'consent', 'consent screen'],
  ['linked, scopes narrowed', 'none', 'code'],
  ['link ended', undefined, 'consent screen'],
  ['link ended', 'consent', 'consent screen'],
  ['link ended', 'none', 'consent_required'],
];

function endOf(sight: Sight): End | 'nothing of the table' {
  if (sight.screen === 'sign-in') return 'sign-in page';
  if (sight.screen === 'consent') return 'consent screen';
  if (sight.parameters['error'] === 'consent_required') return 'consent_required';
  return sight.parameters['code'] ? 'code' : 'nothing of the table';
}

function pageOf(stage: ClientStage, prompt: Prompt, state = 'a state & more = %26'): string {
  return stage
    .auth()
    .authorizationUrl({ redirectUri: REDIRECT, state, ...(prompt ? { prompt } : {}) });
}

/** A browser of the streamer, who is signed in to the platform. */
async function signedIn(stage: ClientStage): Promise<Browser> {
  const browser = new Browser();
  await browser.visit(pageOf(stage, undefined));
  await browser.pick(stage.streamer.channelId);
  return browser;
}

async function approve(stage: ClientStage, browser: Browser): Promise<string> {
  await browser.visit(pageOf(stage, 'consent'));
  return (await browser.press('approve')).parameters['code']!;
}

/** A stage where nothing approves by itself, and a browser in the wanted situation. */
async function situation(link: Link): Promise<{ stage: ClientStage; browser: Browser }> {
  const stage = await openStage({ autoApprove: false });
  if (link === 'a stranger') return { stage, browser: new Browser() };
  if (link === 'linked, scopes widened') stage.application.scopes = NARROW;
  const browser = await signedIn(stage);
  if (link === 'never linked') return { stage, browser };
  const code = await approve(stage, browser);
  if (link === 'linked, scopes widened') stage.application.scopes = SCOPES;
  if (link === 'linked, scopes narrowed') stage.application.scopes = NARROW;
  if (link === 'link ended') {
    const { accessToken } = await stage.auth().exchangeCode(code);
    await stage.auth().revoke(accessToken, 'access_token');
  }
  return { stage, browser };
}

describe('the consent table', () => {
  it.each(TABLE)('%s, prompt %s: %s', async (link, prompt, end) => {
    const { stage, browser } = await situation(link);
    const sight = await browser.visit(pageOf(stage, prompt));
    expect(endOf(sight)).toBe(end);
    expect(sight.html).not.toContain('login_required');
    if (sight.screen !== 'callback') return;
    expect(sight.parameters['state']).toBe('a state & more = %26');
    expect(Object.keys(sight.parameters).sort()).toEqual(
      end === 'code' ? ['code', 'state'] : ['error', 'state'],
    );
  });

  it('leads a stranger from sign-in over approval to tokens', async () => {
    const stage = await openStage({ autoApprove: false });
    const browser = new Browser();
    expect((await browser.visit(pageOf(stage, 'none'))).screen).toBe('sign-in');
    const refused = await browser.pick(stage.streamer.channelId);
    expect(refused.parameters).toMatchObject({ error: 'consent_required' });
    expect((await browser.visit(pageOf(stage, undefined))).screen).toBe('consent');
    const { code } = (await browser.press('approve')).parameters;
    expect((await stage.auth().exchangeCode(code ?? '')).scopes).toEqual(SCOPES);
  });

  it('gives no code to somebody who says no', async () => {
    const { stage, browser } = await situation('never linked');
    await browser.visit(pageOf(stage, undefined));
    const sight = await browser.press('deny');
    expect(sight.parameters).toEqual({ error: 'access_denied', state: 'a state & more = %26' });
  });
});

/** "Scopes": what a change of the application's scopes does to tokens. */
describe('scopes are those of the consent', () => {
  it('of somebody who consents for the first time after the change', async () => {
    const stage = await openStage({ autoApprove: false });
    stage.application.scopes = NARROW;
    const code = await approve(stage, await signedIn(stage));
    expect((await stage.auth().exchangeCode(code)).scopes).toEqual(NARROW);
  });

  it('of somebody who consented before, until they consent again', async () => {
    const stage = await openStage({ autoApprove: false });
    stage.application.scopes = NARROW;
    const browser = await signedIn(stage);
    const old = await stage.auth().exchangeCode(await approve(stage, browser));
    stage.application.scopes = SCOPES;
    const refreshed = await stage.auth().refresh(old.refreshToken);
    expect(refreshed.scopes).toEqual(NARROW);
    const renewed = await stage.auth().exchangeCode(await approve(stage, browser));
    expect(renewed.scopes).toEqual(SCOPES);
    expect((await stage.auth().refresh(refreshed.refreshToken)).scopes).toEqual(NARROW);
  });

  it('also where the application has fewer by now', async () => {
    const { stage, browser } = await situation('linked, scopes narrowed');
    const sight = await browser.visit(pageOf(stage, undefined));
    const pair = await stage.auth().exchangeCode(sight.parameters['code'] ?? '');
    expect(pair.scopes).toEqual(SCOPES);
    const again = await stage.auth().exchangeCode(await approve(stage, browser));
    expect(again.scopes).toEqual(NARROW);
  });
});

describe('the authorization page trusts nothing it does not know', () => {
  it.each([
    ['an address that is not registered', { redirectUri: `${REDIRECT}/` }],
    [
      'an address that differs in its case',
      { redirectUri: REDIRECT.replace('callback', 'Callback') },
    ],
    ['no state', { state: '' }],
    ['an unknown prompt', { prompt: 'login' }],
    ['an unknown client', { clientId: 'nobody' }],
  ])('%s: a page, and no way back to the application', async (_, wrong) => {
    const stage = await openStage();
    const url = new URL(pageOf(stage, undefined));
    for (const [name, value] of Object.entries(wrong)) url.searchParams.set(name, value);
    const sight = await new Browser().visit(url.href);
    expect([sight.screen, sight.status]).toEqual(['problem', 400]);
    expect(stage.takeBroken()).toHaveLength(1);
  });
});
