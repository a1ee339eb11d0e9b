import { describe, expect, it } from 'vitest';
import type { ApiDown, ApiState } from '../../../shared/api/v1.ts';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { EVENT_KINDS } from '../../../shared/events.ts';
import { DoorsWorld, type Program } from './doors-world.ts';

const eventsOf = (frames: readonly ApiDown[]) =>
  frames.flatMap((frame) => (frame.type === 'events' ? frame.events : []));

const seqsOf = (frames: readonly ApiDown[]) => eventsOf(frames).map(({ seq }) => seq);

/** Everything up to and with this event. */
const upTo = (program: Program, seq: number) =>
  program.until((frame) => frame.type === 'events' && frame.upTo >= seq);

describe('a program at the socket', () => {
  it('is welcomed by its key, and told its name and scopes', async () => {
    const world = await DoorsWorld.start();
    const program = await world.knock();
    program.send({ type: 'hello', key: await world.makeKey(['events:read', 'chat:send']) });
    expect(await program.next()).toEqual({
      type: 'hello',
      version: 1,
      app: 'Stagelight',
      epoch: world.ledger.epoch,
      lastSeq: 0,
      key: { name: 'a tool', scopes: ['events:read', 'chat:send'] },
    });
    expect(world.state.keys).toMatchObject([{ connected: 1 }]);
    await program.cut();
  });

  it.each([
    ['a wrong key', { type: 'hello', key: 'sl_wrong' }],
    ['a request before its key', { type: 'request', id: 1, command: 'alerts.skip' }],
    ['a subscription before its key', { type: 'subscribe', id: 1, topics: ['events'] }],
  ] as const)('with %s is refused and cut off', async (_, message) => {
    const world = await DoorsWorld.start();
    await world.makeKey();
    const program = await world.knock();
    program.send({ ...message, ...('topics' in message ? { topics: ['events'] } : {}) } as never);
    expect(await program.next()).toMatchObject({
      type: 'error',
      error: { code: 'doors-wrong-key' },
    });
    expect(await program.closed).toBe(1008);
  });

  it('that says nothing for five seconds is cut off', async () => {
    const world = await DoorsWorld.start();
    const program = await world.knock();
    await world.clock.advance(5_000);
    expect(await program.closed).toBe(1008);
  });

  it('gets every event once and in order, of the kinds it asked for', async () => {
    const world = await DoorsWorld.start();
    const all = await world.program();
    const some = await world.program();
    all.send({ type: 'subscribe', id: 1, topics: ['events'] });
    some.send({ type: 'subscribe', id: 'a', topics: ['events'], kinds: ['DONATION'] });
    expect(await all.next()).toMatchObject({ type: 'subscribed', id: 1, complete: true });
    expect(await some.next()).toMatchObject({ type: 'subscribed', id: 'a', complete: true });
    for (const kind of EVENT_KINDS) await world.happen(kind, 2);
    await world.happen('DONATION');
    expect(seqsOf(await upTo(all, 11))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(eventsOf(await upTo(some, 11)).map(({ kind }) => kind)).toEqual(
      Array(3).fill('DONATION'),
    );
    await all.cut();
    await some.cut();
  });

  it('goes on after the number that it knows, over another connection', async () => {
    const world = await DoorsWorld.start();
    await world.happen('CHAT', 5);
    const program = await world.program();
    program.send({
      type: 'subscribe',
      id: 1,
      topics: ['events'],
      since: 2,
      epoch: world.ledger.epoch,
    });
    expect(await program.next()).toMatchObject({ complete: true });
    expect(seqsOf(await upTo(program, 5))).toEqual([3, 4, 5]);
    await program.cut();
  });

  it('gets all that has a value where the chat between is no longer kept, and is told so', async () => {
    const world = await DoorsWorld.start({ ringSize: 10 });
    await world.happen('DONATION', 3);
    await world.happen('CHAT', 20);
    const program = await world.program();
    program.send({ type: 'subscribe', id: 1, topics: ['events'], since: 0 });
    expect(await program.next()).toMatchObject({ type: 'subscribed', complete: false });
    const frames = await upTo(program, 23);
    expect(seqsOf(frames)).toEqual([1, 2, 3, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
    expect(frames[0]).toMatchObject({ complete: false });
    await program.cut();
  });

  it.each([
    ['of another epoch', { since: 1, epoch: 'another' }],
    ['that was never given', { since: 99 }],
  ])('with a number %s begins with the next event, and is told so', async (_, since) => {
    const world = await DoorsWorld.start();
    await world.happen('CHAT', 3);
    const program = await world.program();
    program.send({ type: 'subscribe', id: 1, topics: ['events'], ...since });
    expect(await program.next()).toMatchObject({ type: 'subscribed', complete: false });
    await world.happen('CHAT');
    expect(seqsOf(await upTo(program, 4))).toEqual([4]);
    await program.cut();
  });

  it('gets thousands of events it missed in messages of at most 500', async () => {
    const world = await DoorsWorld.start();
    await world.happen('CHAT', 1_700);
    const program = await world.program();
    program.send({ type: 'subscribe', id: 1, topics: ['events'], since: 0 });
    await program.next();
    const frames = await upTo(program, 1_700);
    expect(seqsOf(frames)).toEqual(Array.from({ length: 1_700 }, (_, at) => at + 1));
    expect(frames.map((frame) => eventsOf([frame]).length)).toEqual([500, 500, 500, 200]);
    await program.cut();
  });

  it('is told which alerts there are, and how loud they are', async () => {
    const world = await DoorsWorld.start();
    const program = await world.program();
    const listed = (seq: number, event: object): ListedAlert =>
      ({ event: { seq, receivedAt: 0, origin: 'platform', ...event } }) as ListedAlert;
    const donation = (donatorNickname: string | null, payAmount: number) => ({
      kind: 'DONATION',
      data: { donatorNickname, payAmount },
    });
    world.core.tell('alerts', {
      ...world.core.told('alerts'),
      playing: listed(5, donation('하늘', 500)),
      waiting: [listed(6, donation(null, 1_000))],
      held: [listed(4, { kind: 'SUBSCRIPTION', data: { subscriberChannelName: '별', month: 3 } })],
      neverAppeared: [listed(3, { kind: 'DROPS', data: { rewardTitle: '검', count: 2 } })],
      over: Array.from({ length: 30 }, (_, at) =>
        listed(40 - at, {
          kind: 'GOODS_PURCHASE',
          data: { profile: { nickname: '달' }, totalAmount: 9_900, currency: 'KRW' },
        }),
      ),
    });
    program.send({ type: 'subscribe', id: 1, topics: ['alerts'] });
    await program.next();
    const frame = await program.next();
    const value = frame.type === 'state' ? (frame.value as ApiState['alerts']) : null;
    expect(value?.volume).toBe(1);
    expect(value?.list.slice(0, 5)).toEqual([
      { seq: 5, kind: 'DONATION', stage: 'playing', name: '하늘', amount: 500, currency: null },
      { seq: 6, kind: 'DONATION', stage: 'waiting', name: null, amount: 1_000, currency: null },
      { seq: 4, kind: 'SUBSCRIPTION', stage: 'held', name: '별', amount: 3, currency: null },
      { seq: 3, kind: 'DROPS', stage: 'missed', name: '검', amount: 2, currency: null },
      {
        seq: 40,
        kind: 'GOODS_PURCHASE',
        stage: 'shown',
        name: '달',
        amount: 9_900,
        currency: 'KRW',
      },
    ]);
    expect(value?.list).toHaveLength(4 + 10);
  });

  it('is told the state of what it asked for, and its changes', async () => {
    const world = await DoorsWorld.start();
    const program = await world.program();
    program.send({ type: 'subscribe', id: 1, topics: ['alerts', 'connection', 'obs', 'overlay'] });
    await program.next();
    const first = await program.take(4);
    expect(first.map((frame) => frame.type === 'state' && frame.topic)).toEqual([
      'alerts',
      'connection',
      'obs',
      'overlay',
    ]);
    world.core.tell('alerts', { ...world.core.told('alerts'), paused: true, waitingCount: 3 });
    await world.clock.advance(200);
    expect(await program.next()).toMatchObject({
      type: 'state',
      topic: 'alerts',
      value: { paused: true, waiting: 3 },
    });
    program.send({ type: 'unsubscribe', id: 2, topics: ['alerts'] });
    expect(await program.next()).toMatchObject({ topics: ['connection', 'overlay', 'obs'] });
    world.core.tell('alerts', { ...world.core.told('alerts'), paused: false });
    await world.clock.advance(200);
    expect(await program.sentSoFar()).toEqual([]);
    await program.cut();
  });

  it('runs the commands of its scopes, and no others', async () => {
    const done: string[] = [];
    const world = await DoorsWorld.start({
      commands: {
        'alerts.pause': async ({ paused }) => void done.push(`pause ${paused}`),
        'live.send': async () => ({ messageId: 'm1' }),
      },
    });
    const program = await world.program(['alerts:control']);
    const args = { paused: true };
    program.send({ type: 'request', id: 7, command: 'alerts.pause', args });
    expect(await program.next()).toEqual({ type: 'result', id: 7, value: null });
    expect(done).toEqual(['pause true']);
    const refusals = [
      ['live.send', 'doors-no-scope'],
      ['maintenance.backup', 'doors-no-command'],
      ['doors.create-key', 'doors-no-command'],
      ['toString', 'doors-no-command'],
    ];
    for (const [command = '', code] of refusals) {
      program.send({ type: 'request', id: 8, command, args: {} });
      expect(await program.next()).toMatchObject({ type: 'error', id: 8, error: { code } });
    }
    program.send({ type: 'request', id: 9, command: 'alerts.pause', args: { paused: 'yes' } });
    expect(await program.next()).toMatchObject({ error: { code: 'invalid-arguments' } });
    program.send({ type: 'subscribe', id: 10, topics: ['events'] });
    expect(await program.next()).toMatchObject({ error: { code: 'doors-no-scope' } });
    await program.cut();
  });

  it('that lost an answer asks again under the same long id, and the command runs once', async () => {
    let runs = 0;
    const world = await DoorsWorld.start({
      commands: {
        'live.send': async () => {
          runs += 1;
          return { messageId: `m${runs}` };
        },
      },
    });
    const key = await world.makeKey(['chat:send']);
    const ask = async (id: string | number) => {
      const program = await world.knock();
      program.send({ type: 'hello', key });
      await program.next();
      const args = { message: 'hello', senderType: 'APP' };
      program.send({ type: 'request', id, command: 'live.send', args });
      const answer = await program.next();
      await program.cut();
      return answer;
    };
    const id = 'b6b3a1f0-0000-4000-8000-000000000001';
    expect(await ask(id)).toMatchObject({ value: { messageId: 'm1' } });
    expect(await ask(id)).toMatchObject({ value: { messageId: 'm1' } });
    // A short id is one of its connection only.
    expect(await ask(1)).toMatchObject({ value: { messageId: 'm2' } });
    expect(await ask(1)).toMatchObject({ value: { messageId: 'm3' } });
  });

  it('is cut off at the moment when its key is revoked', async () => {
    const world = await DoorsWorld.start();
    const program = await world.program();
    const [row] = world.state.keys;
    await world.doors.commands['doors.revoke-key']({ id: row?.id ?? '' });
    expect(await program.next()).toMatchObject({ error: { code: 'doors-wrong-key' } });
    expect(await program.closed).toBe(1008);
    expect(world.state.keys).toEqual([]);
  });

  it('from a web page gets in only with a key that names the page', async () => {
    const world = await DoorsWorld.start();
    const named = await world.makeKey(['events:read'], ['https://tool.example']);
    const plain = await world.makeKey();
    const welcome = async (origin: string, key: string) => {
      const program = await world.knock(origin);
      program.send({ type: 'hello', key });
      const { type } = await program.next();
      await program.cut();
      return type;
    };
    expect(await welcome('https://tool.example', named)).toBe('hello');
    expect(await welcome('https://other.example', named)).toBe('error');
    expect(await welcome('https://tool.example', plain)).toBe('error');
    expect(await welcome('null', named)).toBe('error');
  });

  it.each([
    ['no JSON', '{'],
    ['no type', '{}'],
    ['a topic that is none', '{"type":"subscribe","id":1,"topics":["secrets"]}'],
    ['a field too many', '{"type":"hello","key":"a","admin":true}'],
  ])('that sends %s is told what is wrong, and cut off the third time', async (_, text) => {
    const world = await DoorsWorld.start();
    const program = await world.program();
    for (let time = 0; time < 3; time += 1) program.socket.send(text);
    const answers = await program.take(3);
    expect(answers).toMatchObject(Array(3).fill({ error: { code: 'doors-bad-message' } }));
    expect(await program.closed).toBe(1008);
  });

  it('that sends ten thousand junk messages disturbs nobody', async () => {
    const world = await DoorsWorld.start();
    const good = await world.program();
    good.send({ type: 'subscribe', id: 1, topics: ['events'] });
    await good.next();
    for (let turn = 0; turn < 20; turn += 1) {
      const bad = await world.program();
      for (let at = 0; at < 500; at += 1) bad.socket.send(`{"type":${'['.repeat(at)}`);
      expect(await bad.closed).toBe(1008);
    }
    await world.happen('DONATION');
    expect(seqsOf(await upTo(good, 1))).toEqual([1]);
    await good.cut();
  });

  it('is one of a hundred at most; whoever comes later is refused', async () => {
    const world = await DoorsWorld.start();
    const programs = await Promise.all(Array.from({ length: 100 }, () => world.knock()));
    await expect(world.knock()).rejects.toThrow('503');
    await programs[0]?.cut();
    await expect.poll(() => world.knock().then(() => 'in')).toBe('in');
    await Promise.all(programs.slice(1).map((program) => program.cut()));
  });
});
