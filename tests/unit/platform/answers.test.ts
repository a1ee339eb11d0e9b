import { describe, expect, it } from 'vitest';
import { MalformedAnswerError } from '../../../electron/platform/errors.ts';
import { OPERATION_TABLE } from './operation-table.ts';
import { clientOf, content, FakePlatform, failureOf, json, raw } from './support.ts';

const SOCKET = 'wss://socket.test/?type=OPENAPI_SESSION&sessionKey=a%2Fb%2B1';

describe('envelopes', () => {
  it.each([
    ['the envelope', content({ url: SOCKET })],
    ['a bare object', json({ url: SOCKET })],
    ['any 2xx, whatever code says', json({ code: 500, content: { url: SOCKET } }, 201)],
  ])('a created session is read from %s', async (_, reply) => {
    const { sessions } = clientOf(new FakePlatform(reply));
    const created = { url: SOCKET, sessionKey: 'a/b+1' };
    expect(await sessions.createUser()).toEqual(created);
    expect(await sessions.createClient()).toEqual(created);
  });

  it.each([
    ['the envelope', content({ data: [{ sessionKey: 'k' }] })],
    ['a bare object', json({ data: [{ sessionKey: 'k' }] })],
  ])('a session list is read from %s', async (_, reply) => {
    const [session] = await clientOf(new FakePlatform(reply)).sessions.listUser();
    expect(session).toEqual({
      sessionKey: 'k',
      connectedDate: null,
      disconnectedDate: null,
      subscribedEvents: [],
    });
  });

  it('a session list keeps its good entries where others are odd', async () => {
    const own = { sessionKey: 'own', subscribedEvents: [{ eventType: 'CHAT', channelId: 'me' }] };
    const odd = [
      { sessionKey: 'other', subscribedEvents: [{ eventType: null, channelId: 7 }] },
      { sessionKey: 'none', subscribedEvents: 'CHAT' },
      { connectedDate: {} },
      null,
      'text',
    ];
    const platform = new FakePlatform(content({ data: [odd[0], own, ...odd.slice(1)] }));
    const listed = await clientOf(platform).sessions.listUser();
    expect(listed.map(({ sessionKey }) => sessionKey)).toEqual(['other', 'own', '', '', '', '']);
    expect(listed[1]?.subscribedEvents).toEqual([{ eventType: 'CHAT', channelId: 'me' }]);
    expect(listed[0]?.subscribedEvents).toEqual([{ eventType: '', channelId: null }]);
  });

  it.each([
    ['no address', {}],
    ['an address that is none', { url: 'socket' }],
    ['no session key', { url: 'wss://socket.test/?type=OPENAPI_SESSION' }],
    ['an empty session key', { url: 'wss://socket.test/?sessionKey=' }],
    ['a web address', { url: 'https://socket.test/?sessionKey=k' }],
    ['an address in the clear', { url: 'ws://socket.test/?sessionKey=k' }],
    ['a number', { url: 7 }],
  ])('a created session with %s is malformed', async (_, answer) => {
    const failure = await failureOf(
      clientOf(new FakePlatform(content(answer))).sessions.createUser(),
    );
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect((failure as MalformedAnswerError).detail).toContain('url');
  });

  it.each([
    ['a+b', 'a+b'],
    ['a%2Bb', 'a+b'],
    ['a%20b', 'a b'],
    ['100%', '100%'],
    ['a=b==', 'a=b=='],
  ])('the session key %s of an address is %s', async (written, sessionKey) => {
    const url = `wss://socket.example/?type=OPENAPI_SESSION&sessionKey=${written}&x=1`;
    const { sessions } = clientOf(new FakePlatform(json({ url })));
    expect(await sessions.createUser()).toEqual({ url, sessionKey });
    expect(await sessions.createClient()).toEqual({ url, sessionKey });
  });

  it('a socket on this machine may be in the clear, of a platform on this machine', async () => {
    const url = 'ws://127.0.0.1:4000/?type=OPENAPI_SESSION&sessionKey=k';
    const options = { baseUrl: 'http://127.0.0.1:4000' };
    const { sessions } = clientOf(new FakePlatform(json({ url })), { options });
    expect(await sessions.createUser()).toEqual({ url, sessionKey: 'k' });
  });
});

const TELLING = [
  'lives.updateSettings',
  'chat.updateSettings',
  'chat.send',
  'chat.notice of a text',
  'blocks.block',
  'blocks.unblock',
  'sessions.subscribe chat',
  'sessions.unsubscribe chat',
];

