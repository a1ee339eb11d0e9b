import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../electron/features/sinks/webhook.ts';
import { type NewSink, SINKS_MOST } from '../../../shared/contract/sinks.ts';
import { status } from '../../support/event-receiver.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { ALL, openReceiver, SinksWorld } from './sinks-world.ts';

const code = (problem: string) => ({ problem: { code: problem } });
const FILE: NewSink = { kind: 'file', name: 'all of it', filter: ALL };
const DISCORD: NewSink = {
  kind: 'discord',
  name: 'my server',
  address: 'https://discord.com/api/webhooks/123/abc',
  filter: ALL,
};
const NATS: NewSink = {
  kind: 'nats',
  name: 'a stream',
  address: 'nats://127.0.0.1:4333, tls://Stream.example, tls://192.168.0.9',
  nearby: true,
  filter: ALL,
  nats: { stream: 'STAGELIGHT', prefix: 'stagelight', make: true },
  login: { user: '', password: '' },
};
const HOOK = 'https://bot.example/hook?a=b';

const secretsIn = (world: SinksWorld) => JSON.parse(world.vault.values.get('sinks') ?? '{}');
const kept = { nearby: false, nats: null, login: null };

describe('a sink that is made', () => {
  it('is listed with what it is, oldest first, and without what is secret', async () => {
    const world = await SinksWorld.start();
    let told = 0;
    world.sinks.feeds.sinks.onChange(() => {
      told += 1;
    });
    const before = world.sinks.feeds.sinks.read();
    expect(world.sinks.feeds.sinks.read()).toBe(before);
    await world.happen('DONATION');
    const made = [await world.webhook(HOOK, ALL, true)];
    for (const sink of [FILE, DISCORD, NATS]) {
      await world.clock.advance(1_000);
      made.push(await world.add(sink));
    }
    expect(told).toBe(4);
    const row = { filter: ALL, dropped: 0, deliveredAt: null, deadLetters: 0, nats: null };
    const state = { kind: 'delivering' };
    const [hook, file, server, stream] = made;
    expect(world.rows).toEqual([
      {
        ...row,
        state,
        id: hook,
        kind: 'webhook',
        name: 'a bot',
        nearby: true,
        target: 'https://bot.example/…',
      },
      {
        ...row,
        state,
        id: file,
        kind: 'file',
        name: 'all of it',
        nearby: false,
        target: 'exports/',
      },
      {
        ...row,
        state,
        id: server,
        kind: 'discord',
        name: 'my server',
        nearby: false,
        target: 'https://discord.com/…',
      },
      {
        ...row,
        state,
        id: stream,
        kind: 'nats',
        name: 'a stream',
        nearby: true,
        nats: NATS.kind === 'nats' ? NATS.nats : null,
        target: 'nats://127.0.0.1:4333, tls://stream.example:4222, tls://192.168.0.9:4222',
      },
    ]);
    expect(made.map((id) => id.length)).toEqual([16, 16, 16, 16]);
    expect(secretsIn(world)).toEqual({
      [hook ?? '']: { address: HOOK, user: null, secret: expect.stringMatching(/^whsec_key-/) },
      [server ?? '']: {
        address: DISCORD.kind === 'discord' && DISCORD.address,
        user: null,
        secret: null,
      },
      [stream ?? '']: { address: NATS.kind === 'nats' && NATS.address, user: null, secret: null },
    });
    expect(world.ledger.sinks.find(hook ?? '')?.position).toBe(1);
  });

  it('is told its secret where it signs with one', async () => {
    const world = await SinksWorld.start();
    const hook = { kind: 'webhook', name: 'a', address: HOOK, nearby: false, filter: ALL } as const;
    const made = [hook, FILE, DISCORD].map((sink) => world.sinks.commands['sinks.add'](sink));
    const secrets = (await Promise.all(made)).map(({ secret }) => secret);
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/), null, null]);
  });

  it('is one of twenty at most', async () => {
    const world = await SinksWorld.start();
    for (let made = 0; made < SINKS_MOST; made += 1) await world.webhook(HOOK);
    await expect(world.webhook(HOOK)).rejects.toMatchObject({
      problem: { code: 'sinks-full', values: { most: SINKS_MOST } },
    });
    expect(world.rows).toHaveLength(SINKS_MOST);
  });

  it('is none where its address is none, and none where the vault is full', async () => {
    const world = await SinksWorld.start();
    await expect(world.webhook('http://bot.example/')).rejects.toMatchObject(
      code('sinks-address-form'),
    );
    await expect(world.webhook('https://192.168.0.2/')).rejects.toMatchObject(
      code('sinks-address-place'),
    );
    await expect(world.add({ ...DISCORD, address: HOOK } as NewSink)).rejects.toMatchObject(
      code('sinks-address-discord'),
    );
    const home = 'https://192.168.0.2/api/webhooks/1/a';
    await expect(world.add({ ...DISCORD, address: home } as NewSink)).rejects.toMatchObject(
      code('sinks-address-place'),
    );
    world.vault.failWrites = true;
    await expect(world.webhook(HOOK)).rejects.toThrow('the disk is full');
    expect(world.rows).toEqual([]);
  });
});

