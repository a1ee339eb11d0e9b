import { describe, expect, it, onTestFinished } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { Blocking } from '../../../electron/features/people/blocking.ts';
import {
  InsufficientScopeError,
  InvalidRequestError,
  UnavailableError,
  type UnavailableReason,
} from '../../../electron/platform/errors.ts';
import type { BlockedChannel, BlocksApi } from '../../../electron/platform/resources/channels.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';

const OCCASION = { operation: 'blocks.block', status: null, platformMessage: null };
const unavailable = (reason: UnavailableReason, detail: string | null = null) =>
  new UnavailableError(OCCASION, reason, { detail });

const entry = (id: string): BlockedChannel => ({
  restrictedChannelId: id,
  restrictedChannelName: id,
  restrictedChannelHandle: id,
  createdDate: '',
  releaseDate: null,
});

/** A platform whose answers to a block the test gives, and whose list it holds. */
class BlockPlatform implements BlocksApi {
  readonly calls: string[] = [];
  listed: string[] = [];
  pageSize = 50;
  listFailure: unknown = null;
  #answers: ((failure?: unknown) => void)[] = [];

  async list({ next }: { next?: string } = {}) {
    this.calls.push(`list ${next ?? ''}`.trim());
    if (this.listFailure !== null) throw this.listFailure;
    const from = Number(next ?? 0);
    const items = this.listed.slice(from, from + this.pageSize).map(entry);
    const more = from + items.length < this.listed.length;
    return { items, next: more ? String(from + items.length) : null };
  }

  block(channelId: string): Promise<void> {
    return this.#wait(`block ${channelId}`);
  }

  unblock(channelId: string): Promise<void> {
    return this.#wait(`unblock ${channelId}`);
  }

  /** Ends the oldest call that waits. */
  answer(failure?: unknown): void {
    this.#answers.shift()?.(failure);
  }

  get sent(): readonly string[] {
    return this.calls.filter((call) => !call.startsWith('list'));
  }

  #wait(call: string): Promise<void> {
    this.calls.push(call);
    return new Promise((resolve, reject) => {
      this.#answers.push((failure) => (failure === undefined ? resolve() : reject(failure)));
    });
  }
}

function setUp({ canRead = true } = {}) {
  const clock = new VirtualClock();
  const platform = new BlockPlatform();
  const { log } = rememberingLogger();
  const blocking = new Blocking({ blocks: platform, canRead: () => canRead, clock, log });
  onTestFinished(() => blocking.dispose());
  let heard = 0;
  blocking.onChange(() => {
    heard += 1;
  });
  const outcomeOf = async (asked: Promise<void>): Promise<unknown> => {
    const ended = asked.then(
      () => 'done',
      (failure: unknown) => failure,
    );
    await settle();
    return ended;
  };
  return { clock, platform, blocking, outcomeOf, heard: () => heard };
}

const UNSURE = { problem: { code: 'people-block-unsure', outcome: 'unknown' } };

