import { Duplex, PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { joined } from '../../../electron/fleet/streams.ts';
import { settle } from '../../support/virtual-clock.ts';

/** One end of a connection: what came to it, and what it says. */
function end() {
  const [incoming, outgoing] = [new PassThrough(), new PassThrough()];
  const heard: string[] = [];
  incoming.on('data', (part: Buffer) => heard.push(part.toString()));
  const stream = Duplex.from({ readable: outgoing, writable: incoming });
  return { stream, heard, say: (text: string) => outgoing.write(text), outgoing, incoming };
}

describe('two connections that are joined', () => {
  it('carry what each says to the other', async () => {
    const [one, other] = [end(), end()];
    joined(one.stream, other.stream);
    one.say('question');
    other.say('answer');
    await settle();
    expect(other.heard).toEqual(['question']);
    expect(one.heard).toEqual(['answer']);
  });

  it('end together, once what was said last has been written', async () => {
    const [one, other] = [end(), end()];
    joined(one.stream, other.stream);
    one.say('last words');
    one.outgoing.end();
    await settle();
    expect(other.heard).toEqual(['last words']);
    expect(other.incoming.writableEnded).toBe(true);
  });

  it.each([true, false])('break together (by an error: %s)', async (hasError) => {
    const [one, other] = [end(), end()];
    joined(one.stream, other.stream);
    one.stream.destroy(hasError ? new Error('reset') : undefined);
    await settle();
    expect(other.stream.destroyed).toBe(true);
  });

  it.each([0, 1])('break together also where one was broken before (%i)', async (which) => {
    const ends = [end(), end()] as const;
    for (const { stream } of ends) stream.on('error', () => undefined);
    ends[which === 0 ? 0 : 1].stream.destroy();
    await settle();
    joined(ends[0].stream, ends[1].stream);
    expect(ends.map(({ stream }) => stream.destroyed)).toEqual([true, true]);
  });
});
