import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../support/free-port.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { ALL, answers, ask, isEvent, open, StreamerbotWorld } from './streamerbot-world.ts';

describe('the door', () => {
  it('is closed until it is switched on', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    await world.door.resume();
    expect(world.state).toMatchObject({ address: null, problem: null, settings: { on: false } });
    await expect(world.knock()).rejects.toThrow('ECONNREFUSED');
  });

  it('gets nowhere without the password, and says so', async () => {
    const world = await StreamerbotWorld.start();
    const program = await world.knock();
    expect(await program.next()).toMatchObject({
      request: 'Hello',
      info: { name: 'Stagelight' },
      authentication: { salt: expect.any(String), challenge: expect.any(String) },
    });
    for (const request of ['GetInfo', 'GetActions', 'DoAction', 'SendMessage', 'Subscribe']) {
      const answer = await ask(program, { request, events: ALL });
      expect(answer).toMatchObject({ status: 'error', code: 'streamerbot-password-needed' });
    }
    await world.happen('DONATION');
    expect(await program.sentSoFar()).toEqual([]);
    await world.clock.advance(10_000);
    expect(await program.closed).toBe(1008);
  });

  it('ends the connection after a wrong password', async () => {
    const world = await StreamerbotWorld.start();
    const program = await world.knock();
    const answer = await ask(program, { request: 'Authenticate', authentication: 'wrong' });
    expect(answer).toMatchObject({ status: 'error', code: 'streamerbot-wrong-password' });
    expect(await program.closed).toBe(1008);
  });

  it('has other salts for everybody', async () => {
    const world = await StreamerbotWorld.start();
    const [one, two] = [await world.knock(), await world.knock()];
    expect((await one.next())['authentication']).not.toEqual((await two.next())['authentication']);
  });

  it('without a password still needs it for chat messages', async () => {
    const world = await open();
    const program = await world.knock();
    expect(await ask(program, { request: 'getactions' })).toMatchObject({ status: 'ok', id: 'x' });
    const answer = await ask(program, { request: 'SendMessage', platform: 'twitch', message: 'a' });
    expect(answer).toMatchObject({ status: 'error', code: 'streamerbot-password-needed' });
    expect(world.state.programs).toMatchObject([{ proved: false }]);
  });

  it.each([
    ['another host', { Host: 'evil.example' }, '421'],
    ['a web page that is not named', { Origin: 'https://evil.example' }, '403'],
    ['a page without an origin of its own', { Origin: 'null' }, '403'],
  ])('refuses %s', async (_, headers, status) => {
    const world = await StreamerbotWorld.start({ settings: { origins: ['https://good.example'] } });
    await expect(world.knock(headers)).rejects.toThrow(status);
    const page = await world.knock({ Origin: 'https://good.example' });
    expect(await page.next()).toMatchObject({ request: 'Hello' });
    expect(world.state.programs).toMatchObject([{ origin: 'https://good.example' }]);
  });

  it('answers a browser that asks for a page', async () => {
    const world = await StreamerbotWorld.start();
    expect((await fetch(`http://127.0.0.1:${world.port}/`)).status).toBe(426);
  });
});

