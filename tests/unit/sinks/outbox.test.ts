import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GIVE_UP_MS } from '../../../electron/features/sinks/outbox.ts';
import { OK, status } from '../../support/event-receiver.ts';
import { ALL, openReceiver, SinksWorld } from './sinks-world.ts';

const MINUTE_MS = 60_000;

describe('a webhook', () => {
  it('gets each event with a value once, in order, from the moment it is made, and no chat', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    await world.happen('DONATION', 3);
    const id = await world.webhook(receiver.address);
    await world.happen('SUBSCRIPTION', 2);
    await world.happen('CHAT', 5);
    await world.happen('DONATION', 2);
    await world.until(() => receiver.got.length === 4);
    expect(receiver.seqs).toEqual([4, 5, 11, 12]);
    expect(world.row(id)).toMatchObject({ state: { kind: 'delivering' }, deadLetters: 0 });
  });

  it('can tell by its secret who sent it and when, and by the number what came twice', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const { secret } = await world.sinks.commands['sinks.add']({
      kind: 'webhook',
      name: 'a bot',
      address: receiver.address,
      nearby: false,
      filter: ALL,
    });
    await world.happen('DONATION');
    await world.until(() => receiver.got.length === 1);
    const { headers, text } = receiver.got[0]!;
    const time = String(headers['x-stagelight-time']);
    expect(Number(time) * 1_000).toBe(world.clock.now());
    const hex = createHmac('sha256', String(secret)).update(`${time}.${text}`).digest('hex');
    expect(headers['x-stagelight-signature']).toBe(`v1=${hex}`);
    const { epoch } = world.ledger;
    expect(headers['x-stagelight-id']).toBe(`${epoch}-1`);
    expect(JSON.parse(text)).toMatchObject({ epoch, seq: 1, event: { kind: 'DONATION', seq: 1 } });
    expect(JSON.stringify(world.rows)).not.toContain(String(secret));
    expect(JSON.stringify(world.rows)).not.toContain('/hook');
    expect(world.redactor.clean(String(secret))).not.toBe(secret);
  });

  it('gets only the kinds and beams that it wants', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    await world.webhook(receiver.address, { kinds: ['DONATION'], leastBeams: 500 });
    await world.happen('SUBSCRIPTION');
    for (const payAmount of ['499', '500', '1000', 'many']) {
      await world.happen('DONATION', 1, { payAmount });
    }
    await world.until(() => receiver.got.length === 3);
    expect(receiver.seqs).toEqual([3, 4, 5]);
  });

  it('that fails holds back what is behind, says since when and why, and gets all of it in order later', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(500);
    const id = await world.webhook(receiver.address);
    const since = world.clock.now();
    await world.happen('DONATION', 3);
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.row(id).state).toMatchObject({
      since,
      nextAt: since + 1_000,
      problem: { code: 'sinks-status', values: { status: 500 } },
    });
    await world.clock.advance(1_000);
    await receiver.requests(2);
    receiver.reply = OK;
    await world.until(() => world.clock.pendingTimers > 0);
    await world.clock.advance(15 * MINUTE_MS);
    await world.until(() => receiver.got.length === 3);
    expect(receiver.asked.map(({ seq }) => seq)).toEqual([1, 1, 1, 2, 3]);
    await world.until(() => world.row(id).state.kind === 'delivering');
  });

  it.each([
    ['seconds', () => '120', 120_000],
    ['a date', (now: number) => new Date(now + 90_000).toUTCString(), 90_000],
    ['an eternity, of which a day is kept', () => '99999999', 24 * 60 * MINUTE_MS],
  ])('is not asked again before the time that it named as %s', async (_, text, waitMs) => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(429, { 'Retry-After': text(world.clock.now()) });
    const id = await world.webhook(receiver.address);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    receiver.reply = OK;
    await world.clock.advance(waitMs - 1);
    expect(receiver.asked).toHaveLength(1);
    await world.clock.advance(1);
    await world.until(() => receiver.got.length === 1);
  });

  it('that wants nothing any more is switched off, and goes on where it was when switched on', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(410);
    const id = await world.webhook(receiver.address);
    await world.happen('DONATION', 2);
    await world.until(() => world.row(id).state.kind === 'off');
    expect(world.problem(id)).toBe('sinks-gone');
    await world.restart();
    expect(world.problem(id)).toBe('sinks-gone');
    receiver.reply = OK;
    await world.sinks.commands['sinks.switch']({ id, on: true });
    await world.until(() => receiver.got.length === 2);
    expect(receiver.seqs).toEqual([1, 2]);
  });

  it('gives an event up after three days, also over a restart, and the next ones go on', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = (answer) => {
      const code = receiver.asked.at(-1)?.seq === 1 ? 500 : 204;
      answer.writeHead(code).end();
    };
    const id = await world.webhook(receiver.address);
    await world.happen('DONATION', 2);
    await world.until(() => world.row(id).state.kind === 'waiting');
    await world.restart();
    expect(world.row(id).state).toMatchObject({ kind: 'waiting' });
    world.clock.jump(GIVE_UP_MS);
    await world.until(() => world.clock.pendingTimers > 0);
    await world.clock.advance(MINUTE_MS);
    await world.until(() => receiver.got.length === 1);
    expect(receiver.seqs).toEqual([2]);
    expect(world.row(id)).toMatchObject({ state: { kind: 'delivering' }, deadLetters: 1 });
    const { letters } = await world.sinks.commands['sinks.letters']({ id });
    expect(letters).toMatchObject([
      { seq: 1, kind: 'DONATION', problem: { code: 'sinks-status' }, again: false },
    ]);
    await world.sinks.commands['sinks.resend']({ id, seq: 1 });
    await world.until(() => world.row(id).deadLetters === 1 && receiver.asked.length >= 4);
    receiver.reply = OK;
    await world.sinks.commands['sinks.resend']({ id, seq: null });
    await world.until(() => world.row(id).deadLetters === 0);
    expect(receiver.seqs).toEqual([2, 1]);
  });

  it('gets a test when asked, which says that it is one and moves nothing', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    await world.sinks.commands['sinks.test']({ id });
    expect(JSON.parse(receiver.got[0]?.text ?? '')).toMatchObject({
      seq: 0,
      event: { origin: 'test' },
    });
    receiver.reply = status(404);
    await expect(world.sinks.commands['sinks.test']({ id })).rejects.toMatchObject({
      problem: { code: 'sinks-status' },
    });
    expect(world.row(id).state.kind).toBe('delivering');
  });

  it('that was changed is tried at once with its new address, and one that is removed hears nothing more', async () => {
    const [world, first, next] = [
      await SinksWorld.start(),
      await openReceiver(),
      await openReceiver(),
    ];
    first.reply = status(500);
    const id = await world.webhook(first.address);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    const kept = { nearby: false, nats: null, login: null };
    const change = { id, name: 'another', filter: ALL, address: next.address, ...kept };
    await world.sinks.commands['sinks.change'](change);
    await world.until(() => next.got.length === 1);
    expect(world.row(id)).toMatchObject({ name: 'another' });
    await world.sinks.commands['sinks.remove']({ id });
    await world.happen('DONATION');
    await world.clock.advance(MINUTE_MS);
    expect(next.got).toHaveLength(1);
    expect(world.vault.values.get('sinks')).toBe('{}');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('whose address is not on this computer says so before anything else', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await world.webhook(receiver.address);
    world.vault.values.delete('sinks');
    await world.restart();
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'off');
    expect(world.problem(id)).toBe('sinks-no-secret');
    expect(receiver.asked).toEqual([]);
  });
});