describe('a sink that is changed', () => {
  it('keeps its address where none is said, and takes another', async () => {
    const world = await SinksWorld.start();
    const id = await world.add(DISCORD);
    const address = 'https://discord.com/api/webhooks/9/xyz';
    const filter = { kinds: ['DONATION' as const], leastBeams: 7 };
    const change = { ...kept, id, name: 'another', filter, nearby: true };
    const before = secretsIn(world);
    world.vault.journal.length = 0;
    await world.sinks.commands['sinks.change']({ ...change, address: null });
    expect(world.row(id)).toMatchObject({ name: 'another', filter, nearby: false });
    expect(secretsIn(world)).toEqual(before);
    expect(world.vault.journal).toEqual([]);
    await world.sinks.commands['sinks.change']({ ...change, address });
    expect(secretsIn(world)).toEqual({ [id]: { ...before[id], address } });
    const wrong = world.sinks.commands['sinks.change']({ ...change, name: 'x', address: HOOK });
    await expect(wrong).rejects.toMatchObject(code('sinks-address-discord'));
    expect(world.row(id).name).toBe('another');
  });

  it('may lead home where it is a webhook or a stream', async () => {
    const world = await SinksWorld.start();
    const ids = [
      await world.webhook(HOOK),
      await world.add({ ...NATS, nearby: false, address: 'tls://stream.example' } as NewSink),
    ];
    ids.push(await world.add(FILE));
    for (const id of ids) {
      const change = { ...kept, id, name: 'a', filter: ALL, nearby: true, address: null };
      await world.sinks.commands['sinks.change'](change);
    }
    expect(ids.map((id) => world.row(id).nearby)).toEqual([true, true, false]);
    const home = { address: 'https://192.168.0.2/hook', nearby: true };
    const change = { ...kept, id: ids[0] ?? '', name: 'a', filter: ALL, ...home };
    await world.sinks.commands['sinks.change'](change);
    const never = world.sinks.commands['sinks.change']({
      ...change,
      address: null,
      nearby: false,
    });
    await expect(never).rejects.toMatchObject(code('sinks-address-place'));
  });

  it('has a file take no address', async () => {
    const world = await SinksWorld.start();
    const id = await world.add(FILE);
    const change = { ...kept, id, name: 'b', filter: ALL, address: HOOK };
    await world.sinks.commands['sinks.change'](change);
    expect(world.row(id)).toMatchObject({ name: 'b', target: 'exports/' });
    expect(secretsIn(world)).toEqual({});
  });

  it('without its address is none that can be changed, until it gets another', async () => {
    const world = await SinksWorld.start();
    const id = await world.webhook(HOOK);
    world.vault.values.delete('sinks');
    await world.restart();
    expect(world.row(id).target).toBe('');
    const change = { ...kept, id, name: 'a', filter: ALL };
    await expect(
      world.sinks.commands['sinks.change']({ ...change, address: null }),
    ).rejects.toMatchObject(code('sinks-no-address'));
    await world.sinks.commands['sinks.change']({ ...change, address: HOOK });
    expect(world.row(id).target).toBe('https://bot.example/…');
  });

  it('signs with a new secret once that is renewed, and no more with the old one', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    const before = secretsIn(world)[id];
    const { secret } = await world.sinks.commands['sinks.renew-secret']({ id });
    expect(secretsIn(world)[id]).toEqual({ ...before, secret });
    expect(secret).not.toBe(before.secret);
    expect(secret).toMatch(/^whsec_/);
    await world.happen('DONATION');
    await world.until(() => receiver.got.length === 1);
    const { headers, text } = receiver.got[0]!;
    const time = String(headers['x-stagelight-time']);
    expect(headers['x-stagelight-signature']).toBe(signatureOf(secret, time, text));
    const other = await world.add(DISCORD);
    await expect(world.sinks.commands['sinks.renew-secret']({ id: other })).rejects.toMatchObject(
      code('sinks-none'),
    );
  });
});

