import { describe, expect, it } from 'vitest';
import { STALE_MS } from '../../../electron/features/show/chat-sender.ts';
import { RateLimitedError, UnavailableError } from '../../../electron/platform/errors.ts';
import { BUCKET } from '../../../shared/contract/show.ts';
import { ShowWorld } from './show-world.ts';

const OCCASION = { operation: 'chatSend', status: 429, platformMessage: null };

/** As activities leave them in the ledger. */
function say(world: ShowWorld, ...messages: readonly string[]): void {
  const at = world.clock.now();
  world.ledger.show.append([{ activity: 1, at, heard: 0, entry: {}, messages }]);
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `message ${at}`);

describe('what activities say', () => {
  it('is sent in order, at most 20 in 30 seconds', async () => {
    const world = new ShowWorld();
    say(world, ...numbers(45));
    world.start();
    await world.clock.advance(0);
    expect(world.said).toEqual(numbers(BUCKET.most));
    await world.clock.advance(BUCKET.windowMs - 1);
    expect(world.said).toHaveLength(20);
    await world.clock.advance(1);
    expect(world.said).toEqual(numbers(40));
  });

  it('comes at half the pace where the platform asks to slow down, and is sent all the same', async () => {
    const world = new ShowWorld();
    world.refusal = new RateLimitedError(OCCASION, null);
    say(world, ...numbers(3));
    const show = world.start();
    await world.clock.advance(0);
    expect(show.feeds.show.read()).toMatchObject({ refused: 1 });
    expect(show.feeds.show.read().pace).toBeLessThan(BUCKET.most);
    world.refusal = null;
    await world.clock.advance(BUCKET.windowMs);
    expect(world.said).toEqual(numbers(3));
  });

  it('is dropped where it would come too late', async () => {
    const world = new ShowWorld();
    say(world, 'an old answer');
    await world.clock.advance(STALE_MS + 1);
    say(world, 'a fresh one');
    world.start();
    await world.clock.advance(0);
    expect(world.said).toEqual(['a fresh one']);
  });

  it('is never sent twice: what was on its way at a kill, or got no answer', async () => {
    const world = new ShowWorld();
    say(world, 'on its way');
    const [message] = world.ledger.show.waiting(1);
    world.ledger.show.setMessage(message?.id ?? 0, 'sending');
    world.start();
    await world.clock.advance(0);
    expect(world.said).toEqual([]);
    world.refusal = new UnavailableError(OCCASION, 'timeout');
    say(world, 'without an answer');
    world.start();
    await world.clock.advance(BUCKET.windowMs);
    world.refusal = null;
    world.start();
    await world.clock.advance(BUCKET.windowMs);
    expect(world.said).toEqual([]);
  });

  it('waits at a start on a full disk, and what was on its way before is still not sent', async () => {
    const world = new ShowWorld();
    say(world, 'on its way');
    const [message] = world.ledger.show.waiting(1);
    world.ledger.show.setMessage(message?.id ?? 0, 'sending');
    const { settleMessages } = world.ledger.show;
    world.ledger.show.settleMessages = () => {
      throw new Error('the disk is full');
    };
    world.start();
    say(world, 'said since');
    await world.clock.advance(20_000);
    expect(world.said).toEqual([]);
    world.ledger.show.settleMessages = settleMessages;
    await world.clock.advance(5_000);
    expect(world.said).toEqual(['said since']);
  });

  it('is nothing in quiet mode, nor later', async () => {
    const world = new ShowWorld();
    const show = world.start();
    await show.commands['show.set-quiet']({ quiet: true });
    say(world, 'said into the quiet');
    await show.commands['show.set-quiet']({ quiet: true });
    await world.clock.advance(0);
    await show.commands['show.set-quiet']({ quiet: false });
    await world.clock.advance(BUCKET.windowMs);
    expect(world.said).toEqual([]);
  });
});
