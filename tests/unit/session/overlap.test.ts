import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../electron/platform/frames.ts';
import { OverlapFilter, type Side } from '../../../electron/session/overlap.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const frame = (event: string, content: string) => JSON.stringify({ event, data: { content } });

function filter() {
  const clock = new VirtualClock();
  const overlap = new OverlapFilter(clock);
  overlap.begin('chat');
  overlap.begin('donation');
  return { clock, overlap };
}

const countOf = (list: readonly string[], item: string) =>
  list.filter((other) => other === item).length;

describe('what two sessions deliver in their overlap', () => {
  it('comes through as often as the side that delivered more of it, whatever the order', () => {
    const content = fc.constantFrom('a', 'b', 'c');
    const arrivals = fc.array(fc.tuple(fc.constantFrom<Side>('old', 'next'), content), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(arrivals, (list) => {
        const { overlap } = filter();
        const through = list.filter(([side, text]) =>
          overlap.admits(side, parseFrame(frame('DONATION', text))),
        );
        for (const text of ['a', 'b', 'c']) {
          const on = (side: Side) => list.filter(([s, t]) => s === side && t === text).length;
          const passed = countOf(
            through.map(([, t]) => t),
            text,
          );
          if (passed !== Math.max(on('old'), on('next'))) {
            throw new Error(`${text}: ${passed} of ${on('old')} and ${on('next')}`);
          }
        }
      }),
    );
  });

  it('is let through at its first arrival', () => {
    const { overlap } = filter();
    expect(overlap.admits('next', parseFrame(frame('CHAT', 'x')))).toBe(true);
    expect(overlap.admits('old', parseFrame(frame('CHAT', 'x')))).toBe(false);
  });

  it('is the same content also when the fields come in another order', () => {
    const { overlap } = filter();
    expect(
      overlap.admits(
        'old',
        parseFrame('{"event":"CHAT","data":{"a":1,"b":{"c":2,"d":[1,{"e":3,"f":4}]}}}'),
      ),
    ).toBe(true);
    expect(
      overlap.admits(
        'next',
        parseFrame('{"data":{"b":{"d":[1,{"f":4,"e":3}],"c":2},"a":1},"event":"CHAT"}'),
      ),
    ).toBe(false);
  });

  it('is not compared before the next session has subscribed to its kind', () => {
    const overlap = new OverlapFilter(new VirtualClock());
    overlap.begin('chat');
    expect(overlap.admits('old', parseFrame(frame('DONATION', 'x')))).toBe(true);
    overlap.begin('donation');
    expect(overlap.admits('next', parseFrame(frame('DONATION', 'x')))).toBe(true);
  });

  it.each(['CHAT', 'DROPS', 'GOODS_PURCHASE', 'SOMETHING_NEW'])(
    '%s comes with the chat subscription',
    (event) => {
      const overlap = new OverlapFilter(new VirtualClock());
      overlap.begin('chat');
      expect(overlap.admits('old', parseFrame(frame(event, 'x')))).toBe(true);
      expect(overlap.admits('next', parseFrame(frame(event, 'x')))).toBe(false);
    },
  );

  it('is a new event when it comes so late that no copy can be on its way', async () => {
    const { clock, overlap } = filter();
    expect(overlap.admits('old', parseFrame(frame('DONATION', 'x')))).toBe(true);
    await clock.advance(5_001);
    expect(overlap.admits('next', parseFrame(frame('DONATION', 'x')))).toBe(true);
  });

  it.each(['{"action":"PONG"}', 'no json', '[]', 'null', '1'])(
    'lets %s pass, which is no event',
    (text) => {
      const { overlap } = filter();
      expect(overlap.admits('old', parseFrame(text))).toBe(true);
      expect(overlap.admits('next', parseFrame(text))).toBe(true);
    },
  );
});