describe('a sink that is switched off', () => {
  it('gets nothing until it is on again, and then all that it missed', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    await world.sinks.commands['sinks.switch']({ id, on: false });
    expect(world.row(id).state).toEqual({ kind: 'off', problem: null });
    await world.happen('DONATION', 2);
    expect(receiver.asked).toEqual([]);
    const resent = world.sinks.commands['sinks.resend']({ id, seq: null });
    await expect(resent).rejects.toMatchObject(code('sinks-off'));
    await world.sinks.commands['sinks.switch']({ id, on: true });
    expect(world.row(id).state).toEqual({ kind: 'delivering' });
    await world.until(() => receiver.got.length === 2);
    expect(receiver.seqs).toEqual([1, 2]);
  });

  it('still takes an example', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    await world.sinks.commands['sinks.switch']({ id, on: false });
    await world.sinks.commands['sinks.test']({ id });
    expect(receiver.got).toHaveLength(1);
    const { event } = JSON.parse(receiver.got[0]?.text ?? '');
    expect(event).toMatchObject({
      kind: 'DONATION',
      seq: 0,
      origin: 'test',
      receivedAt: world.clock.now(),
      data: { donatorNickname: 'Stagelight', payAmount: 1_000, donationType: 'CHAT' },
    });
  });
});

describe('a sink that is gone', () => {
  it('is an error for every command', async () => {
    const world = await SinksWorld.start();
    const { commands } = world.sinks;
    const change = { ...kept, id: 'x', name: 'a', filter: ALL, address: null };
    for (const ask of [
      () => commands['sinks.change'](change),
      () => commands['sinks.renew-secret']({ id: 'x' }),
      () => commands['sinks.remove']({ id: 'x' }),
      () => commands['sinks.switch']({ id: 'x', on: true }),
      () => commands['sinks.test']({ id: 'x' }),
      () => commands['sinks.letters']({ id: 'x' }),
      () => commands['sinks.resend']({ id: 'x', seq: null }),
    ]) {
      await expect((async () => ask())()).rejects.toMatchObject(code('sinks-none'));
    }
  });

  it('leaves nothing of itself, and tells the page once', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(500);
    const [id, other] = [await world.webhook(receiver.address), await world.webhook(HOOK)];
    world.ledger.sinks.bury(id, 1, 0, { code: 'sinks-slow' });
    let told = 0;
    world.sinks.feeds.sinks.onChange(() => {
      told += 1;
    });
    await world.sinks.commands['sinks.remove']({ id });
    expect(told).toBe(1);
    expect(world.rows.map((row) => row.id)).toEqual([other]);
    expect(Object.keys(secretsIn(world))).toEqual([other]);
    expect(world.ledger.sinks.countLetters(id)).toBe(0);
    const file = await world.add(FILE);
    world.vault.journal.length = 0;
    await world.sinks.commands['sinks.remove']({ id: file });
    expect(world.vault.journal).toEqual([]);
  });
});

