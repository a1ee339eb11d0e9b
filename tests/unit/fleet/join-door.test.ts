import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../electron/base/random.ts';
import { Joins } from '../../../electron/fleet/joins.ts';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import type { PlatformGrants } from '../../../electron/fleet/platform-grants.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import {
  type Answer,
  ask,
  CHANNEL,
  type DoorHost,
  DoorWorld,
  NO_PLATFORM,
  passing,
} from './door-world.ts';

const PUBLIC = 'https://fleet.example';
const HERE = { Host: 'fleet.example', 'Accept-Language': 'en' };

const platform: PlatformGrants = {
  ...NO_PLATFORM,
  exchange: async (code) =>
    code === 'nameless'
      ? null
      : {
          channelId: code === 'other' ? 'other' : CHANNEL,
          channelName: 'Streamer <b>',
          grant: `grant of ${code}`,
        },
};

async function setDoor() {
  const world = new DoorWorld(PUBLIC);
  const [a, b] = [await world.host('a', platform), await world.host('b', platform)];
  const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  const { channels, clock } = world;
  const { code } = await new Joins({ channels, seal, clock, makeKey }).make();
  const kept = () =>
    new KvVault({
      bucket: channels,
      seal,
      channelId: CHANNEL,
      isProven: () => true,
      clock,
    }).read('grant');
  return { world, a, b, kept, link: `/join/${code}` };
}

const titleOf = ({ body }: Answer) => /<h1>(.*)<\/h1>/.exec(body)?.[1];

/** Goes on from a link to the platform: its cookie, and what the platform hands back. */
async function goOn(host: DoorHost, link: string) {
  const { status, headers } = await ask(host, `${link}?go`, HERE);
  expect(status).toBe(303);
  const authorize = new URL(String(headers.location));
  expect(authorize.searchParams.get('redirectUri')).toBe(`${PUBLIC}/oauth/callback`);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^__Host-.*; HttpOnly; SameSite=Lax; Secure$/);
  const state = authorize.searchParams.get('state') ?? '';
  const back = (given: Readonly<Record<string, string>>) =>
    `/oauth/callback?${new URLSearchParams({ state, ...given })}`;
  return { cookie: { ...HERE, Cookie: `other=1; ${cookie.split(';')[0]}` }, back };
}

