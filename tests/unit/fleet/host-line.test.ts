import { NoRespondersError, RequestError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { hostLine, NOBODY } from '../../../electron/fleet/host-line.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { settle } from '../../support/virtual-clock.ts';

const [KEY, OTHER_KEY] = ['a', 'b'].map((letter) => Buffer.alloc(32, letter).toString('base64'));
type Connection = Parameters<typeof hostLine>[0]['connection'];
type Callback = (failure: Error | null, message: unknown) => void;

/** NATS between the hosts of a fleet. */
function setUp() {
  const listeners = new Map<string, Callback>();
  const said: string[] = [];
  const connection = {
    request: (subject: string, text: string, { timeout }: { timeout: number }) => {
      said.push(`${subject} ${timeout}`, text);
      const listener = listeners.get(subject);
      if (!listener) {
        const cause = new NoRespondersError(subject);
        return Promise.reject(new RequestError('nobody', { cause }));
      }
      return new Promise((resolve, reject) => {
        const respond = (answer: string) => {
          said.push(answer);
          resolve({ string: () => answer });
        };
        listener(null, { string: () => text, respond });
        // In time there is no answer.
        setImmediate(() => setImmediate(() => reject(new Error('timeout'))));
      });
    },
    subscribe: (subject: string, { callback }: { callback: Callback }) => {
      listeners.set(subject, callback);
      return { unsubscribe: () => listeners.delete(subject) };
    },
  } as unknown as Connection;
  const line = (hostId: string, key = KEY, fleet = 'mine') => {
    const seal = Seal.of(key ?? '');
    if (!seal) throw new Error('no key');
    return hostLine({ connection, seal, fleet, hostId });
  };
  return { listeners, said, line };
}

describe('a question from host to host', () => {
  it('is answered by the host it is for, and nobody can read either', async () => {
    const { line, said, listeners } = setUp();
    const owned = line('other').answer(async (question) => `${question}? yes`);
    expect(await line('own').ask('other', 'still', 500)).toBe('still? yes');
    expect(said[0]).toMatch(/^stagelight-hosts\.mine\.\S+ 500$/);
    expect(said.join()).not.toContain('still');
    owned.dispose();
    expect(listeners.size).toBe(0);
  });

  it('is answered by nobody where no such host is there', async () => {
    const { line } = setUp();
    expect(await line('own').ask('gone', 'still', 500)).toBe(NOBODY);
  });

  it('has no answer where the host cannot give one, or has another key', async () => {
    const { line } = setUp();
    line('broken').answer(() => Promise.reject(new Error('what?')));
    line('stranger', OTHER_KEY).answer(async () => 'yes');
    line('of another fleet', KEY, 'theirs').answer(async () => 'yes');
    const own = line('own');
    expect(await own.ask('broken', 'still', 500)).toBeNull();
    expect(await own.ask('stranger', 'still', 500)).toBeNull();
    expect(await own.ask('of another fleet', 'still', 500)).toBe(NOBODY);
  });

  it('is not heard where NATS ends the subscription', async () => {
    const { line, listeners, said } = setUp();
    const heard: string[] = [];
    line('other').answer(async (question) => {
      heard.push(question);
      return '';
    });
    await line('own').ask('other', 'still', 500);
    expect(heard.splice(0)).toEqual(['still']);
    for (const listener of listeners.values()) {
      const message = { string: () => said[1] ?? '', respond: () => undefined };
      listener(new Error('not allowed'), message);
    }
    await settle();
    expect(heard).toEqual([]);
  });
});
