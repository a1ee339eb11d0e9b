import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StageEvent } from '../../shared/events.ts';
import { hasNats } from '../support/nats-server.ts';
import { SinksWorld } from '../unit/sinks/sinks-world.ts';
import { natsSink, numbers, openServer, problemOfTest, STREAM, seqsOf } from './nats-world.ts';

const FORGETS_NS = 100_000_000;
const ROOT = join(import.meta.dirname, '../..');
const MANUAL = readFileSync(join(ROOT, 'docs/sinks.md'), 'utf8');

type Reader = (servers: string, onDonation: (event: StageEvent) => void) => Promise<void>;

const HOUR_NS = 60 * 60 * 1_000_000_000;

describe.skipIf(!hasNats)('a stream of NATS', () => {
  it('gets each event with a value once, in order, with its number, channel and kind', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address));
    await world.happen('DONATION', 300);
    await world.happen('CHAT', 5);
    await world.happen('SUBSCRIPTION', 2);
    await world.until(() => world.ledger.sinks.find(id)?.position === 307);
    const stored = await server.stored(STREAM);
    expect(seqsOf(stored)).toEqual([...numbers(1, 300), 306, 307]);
    const { epoch } = world.ledger;
    expect(stored.at(-1)).toMatchObject({
      id: `${epoch}-307`,
      subject: expect.stringMatching(/^stagelight\.[\w-]+\.SUBSCRIPTION$/),
      body: { epoch, seq: 307, event: { kind: 'SUBSCRIPTION', seq: 307 } },
    });
    expect(world.row(id)).toMatchObject({
      state: { kind: 'delivering' },
      target: server.address,
      deadLetters: 0,
    });
  });

  it('is made where it is missing, with an hour in which the server knows what comes twice', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address));
    expect(await problemOfTest(world, id)).toBeNull();
    const { config } = await server.manage(({ streams }) => streams.info(STREAM));
    expect(config).toMatchObject({ subjects: ['stagelight.>'], duplicate_window: HOUR_NS });
    const [test] = await server.stored(STREAM);
    expect(test).toMatchObject({ body: { seq: 0, event: { origin: 'test' } } });
  });

  it('that is there is left as it is', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    await server.manage(({ streams }) =>
      streams.add({ name: STREAM, subjects: ['stagelight.*.DONATION'], max_msgs: 7 }),
    );
    const before = await server.manage(({ streams }) => streams.info(STREAM));
    await world.add(natsSink(server.address));
    await world.happen('DONATION', 2);
    await world.until(() => world.rows[0]?.deliveredAt !== null);
    const after = await server.manage(({ streams }) => streams.info(STREAM));
    expect(after.config).toEqual(before.config);
  });

  it.each([
    [
      'user and password',
      'authorization { user: ann, password: "s3cret pass" }',
      { user: 'ann', password: 's3cret pass' },
    ],
    ['a token', 'authorization { token: "t0ken-t0ken" }', { user: '', password: 't0ken-t0ken' }],
  ])('signs in with %s, which nobody sees again', async (_, config, login) => {
    const [world, server] = [await SinksWorld.start(), await openServer(config)];
    const id = await world.add(natsSink(server.address, { login }));
    expect(await problemOfTest(world, id)).toBeNull();
    const shown = JSON.stringify(world.rows) + JSON.stringify(world.lines);
    expect(shown).not.toContain(login.password);
    expect(world.redactor.clean(login.password)).not.toBe(login.password);
  });

  it('needs no other rights than the manual lists', async () => {
    const api = ['INFO', 'MSG.GET', 'CREATE'].map((name) => `"$JS.API.STREAM.${name}.${STREAM}"`);
    const permissions = `{ publish: ["stagelight.>", ${api.join(', ')}], subscribe: ["_INBOX.>"] }`;
    const server = await openServer(
      `no_auth_user: owner
      authorization { users: [
        { user: owner, password: all }
        { user: ann, password: some-words, permissions: ${permissions} }
      ] }`,
    );
    const world = await SinksWorld.start();
    const login = { user: 'ann', password: 'some-words' };
    const id = await world.add(natsSink(server.address, { login }));
    await world.happen('DONATION', 10);
    await world.until(() => world.ledger.sinks.find(id)?.position === 10);
    expect(seqsOf(await server.stored(STREAM))).toEqual(numbers(1, 10));
  });

  it('is read by the manual’s program', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address));
    await world.happen('DONATION', 2);
    await world.happen('SUBSCRIPTION');
    await world.until(() => world.ledger.sinks.find(id)?.position === 3);
    const [, sample] = /^## NATS[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(MANUAL) ?? [];
    // Beside the packages that it imports.
    const file = join(ROOT, `.cache/nats-reader-${server.port}.mjs`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, sample ?? '');
    onTestFinished(() => rm(file));
    const { read } = (await import(pathToFileURL(file).href)) as { readonly read: Reader };
    const got: StageEvent[] = [];
    const ended = read(`127.0.0.1:${server.port}`, (event) => void got.push(event));
    ended.catch(() => undefined);
    await world.until(() => got.length === 2);
    await world.happen('DONATION');
    await world.until(() => got.length === 3);
    expect(got.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['DONATION', 1],
      ['DONATION', 2],
      ['DONATION', 4],
    ]);
  });

  it('goes on without a gap and without a repetition when the server was killed and is back', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address));
    await world.happen('DONATION', 20);
    await world.until(() => world.ledger.sinks.find(id)?.position === 20);
    await server.kill();
    await world.happen('DONATION', 20);
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-unreachable');
    await server.startAgain();
    await world.clock.advance(1_000);
    await world.until(() => world.ledger.sinks.find(id)?.position === 40);
    expect(seqsOf(await server.stored(STREAM))).toEqual(numbers(1, 40));
  });

  it('has nothing twice when the app comes back after the server forgot the numbers', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    // The shortest memory that the server can have.
    await server.manage(({ streams }) =>
      streams.add({ name: STREAM, subjects: ['stagelight.>'], duplicate_window: FORGETS_NS }),
    );
    const id = await world.add(natsSink(server.address));
    await world.happen('DONATION', 400);
    await world.until(() => world.ledger.sinks.find(id)?.position === 400);
    const settings = world.ledger.sinks.find(id);
    if (!settings) throw new TypeError('The sink is gone.');
    // As after a loss of power: what was sent is there, and nobody here knows.
    world.ledger.sinks.remove(id);
    world.ledger.sinks.add(id, 'nats', settings, 40, 0);
    await server.untilForgotten(STREAM, 'stagelight.probe');
    await world.restart();
    await world.happen('DONATION', 5);
    await world.until(() => world.ledger.sinks.find(id)?.position === 405);
    const stored = (await server.stored(STREAM)).filter(({ id: key }) => key !== 'probe');
    expect(seqsOf(stored)).toEqual(numbers(1, 405));
  });

  it('stands beside another one with other events, each complete', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const first = await world.add(natsSink(server.address));
    const second = await world.add(
      natsSink(server.address, {
        filter: { kinds: ['SUBSCRIPTION'], leastBeams: 0 },
        nats: { stream: 'SECOND', prefix: 'other.place', make: true },
      }),
    );
    for (let round = 0; round < 10; round += 1) {
      await world.happen('DONATION', 3);
      await world.happen('SUBSCRIPTION', 2);
    }
    await world.until(() =>
      [first, second].every((id) => world.ledger.sinks.find(id)?.position === 50),
    );
    expect(seqsOf(await server.stored(STREAM))).toEqual(numbers(1, 50));
    const others = await server.stored('SECOND');
    expect(others).toHaveLength(20);
    expect(others.every(({ subject }) => /^other\.place\..+\.SUBSCRIPTION$/.test(subject))).toBe(
      true,
    );
  });

  it('leaves nothing open when it is removed', async () => {
    const [world, server] = [await SinksWorld.start(), await openServer()];
    const id = await world.add(natsSink(server.address));
    expect(await problemOfTest(world, id)).toBeNull();
    await world.sinks.commands['sinks.remove']({ id });
    await world.happen('DONATION', 3);
    expect(seqsOf(await server.stored(STREAM))).toEqual([0]);
    expect(world.vault.values.get('sinks')).toBe('{}');
  });
});
