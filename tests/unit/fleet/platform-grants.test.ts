import { describe, expect, it } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { platformGrants } from '../../../electron/fleet/platform-grants.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { content, FakePlatform, type Reply, refusal } from '../platform/support.ts';

const ISSUED = {
  accessToken: 'access',
  refreshToken: 'refresh',
  tokenType: 'Bearer',
  expiresIn: '3600',
  scope: 'READ:USER',
};
const ME = { channelId: 'a channel', channelName: 'Mina' };

function setUp(...replies: Reply[]) {
  const clock = new VirtualClock();
  const platform = new FakePlatform(...replies);
  const lines: string[] = [];
  const grants = platformGrants({
    baseUrl: 'https://platform.example/',
    authUrl: 'https://login.example',
    clientId: 'client',
    clientSecret: 'secret',
    fetch: platform.fetch,
    clock,
    random: () => 0.5,
    log: createLogger(clock, new Redactor(), (line) => lines.push(line)),
    timeScale: 1,
  });
  return { clock, platform, lines, grants };
}

describe('a sign-in with a link', () => {
  it('asks for consent to this very application', () => {
    const url = new URL(setUp().grants.authorizationUrl('https://fleet.example/back', 'state'));
    expect(url.searchParams.get('prompt')).toBe('consent');
    expect(url.searchParams.get('state')).toBe('state');
  });

  it('brings the channel, and a grant that is bound to platform and application', async () => {
    const { grants, platform, clock } = setUp(content(ISSUED), content(ME));
    const signedIn = await grants.exchange('code');
    expect(signedIn).toMatchObject(ME);
    expect(JSON.parse(signedIn?.grant ?? '')).toMatchObject({
      accessToken: 'access',
      refreshToken: 'refresh',
      issuedAt: clock.now(),
      expiresAt: clock.now() + 3_600_000,
      owner: 'https://platform.example client',
    });
    expect(platform.requests[1]?.headers['authorization']).toBe('Bearer access');
  });

  it('is nobody’s where the platform may not say whose it is', async () => {
    const { grants } = setUp(
      content(ISSUED),
      refusal(403, 'Insufficient scope: READ:USER required'),
    );
    expect(await grants.exchange('code')).toBeNull();
  });

  it('fails with what the platform says, also of a token that it has just issued', async () => {
    const { grants, platform } = setUp(content(ISSUED), refusal(401, 'Invalid access token'));
    await expect(grants.exchange('code')).rejects.toMatchObject({ status: 401 });
    expect(platform.count).toBe(2);
  });
});

describe('a grant that is taken back', () => {
  const grant = JSON.stringify({
    accessToken: 'access',
    refreshToken: 'refresh',
    scopes: [],
    issuedAt: 0,
    expiresAt: 1,
  });

  it('is revoked with what lives longest', async () => {
    const { grants, platform } = setUp(content(null));
    expect(await grants.revoke(grant)).toBe(true);
    expect(platform.requests[0]?.body).toMatchObject({ token: 'refresh' });
  });

  it('is none where it cannot be read: nothing is sent', async () => {
    const { grants, platform, lines } = setUp();
    expect(await grants.revoke('what?')).toBe(false);
    expect(platform.count).toBe(0);
    expect(lines).toEqual([]);
  });

  it('may remain where the platform does not confirm it, which is in the log', async () => {
    const { grants, lines } = setUp(refusal(500, 'down'));
    expect(await grants.revoke(grant)).toBe(false);
    expect(lines.join('\n')).toContain('was not revoked');
  });

  it('is gone where the platform knows it no longer', async () => {
    const { grants } = setUp(refusal(401, 'Refresh token has been revoked'));
    expect(await grants.revoke(grant)).toBe(true);
  });
});