describe('a link that a streamer was sent', () => {
  it('adds the channel of who signs in, whichever hosts are asked, and says so', async () => {
    const { world, a, b, kept, link } = await setDoor();
    const first = await ask(a, link, HERE);
    expect(first.status).toBe(200);
    expect(titleOf(first)).toBe('Connect your channel');
    expect(first.body).toContain(`href="${link}?go"`);
    const { cookie, back } = await goOn(a, link);
    const done = await ask(b, back({ code: 'code-1' }), cookie);
    expect([done.status, titleOf(done)]).toEqual([200, 'Your channel is connected']);
    expect(done.body).toContain('Streamer &lt;b&gt;');
    expect(await kept()).toBe('grant of code-1');
    expect(world.channels.entries.get(`channel.${keyOf(CHANNEL)}`)?.operation).toBe('PUT');
    expect(world.leases.entries.has(`channel.${keyOf(CHANNEL)}`)).toBe(false);
    for (const path of [link, `${link}?go`, back({ code: 'code-2' })]) {
      const again = await ask(a, path, cookie);
      expect([again.status, titleOf(again)]).toEqual([410, 'This link was already used']);
    }
    expect(await kept()).toBe('grant of code-1');
  });

  it('is not used up by looking at it, by a refusal, or by who may not be named', async () => {
    const { a, kept, link } = await setDoor();
    for (let look = 0; look < 3; look += 1) await ask(a, link, HERE);
    const { cookie, back } = await goOn(a, link);
    const denied = await ask(a, back({ error: 'access_denied' }), cookie);
    expect([denied.status, titleOf(denied)]).toEqual([400, 'Sign-in failed']);
    expect(titleOf(await ask(a, back({ code: 'nameless' }), cookie))).toBe(
      'The channel can’t be told',
    );
    expect(titleOf(await ask(a, back({}), cookie))).toBe('Sign-in failed');
    expect(await kept()).toBeNull();
    expect((await ask(a, back({ code: 'code-1' }), cookie)).status).toBe(200);
  });

  it('takes no answer of another browser, and none twice', async () => {
    const { world, a, kept, link } = await setDoor();
    const { cookie, back } = await goOn(a, link);
    const theirs = await goOn(a, link);
    for (const headers of [HERE, theirs.cookie]) {
      const answer = await ask(a, back({ code: 'code-1' }), headers);
      expect([answer.status, titleOf(answer)]).toEqual([400, 'This sign-in did not begin here']);
    }
    expect(await kept()).toBeNull();
    const answers = Promise.all([1, 2].map((n) => ask(a, back({ code: `code-${n}` }), cookie)));
    const both = await passing(world.clock, answers);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('says that it is too old, or that there is none', async () => {
    const { world, a, link } = await setDoor();
    world.clock.jump(24 * 60 * 60_000);
    expect(titleOf(await ask(a, link, HERE))).toBe('This link is no longer valid');
    const unknown = await ask(a, `/join/${'x'.repeat(43)}`, { ...HERE, 'Accept-Language': 'ko' });
    expect([unknown.status, titleOf(unknown)]).toEqual([404, '없는 링크예요']);
    expect((await ask(a, link, HERE, 'POST')).status).toBe(405);
    expect((await ask(a, link, { ...HERE, Host: 'evil.example' })).status).toBe(421);
  });

  it('ends while the streamer is on the platform, and then takes no sign-in', async () => {
    const { world, a, kept, link } = await setDoor();
    world.clock.jump(24 * 60 * 60_000 - 1);
    const { cookie, back } = await goOn(a, link);
    world.clock.jump(1);
    const late = await ask(a, back({ code: 'code-1' }), cookie);
    expect([late.status, titleOf(late)]).toEqual([410, 'This link is no longer valid']);
    expect(await kept()).toBeNull();
  });

  it('brings no channel back that was removed while its streamer signed in again', async () => {
    const { world, a, kept } = await setDoor();
    await world.add();
    const { cookie, back } = await goOn(a, `/sign-in/${keyOf(CHANNEL)}`);
    await world.channels.purge(`channel.${keyOf(CHANNEL)}`);
    const answer = await ask(a, back({ code: 'code-1' }), cookie);
    expect([answer.status, titleOf(answer)]).toEqual([404, 'There is no such link']);
    expect(await kept()).toBeNull();
    expect(world.channels.entries.get(`channel.${keyOf(CHANNEL)}`)?.operation).toBe('PURGE');
  });

  it('leaves nothing of a code or an answer in a log', async () => {
    const { a, link } = await setDoor();
    const { cookie, back } = await goOn(a, link);
    await ask(a, back({ code: 'code-1' }), cookie);
    expect(a.log.join()).not.toContain(link.slice('/join/'.length));
    expect(a.log.join()).not.toContain('code-1');
    expect(a.log.join()).not.toContain('not served');
  });

  it('is not needed by a channel of the fleet that signs in again, and by no other', async () => {
    const { world, a, kept } = await setDoor();
    const again = `/sign-in/${keyOf(CHANNEL)}`;
    expect((await ask(a, again, HERE)).status).toBe(404);
    await world.add();
    expect(titleOf(await ask(a, again, HERE))).toBe('Sign in again');
    const { cookie, back } = await goOn(a, again);
    expect(titleOf(await ask(a, back({ code: 'other' }), cookie))).toBe(
      'Another channel signed in',
    );
    expect(await kept()).toBeNull();
    expect((await ask(a, back({ code: 'code-1' }), cookie)).status).toBe(200);
    expect(await kept()).toBe('grant of code-1');
  });
});
