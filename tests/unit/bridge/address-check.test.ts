import { describe, expect, it } from 'vitest';
import { type AddressState, createAddressCheck } from '../../../renderer/bridge/address-check.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { pageClock } from '../dashboard/support.ts';

const PAGE = 'http://127.0.0.1:4123/overlay/key/?widget=chat#top';

function look(answer: () => Promise<Response>) {
  const clock = new VirtualClock();
  const asked: { readonly address: string; readonly init: RequestInit }[] = [];
  const ask = (address: unknown, init?: RequestInit) => {
    asked.push({ address: String(address), init: init ?? {} });
    return Promise.race([
      answer(),
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
    ]);
  };
  return { run: createAddressCheck(PAGE, ask as typeof fetch, pageClock(clock)), asked, clock };
}

describe('a look at the page’s own address', () => {
  it.each<[number, AddressState]>([
    [200, 'valid'],
    [204, 'valid'],
    [403, 'gone'],
    [404, 'gone'],
    [302, 'unknown'],
    [421, 'unknown'],
    [429, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('takes %i for %s', async (status, state) => {
    const { run, clock } = look(async () => new Response(null, { status }));
    expect(await run()).toBe(state);
    expect(clock.pendingTimers).toBe(0);
  });

  it('says nothing where nobody answers', async () => {
    const { run, clock } = look(() => Promise.reject(new TypeError('refused')));
    expect(await run()).toBe('unknown');
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits ten seconds at most', async () => {
    const { run, clock } = look(() => new Promise(() => undefined));
    const state = run();
    await clock.advance(10_000);
    expect(await state).toBe('unknown');
    expect(clock.pendingTimers).toBe(0);
  });

  it('asks for the page itself, without its content, anything kept or any cookie', async () => {
    const { run, asked } = look(async () => new Response(null, { status: 200 }));
    await run();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.address).toBe('http://127.0.0.1:4123/overlay/key/');
    expect(asked[0]?.init).toMatchObject({
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
  });
});