describe('a block', () => {
  it('is sent, and says that the list is another one', async () => {
    const { platform, blocking, outcomeOf, heard, clock } = setUp();
    const asked = blocking.block('ann');
    platform.answer();
    expect(await outcomeOf(asked)).toBe('done');
    expect(platform.calls).toEqual(['block ann']);
    expect([blocking.revision, heard()]).toEqual([1, 1]);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['the scope is missing', new InsufficientScopeError(OCCASION, 'WRITE:USER_BLOCK')],
    ['the platform refuses it', new InvalidRequestError(OCCASION)],
    ['it never left this computer', unavailable('network', 'ECONNREFUSED')],
    ['the name of the platform is not found', unavailable('network', 'ENOTFOUND')],
  ])('did not happen when %s: the error says so and no list is read', async (_case, failure) => {
    const { platform, blocking, outcomeOf, heard, clock } = setUp();
    const asked = blocking.block('ann');
    platform.answer(failure);
    expect(await outcomeOf(asked)).toBe(failure);
    expect(platform.calls).toEqual(['block ann']);
    expect([blocking.revision, heard(), clock.pendingTimers]).toEqual([0, 0, 0]);
  });

  it.each(['network', 'timeout', 'server'] as const)(
    'whose answer is lost (%s) counts as done when the list has it, and is not sent again',
    async (reason) => {
      const { platform, blocking, outcomeOf } = setUp();
      platform.listed = ['bo', 'ann'];
      const asked = blocking.block('ann');
      platform.answer(unavailable(reason, 'ECONNRESET'));
      expect(await outcomeOf(asked)).toBe('done');
      expect(platform.sent).toEqual(['block ann']);
      expect(blocking.revision).toBe(1);
    },
  );

  it('is looked for on every page of the list', async () => {
    const { platform, blocking, outcomeOf } = setUp();
    platform.pageSize = 2;
    platform.listed = ['bo', 'cy', 'dee', 'ann'];
    const asked = blocking.block('ann');
    platform.answer(unavailable('timeout'));
    expect(await outcomeOf(asked)).toBe('done');
    expect(platform.calls).toEqual(['block ann', 'list', 'list 2']);
  });

  it('that is not in the list may still happen: it says so, by name, and sends nothing more', async () => {
    const { platform, blocking, outcomeOf } = setUp();
    const asked = blocking.block('ann', '앤 & <b>');
    const failure = unavailable('timeout');
    platform.answer(failure);
    const outcome = await outcomeOf(asked);
    expect(outcome).toMatchObject(UNSURE);
    expect(outcome).toMatchObject({
      problem: {
        code: 'people-block-unsure',
        values: { whom: { key: 'problem.people-unsure.named', values: { name: '앤 & <b>' } } },
      },
      cause: failure,
    });
    expect((outcome as Error).message).toContain('“앤 & <b>”');
    expect(platform.sent).toEqual(['block ann']);
    expect(blocking.revision).toBe(1);
  });

  it.each([
    ['may not be read', { canRead: false }, null],
    ['cannot be read', { canRead: true }, unavailable('server')],
  ])('is unsure when the list %s', async (_case, given, listFailure) => {
    const { platform, blocking, outcomeOf } = setUp(given);
    platform.listed = ['ann'];
    platform.listFailure = listFailure;
    const asked = blocking.block('ann');
    platform.answer(unavailable('server'));
    expect(await outcomeOf(asked)).toMatchObject(UNSURE);
    expect(platform.calls.includes('list')).toBe(given.canRead);
  });

  it('is waited for as long as its call runs: an answer after 14 seconds is the answer', async () => {
    const { platform, blocking, outcomeOf, clock, heard } = setUp();
    const outcome = outcomeOf(blocking.block('ann'));
    await clock.advance(14_000);
    platform.answer();
    expect(await outcome).toBe('done');
    expect([blocking.revision, heard()]).toEqual([1, 1]);
  });

  it('is unsure where the list has not told within 20 seconds', async () => {
    const { platform, blocking, outcomeOf, clock } = setUp();
    platform.list = () => new Promise(() => {});
    const outcome = outcomeOf(blocking.block('ann'));
    platform.answer(unavailable('timeout'));
    await clock.advance(19_999);
    expect(await Promise.race([outcome, settle().then(() => 'waits')])).toBe('waits');
    await clock.advance(1);
    expect(await outcome).toMatchObject(UNSURE);
    expect(clock.pendingTimers).toBe(0);
  });

  it('that is asked for again while it is under way is sent once', async () => {
    const { platform, blocking, outcomeOf } = setUp();
    const first = outcomeOf(blocking.block('ann'));
    const asked = blocking.block('ann');
    const other = blocking.block('bo');
    platform.answer();
    platform.answer();
    expect(await outcomeOf(Promise.all([asked, other]).then(() => {}))).toBe('done');
    expect(await first).toBe('done');
    expect(platform.sent).toEqual(['block ann', 'block bo']);
    const again = blocking.block('ann');
    platform.answer();
    expect(await outcomeOf(again)).toBe('done');
    expect(platform.sent).toEqual(['block ann', 'block bo', 'block ann']);
  });
});

describe('an unblock', () => {
  it.each([
    ['gone from the whole list', ['bo', 'cy', 'dee'], 'done'],
    ['still in it', ['bo', 'cy', 'dee', 'ann'], 'unsure'],
  ])('whose answer is lost is judged by the list: %s', async (_case, listed, expected) => {
    const { platform, blocking, outcomeOf } = setUp();
    platform.pageSize = 2;
    platform.listed = [...listed];
    const asked = blocking.unblock('ann');
    platform.answer(unavailable('server'));
    const outcome = await outcomeOf(asked);
    expect(outcome instanceof StagelightError ? outcome.problem.code : outcome).toBe(
      expected === 'unsure' ? 'people-unblock-unsure' : 'done',
    );
    expect(platform.sent).toEqual(['unblock ann']);
  });
});

describe('a look at what became of a change', () => {
  it.each([
    ['block', ['bo', 'ann'], true, 'done'],
    ['block', ['bo'], true, 'not-done'],
    ['unblock', ['bo'], true, 'done'],
    ['unblock', ['bo', 'ann'], true, 'not-done'],
    ['block', ['ann'], false, 'unclear'],
  ] as const)('of a %s finds %j and answers', async (change, listed, canRead, found) => {
    const { platform, blocking } = setUp({ canRead });
    platform.listed = [...listed];
    expect(await blocking.check(change, 'ann')).toBe(found);
    expect(platform.sent).toEqual([]);
  });

  it('waits for the answer of its own call, which is still under way', async () => {
    const { platform, blocking, outcomeOf } = setUp();
    const asked = blocking.block('ann');
    const looked = blocking.check('block', 'ann');
    await settle();
    platform.answer();
    expect(await looked).toBe('done');
    expect(await outcomeOf(asked)).toBe('done');
    expect(platform.sent).toEqual(['block ann']);
  });

  it('reads twenty pages at most, and then leaves it open', async () => {
    const { platform, blocking } = setUp();
    platform.pageSize = 1;
    platform.listed = [...Array.from({ length: 20 }, (_, at) => `viewer ${at}`), 'ann'];
    expect(await blocking.check('block', 'ann')).toBe('unclear');
    expect(platform.calls).toHaveLength(20);
  });

  it('does not wait for ever', async () => {
    const { platform, blocking, clock } = setUp();
    void blocking.block('ann');
    const looked = blocking.check('block', 'ann');
    await clock.advance(20_000);
    expect(await looked).toBe('unclear');
    platform.answer();
  });
});
