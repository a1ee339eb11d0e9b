import { describe, expect, it } from 'vitest';
import { discordText, plainForDiscord } from '../../../electron/features/sinks/discord-text.ts';
import { OK, type Receiver, status } from '../../support/event-receiver.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { ALL, openReceiver, SinksWorld } from './sinks-world.ts';

const discord = (world: SinksWorld, receiver: Receiver) =>
  world.add({ kind: 'discord', name: 'my server', address: receiver.address, filter: ALL });

describe('a message to Discord', () => {
  it('says what happened in the language of the app', () => {
    expect(discordText(donation(1, { payAmount: 12_000 }), 'ko')).toBe(
      '**시청자**님이 12,000빔 후원했어요\n> 응원해요',
    );
    expect(discordText(donation(1, { donatorNickname: null, payAmount: null }), 'en')).toBe(
      '**Somebody** donated\n> 응원해요',
    );
    expect(discordText(subscription(1), 'en')).toBe('**Somebody** subscribed');
    expect(discordText(draw(1), 'en')).toBe('Drops draw: **망토**, 5 winners');
    expect(discordText(purchase(1), 'ko')).toBe('**누군가**님이 **머그컵** 상품을 샀어요');
  });

  it.each([
    ['**bold** _it_ ~~no~~ `code` ||spoiler||', /(?<!\\)[*_~`|]/],
    ['<@123> <#4> <t:1> <:x:5>', /(?<!\\)[<>@#:]/],
    ['[click](https://evil.example)', /(?<!\\)[[\]():]/],
    ['# head\n> quote\n- list\n1. one', /\n|(?<!\\)[#>\-.]/],
    ['\\*already\\*', /(?<!\\)(?:\\\\)*\*/],
    ['gn\u202etxt.\u200bexe\u0007', /[\p{Cc}\u202e\u200b]/u],
  ])('takes %j for words and nothing else', (text, mark) => {
    expect(plainForDiscord(text, 500)).not.toMatch(mark);
  });

  it('is never longer than Discord takes, and ends with a whole character', () => {
    for (const piece of ['가', '*', '👨‍👩‍👧‍👦', 'e\u0301', '🇰🇷', '\ud83d', 'a\u0300\u0301\u0302']) {
      const long = piece.repeat(3_000);
      const text = discordText(donation(1, { donatorNickname: long, donationText: long }), 'ko');
      expect(text.length).toBeLessThanOrEqual(2_000);
      expect(text.isWellFormed()).toBe(true);
      expect(text.endsWith('…') || piece === '\ud83d').toBe(true);
      expect(text.replace(/…$/, '')).not.toMatch(/\u200d$|\\$/);
    }
  });
});

describe('a Discord webhook', () => {
  it('gets a message that calls nobody, and its address is shown to nobody', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const id = await discord(world, receiver);
    await world.happen('DONATION', 1, { donationText: '@everyone' });
    await world.until(() => receiver.got.length === 1);
    expect(JSON.parse(receiver.got[0]?.text ?? '')).toMatchObject({
      content: expect.stringContaining('\\@everyone'),
      allowed_mentions: { parse: [] },
    });
    expect(world.row(id).target).toBe(`http://127.0.0.1:${receiver.port}/…`);
    expect(JSON.stringify(world.rows)).not.toContain('/hook');
    expect(world.lines.join()).not.toContain('/hook');
  });

  it('waits as long as Discord says after too many messages', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const body = JSON.stringify({ retry_after: 64.5, global: false });
    receiver.reply = status(429, { 'Retry-After': '65' }, body);
    const id = await discord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'waiting');
    receiver.reply = OK;
    await world.clock.advance(64_499);
    expect(receiver.asked).toHaveLength(1);
    await world.clock.advance(1);
    await world.until(() => receiver.got.length === 1);
  });

  it('waits before it is told to, and that is no failure', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    const spent = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '1.5' };
    receiver.reply = status(204, spent);
    const id = await discord(world, receiver);
    await world.happen('DONATION', 2);
    await world.until(() => world.clock.pendingTimers === 1 && receiver.got.length === 1);
    expect(world.row(id).state.kind).toBe('delivering');
    await world.clock.advance(1_499);
    expect(receiver.asked).toHaveLength(1);
    await world.clock.advance(1);
    await world.until(() => receiver.got.length === 2);
  });

  it('that was deleted at Discord is switched off', async () => {
    const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
    receiver.reply = status(404);
    const id = await discord(world, receiver);
    await world.happen('DONATION');
    await world.until(() => world.row(id).state.kind === 'off');
    expect(world.problem(id)).toBe('sinks-gone');
  });
});