describe('the sinks', () => {
  it('say nothing more once the app has ended, and begin nothing', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    const { sinks } = world;
    let told = 0;
    sinks.feeds.sinks.onChange(() => {
      told += 1;
    });
    const switched = sinks.commands['sinks.switch']({ id, on: false });
    await world.restart();
    await switched;
    await sinks.commands['sinks.switch']({ id, on: true });
    expect(told).toBe(0);
    await world.sinks.commands['sinks.remove']({ id });
    await world.happen('DONATION');
    expect(receiver.asked).toEqual([]);
  });

  it('whose secrets cannot be read are there, say so, and can be given new ones', async () => {
    const vault = new MemoryVault();
    const world = await SinksWorld.start({ vault });
    expect(world.lines).toEqual([]);
    const id = await world.webhook(HOOK);
    vault.values.set('sinks', '[5]');
    await world.restart();
    expect(world.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'the secrets of the sinks cannot be read',
    });
    expect(world.row(id).target).toBe('');
  });

  it('have their secrets hidden in the log, also after a restart', async () => {
    const vault = new MemoryVault();
    const first = await SinksWorld.start({ vault });
    const id = await first.webhook(HOOK);
    const { secret } = secretsIn(first)[id];
    expect(first.redactor.clean(`${HOOK} ${secret}`)).not.toMatch(/bot\.example|whsec/);
    const next = await SinksWorld.start({ vault });
    expect(next.redactor.clean(`${HOOK} ${secret}`)).not.toMatch(/bot\.example|whsec/);
  });

  it('of a kind or with settings that this version does not know are left out', async () => {
    const world = await SinksWorld.start();
    const { sinks } = world.ledger;
    const settings = { name: 'a', filter: ALL, nearby: false, nats: null };
    sinks.add('pigeon', 'pigeon' as never, settings, 0, 0);
    sinks.add('nameless', 'file', { ...settings, name: 5 as never }, 0, 0);
    sinks.add('odd', 'file', { ...settings, filter: { kinds: ['X'] } as never }, 0, 0);
    sinks.add('empty', 'file', null as never, 0, 0);
    sinks.add('stream', 'nats', settings, 0, 0);
    await world.restart();
    expect(world.rows.map(({ id }) => id)).toEqual(['stream']);
    expect(world.row('stream')).toMatchObject({ nats: null, target: '' });
    world.vault.values.set(
      'sinks',
      JSON.stringify({ stream: { address: 'nats://127.0.0.1:4333', secret: null } }),
    );
    await world.restart();
    await world.happen('DONATION');
    await world.until(() => world.row('stream').state.kind === 'off');
    expect(world.problem('stream')).toBe('sinks-no-address');
    world.vault.values.set('sinks', JSON.stringify({ stream: { address: 'x', secret: null } }));
    await world.restart();
    expect(world.row('stream').target).toBe('');
  });

  it('have letters whose reason cannot be read said all the same', async () => {
    const world = await SinksWorld.start();
    const id = await world.webhook(HOOK, { kinds: ['SUBSCRIPTION'], leastBeams: 0 });
    await world.happen('DONATION');
    world.ledger.sinks.bury(id, 1, 1_000.7, 'x' as never);
    const { letters } = await world.sinks.commands['sinks.letters']({ id });
    expect(letters).toEqual([
      {
        seq: 1,
        kind: 'DONATION',
        receivedAt: world.clock.now(),
        diedAt: 1_000,
        problem: { code: 'unexpected' },
        again: false,
      },
    ]);
  });
});
