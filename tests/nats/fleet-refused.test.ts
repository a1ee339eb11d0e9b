import { DiscardPolicy } from '@nats-io/jetstream';
import { describe, expect, it } from 'vitest';
import { type HeadlessProcess, openAddress } from '../support/headless-process.ts';
import { hasNats } from '../support/nats-server.ts';
import { FleetWorld } from './fleet-world.ts';

const LOGIN = 'one:a-password';
const USER = 'user: one, password: a-password';

/** A sentence for a person, and the exit code of what they can mend. */
async function expectSentence(command: HeadlessProcess, words: string): Promise<void> {
  expect(await command.exited).toMatchObject({ code: 2 });
  expect(command.errors).toContain(words);
  expect(command.errors).not.toMatch(/^\s+at /m);
}

describe.skipIf(!hasNats)('a fleet whose NATS does not do what it asks', () => {
  it.each([
    ['has no JetStream', `accounts { A { users: [{${USER}}] } }`, 'JetStream 없이'],
    [
      'may not use JetStream',
      `authorization { users: [{${USER}, permissions: { publish: { deny: ["$JS.API.>"] } }}] }`,
      'NATS가 요청한 일을 하지 못했어요',
    ],
  ])('says so to whose login %s', async (_, config, words) => {
    const world = await FleetWorld.start({}, config);
    const login = { STAGELIGHT_FLEET_KEY: world.key, STAGELIGHT_NATS_LOGIN: LOGIN };
    await expectSentence(await world.start(['--fleet-list'], login), words);
    await expectSentence(await world.start([], login), words);
  });

  it('says so where its bucket is full', async () => {
    const world = await FleetWorld.start();
    await world.run('--fleet-list');
    await world.nats.manage(async ({ streams }) => {
      const { state } = await streams.info('KV_stagelight_test');
      const full = { max_bytes: state.bytes, discard: DiscardPolicy.New };
      await streams.update('KV_stagelight_test', full);
    });
    const add = await world.start(['--fleet-add', '--public-url', 'https://fleet.example']);
    await expectSentence(add, 'NATS가 요청한 일을 하지 못했어요');
  });

  it('says so where NATS goes away in the middle of a command', async () => {
    const world = await FleetWorld.start();
    const command = await world.start(['--fleet-add']);
    const { url } = await command.waitFor(({ type }) => type === 'sign-in');
    await world.nats.kill();
    await openAddress(String(url));
    await expectSentence(command, 'NATS가 요청한 일을 하지 못했어요');
  });
});