describe('successes without a readable body', () => {
  const telling = OPERATION_TABLE.filter((row) => TELLING.includes(row.name));
  const asking = OPERATION_TABLE.filter((row) => row.auth === 'client');

  it('are looked at for every operation that tells something', () => {
    expect(telling).toHaveLength(TELLING.length);
  });

  it.each(telling)('$name has succeeded', async (row) => {
    for (const reply of [raw(null, 200), raw(null, 204), raw('OK', 201), json({ code: 200 })]) {
      await expect(row.call(clientOf(new FakePlatform(reply)))).resolves.not.toThrow();
    }
  });

  it.each(asking)('$name answers nothing usable: malformed, not repeated', async (row) => {
    for (const reply of [raw(''), raw('<html>hello</html>'), json(null), json({ content: null })]) {
      const platform = new FakePlatform(reply);
      expect(await failureOf(row.call(clientOf(platform)))).toBeInstanceOf(MalformedAnswerError);
      expect(platform.count).toBe(1);
    }
  });

  it('a sent message without an id is sent all the same', async () => {
    const { chat } = clientOf(new FakePlatform(raw(null)));
    expect(await chat.send({ message: 'a' })).toEqual({ messageId: null });
    const told = clientOf(new FakePlatform(content({ messageId: 'm-1' })));
    expect(await told.chat.send({ message: 'a' })).toMatchObject({ messageId: 'm-1' });
  });
});

describe('tolerance', () => {
  it('keeps unknown fields and unknown enum values, and fills what is missing', async () => {
    const campaign = { campaignId: 'c', state: 'MELTED', extra: { a: 1 } };
    const { drops } = clientOf(new FakePlatform(content({ data: [campaign] })));
    expect(await drops.campaigns()).toEqual([
      {
        ...campaign,
        title: '',
        description: '',
        imageUrl: null,
        externalUrl: null,
        startAt: null,
        endAt: null,
        claimAvailableAt: null,
        rewards: [],
      },
    ]);
  });

  it('reads every documented field of a campaign, its rewards and a claim', async () => {
    const campaign = {
      campaignId: 'c',
      state: 'ACTIVE',
      title: 't',
      description: 'd',
      imageUrl: 'https://i.test/1.png',
      externalUrl: 'https://x.test/',
      startAt: '2026-01-01T00:00:00Z',
      endAt: '2026-01-02T00:00:00Z',
      claimAvailableAt: '2026-01-03T00:00:00Z',
      rewards: [
        {
          rewardId: 'r',
          title: 'rt',
          imageUrl: 'https://i.test/2.png',
          type: 'IN_GAME_REWARD',
          minWatchTime: 1800,
        },
      ],
    };
    const claim = {
      claimId: 'cl',
      campaignId: 'c',
      rewardId: 'r',
      categoryId: 'g',
      categoryName: 'Game',
      channelId: 'v',
      fulfillmentState: 'CLAIMED',
      claimedDate: '2026-01-01T00:00:00Z',
      updatedDate: '2026-01-01T00:00:01Z',
    };
    const { drops } = clientOf(
      new FakePlatform(content({ data: [campaign] }), content({ data: [claim] })),
    );
    expect(await drops.campaigns()).toEqual([campaign]);
    expect(await drops.claims()).toEqual([claim]);
  });

  it('takes numbers as ids and as times, and digits as numbers', async () => {
    const subscriber = { channelId: 7, month: '12', tierNo: 1, createdDate: 1_705_314_600_000 };
    const { channels } = clientOf(new FakePlatform(content({ data: [subscriber] })));
    expect(await channels.subscribers()).toEqual([
      {
        channelId: '7',
        channelName: '',
        channelHandle: '',
        createdDate: '2024-01-15T10:30:00.000Z',
        month: 12,
        tierNo: 1,
      },
    ]);
  });

  it('keeps null where it says something', async () => {
    const block = { restrictedChannelId: 'b', createdDate: '2026-01-01', releaseDate: null };
    const { blocks } = clientOf(new FakePlatform(content({ data: [block] })));
    const { items } = await blocks.list();
    expect(items[0]?.releaseDate).toBeNull();
    const settings = { defaultLiveTitle: 't', category: null };
    const { lives } = clientOf(new FakePlatform(content(settings)));
    expect(await lives.settings()).toEqual({ ...settings, tags: [] });
  });

  it.each([
    ['a mark', { data: [{ restrictedChannelId: 'b' }], page: { next: 'm' } }, 'm'],
    ['a number', { data: [{ restrictedChannelId: 'b' }], page: { next: 42 } }, '42'],
    ['null', { data: [{ restrictedChannelId: 'b' }], page: { next: null } }, null],
    ['no page', { data: [{ restrictedChannelId: 'b' }] }, null],
    ['an empty mark', { data: [{ restrictedChannelId: 'b' }], page: { next: '' } }, null],
    ['a mark on an empty page', { data: [], page: { next: 'm' } }, null],
  ])('reads the next page from %s', async (_, answer, next) => {
    expect((await clientOf(new FakePlatform(content(answer))).blocks.list()).next).toBe(next);
  });

  it.each([
    ['a list that is no list', { data: 'none' }],
    ['no list', {}],
  ])('calls %s malformed and names the place', async (_, answer) => {
    const failure = await failureOf(clientOf(new FakePlatform(content(answer))).drops.claims());
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect((failure as MalformedAnswerError).detail).toContain('data');
  });

  it('does not quote what stood in a malformed answer', async () => {
    const reply = content({ streamKey: { secret: 'live_abcdef' } });
    const failure = await failureOf(clientOf(new FakePlatform(reply)).streams.key());
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect(String(failure) + JSON.stringify(failure)).not.toContain('live_abcdef');
  });
});