describe('a request', () => {
  it.each([
    [{ request: 'GetCredits' }, 'streamerbot-unknown-request'],
    [{ request: 'TwitchGetEmotes' }, 'streamerbot-unknown-request'],
    [{ request: '__proto__' }, 'streamerbot-unknown-request'],
    [{ request: 'Subscribe' }, 'streamerbot-bad-request'],
    [{ request: 'Subscribe', events: ['Twitch.Cheer'] }, 'streamerbot-bad-request'],
    [{ request: 'DoAction' }, 'streamerbot-bad-request'],
    [{ request: 'DoAction', action: { id: 5 } }, 'streamerbot-bad-request'],
    [{ request: 'DoAction', action: {} }, 'streamerbot-no-action'],
    [{ request: 'DoAction', action: { name: 'Restore' } }, 'streamerbot-no-action'],
  ])('%j is answered with its error', async (request, code) => {
    const world = await open();
    const program = await world.knock();
    const answer = await ask(program, request);
    expect(answer).toMatchObject({ id: 'x', status: 'error', code, error: expect.any(String) });
    expect(world.ran).toEqual([]);
    expect(await ask(program, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
  });

  it('for events is answered with those that we have', async () => {
    const world = await open();
    const program = await world.knock();
    const events = { twitch: ['cheer', 'Follow'], YouTube: ['SuperChat'], General: ['*'] };
    expect(await ask(program, { request: 'Subscribe', events })).toMatchObject({
      status: 'ok',
      events: { Twitch: ['Cheer'], General: ['Custom'] },
    });
  });

  it('beyond 32 that are under way is refused', async () => {
    const never = () => new Promise<never>(() => {});
    const world = await open({ commands: { 'alerts.skip': never } });
    const program = await world.knock();
    const action = { name: 'Skip alert' };
    for (let id = 0; id <= 32; id += 1) program.send({ request: 'DoAction', id, action });
    expect(await answers(program, 1)).toMatchObject([{ id: 32, code: 'too-many-commands' }]);
  });

  it('for what only the person at the computer may do is refused', async () => {
    const world = await open();
    for (const name of ['streamerbot.password', 'maintenance.renew-key', 'doors.create-key']) {
      const program = await world.knock();
      const answer = await ask(program, { request: 'DoAction', action: { id: name, name } });
      expect(answer).toMatchObject({ code: 'streamerbot-no-action' });
    }
  });
});

describe('bad input', () => {
  it('10,000 junk messages touch nothing: the third ends each connection', async () => {
    const world = await open();
    const random = steadyRandom(16);
    const junk = ['', '{', 'null', '[]', '"x"', '{}', '{"request":5}', '{"request":{}}', '�'];
    let sent = 0;
    while (sent < 10_000) {
      const program = await world.knock();
      for (let at = 0; at < 50; at += 1, sent += 1) {
        program.socket.send(junk[Math.floor(random() * junk.length)] ?? '');
      }
      expect(await program.closed).toBe(1008);
    }
    await expect.poll(() => world.state.programs).toEqual([]);
    expect(world.ran).toEqual([]);
    expect(world.lines.length).toBeLessThan(60);
  });

  it('a message of 300 KB ends its connection alone', async () => {
    const world = await open();
    const [huge, other] = [await world.knock(), await world.knock()];
    huge.socket.send(JSON.stringify({ request: 'GetInfo', id: 'x'.repeat(300_000) }));
    expect(await huge.closed).toBe(1009);
    expect(await ask(other, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
  });

  it('of 200 programs 100 come in, and another when one has left', async () => {
    const world = await open();
    const came = await Promise.allSettled(Array.from({ length: 200 }, () => world.knock()));
    const inside = came.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = came.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(inside).toHaveLength(100);
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set(['503']));
    expect(world.state.programs).toHaveLength(100);
    await inside[0]?.cut();
    await expect.poll(() => world.state.programs.length).toBe(99);
    await (await world.knock()).next();
  });

  it('a program that never reads does not hold up others, and misses nothing of value', async () => {
    const world = await open({ ringSize: 50 });
    const [slow, quick] = [await world.knock(), await world.knock()];
    for (const program of [slow, quick]) await ask(program, { request: 'Subscribe', events: ALL });
    slow.socket.pause();
    const text = '가'.repeat(10_000);
    const rounds = 60;
    for (let round = 0; round < rounds; round += 1) {
      await world.happen('CHAT', { content: text }, 19);
      await world.happen('DONATION', { donationText: String(round) });
      const seen = await quick.until(
        ({ data }) => (data as { message?: unknown } | undefined)?.message === String(round),
      );
      expect(seen.filter(isEvent)).toHaveLength(20);
    }
    slow.socket.resume();
    const seen = await slow.until(
      ({ data }) => (data as { message?: unknown } | undefined)?.message === String(rounds - 1),
    );
    const seqs = seen.filter(isEvent).map(({ data }) => (data as Heard).stagelight.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(seqs.length).toBeLessThan(rounds * 20);
    const tips = seen.filter(({ event }) => (event as { type?: string })?.type === 'Tip');
    expect(tips).toHaveLength(rounds);
  });
});

interface Heard {
  readonly stagelight: { readonly seq: number };
}

describe('the port', () => {
  async function occupied(port: number): Promise<Server> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    return other;
  }

  it('that is taken is said with a cure, and taken once it is free', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    const other = await occupied(world.port);
    await world.set({ on: true });
    expect(world.state).toMatchObject({
      address: null,
      problem: { code: 'streamerbot-port-taken', values: { port: world.port } },
    });
    await new Promise((resolve) => other.close(resolve));
    await world.clock.advance(15_000);
    await expect.poll(() => world.state.address).toBe(`ws://127.0.0.1:${world.port}/`);
    expect(world.state.problem).toBe(null);
    await (await world.knock()).next();
  });

  it('that is switched off cuts off who is connected, and can be switched on again', async () => {
    const world = await open();
    for (let round = 0; round < 5; round += 1) {
      const program = await world.knock();
      await world.set({ on: false });
      expect(await program.closed).toBe(1001);
      expect(world.state).toMatchObject({ address: null, programs: [] });
      await expect(world.knock()).rejects.toThrow('ECONNREFUSED');
      await world.set({ on: true });
    }
    await (await world.knock()).next();
  });

  it('is another one at once when the setting changes', async () => {
    const world = await open();
    const program = await world.knock();
    const before = world.port;
    world.port = await freePort();
    await world.set({});
    expect(await program.closed).toBe(1001);
    await expect(
      new Promise((_, reject) => new WebSocket(`ws://127.0.0.1:${before}/`).on('error', reject)),
    ).rejects.toThrow('ECONNREFUSED');
    await (await world.knock()).next();
  });

  it('takes the last of many changes that come at once', async () => {
    const world = await open();
    const changes = [false, true, false, true, false].map((on) => world.set({ on }));
    await Promise.all(changes);
    expect(world.state).toMatchObject({ address: null, problem: null });
  });

  it('leaves nothing behind when the app ends', async () => {
    const world = await open();
    const programs = [await world.knock(), await world.knock()];
    for (const program of programs) await ask(program, { request: 'Subscribe', events: ALL });
    await world.door.close();
    world.owned.dispose();
    expect(await Promise.all(programs.map(({ closed }) => closed))).toEqual([1001, 1001]);
    expect(world.clock.pendingTimers).toBe(0);
    await world.door.resume();
    await expect(world.knock()).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a connection', () => {
  const reasons = (world: StreamerbotWorld) =>
    world.lines.flatMap(({ fields }) => ('reason' in fields ? [fields['reason']] : []));

  it('that is refused is counted in the log', async () => {
    const world = await open();
    await expect(world.knock({ Host: 'evil.example' })).rejects.toThrow('421');
    await expect(world.knock({ Origin: 'https://evil.example' })).rejects.toThrow('403');
    expect(reasons(world)).toEqual(['foreign-host', 'foreign-origin']);
  });

  it('may name this computer in any case of its letters', async () => {
    const world = await open();
    const program = await world.knock({ Host: `LOCALHOST:${world.port}` });
    expect(await program.next()).toMatchObject({ request: 'Hello' });
  });

  it('that does not answer is ended after a minute, and another stays', async () => {
    const world = await open();
    const [silent, other] = [await world.knock(), await world.knock()];
    silent.socket.pause();
    await world.clock.advance(30_000);
    // The second answer comes after its pong has arrived.
    for (let time = 0; time < 2; time += 1) await ask(other, { request: 'GetInfo' });
    await world.clock.advance(30_000);
    await expect.poll(() => world.state.programs.length).toBe(1);
    silent.socket.resume();
    expect(await silent.closed).toBe(1006);
    expect(await ask(other, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
  });

  it('that says nothing at all does not keep the port open', async () => {
    const world = await open();
    const idle = connect(world.port, '127.0.0.1');
    onTestFinished(() => void idle.destroy());
    await once(idle, 'connect');
    await world.door.close();
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.state.address).toBe(null);
  });
});

describe('the password', () => {
  it('is made once, kept in the vault, and hidden in the log', async () => {
    const world = await StreamerbotWorld.start();
    const password = await world.password();
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(await world.password()).toBe(password);
    expect(world.vault.values.get('streamerbot-password')).toBe(password);
    expect(world.redactor.clean(`it is ${password}`)).not.toContain(password);
    expect(JSON.stringify([world.state, world.lines])).not.toContain(password);
  });

  it('that is renewed cuts off who came with the old one', async () => {
    const world = await StreamerbotWorld.start();
    const old = await world.password();
    let isGone = false;
    await world.client({
      onDisconnect: () => {
        isGone = true;
      },
    });
    const renewed = await world.password(true);
    expect(renewed).not.toBe(old);
    await expect.poll(() => isGone).toBe(true);
    await expect(world.client({ password: old })).rejects.toThrow();
    expect((await world.client()).authenticated).toBe(true);
  });

  it('is one also where two ask at once for the first', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    const [one, two] = await Promise.all([
      world.password(),
      world.password(),
      world.set({ on: true }),
    ]);
    expect(two).toBe(one);
    expect((await world.client({ password: one })).authenticated).toBe(true);
  });

  it('that the vault cannot read is a problem, not an open door', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    world.vault.failReads = true;
    await world.set({ on: true });
    expect(world.state).toMatchObject({ address: null, problem: { code: 'unexpected' } });
    await expect(world.password()).rejects.toThrow('the disk does not read');
  });

  it('that the vault cannot keep is told to nobody', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    world.vault.failWrites = true;
    await expect(world.password()).rejects.toThrow('the disk is full');
    expect(world.vault.values.size).toBe(0);
  });
});
