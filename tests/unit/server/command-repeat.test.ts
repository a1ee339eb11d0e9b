import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { presentWatcher } from '../../../electron/base/watched.ts';
import type { CoreCommandHandlers } from '../../../electron/server/ports.ts';
import { idleCommands } from './idle-commands.ts';
import { type DashboardPage, readyDashboard } from './page.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let sent: string[];
/** Ends the sending that waits longest. */
let answers: ((failure?: Error) => void)[];

const commands: CoreCommandHandlers = {
  ...idleCommands,
  'live.send': ({ message }) =>
    new Promise((resolve, reject) => {
      sent.push(message);
      answers.push((failure) => (failure ? reject(failure) : resolve({ messageId: message })));
    }),
  'people.managers': async () => {
    sent.push('managers');
    presentWatcher()?.(7_000);
    return { people: [] };
  },
};

beforeEach(async () => {
  sent = [];
  answers = [];
  world = await startWorld({ commands });
});

afterEach(() => world.stop());

const ask = (page: DashboardPage, id: number, message = 'hello') =>
  page.send({
    type: 'command',
    id,
    name: 'live.send',
    args: { message, senderType: 'APP' },
  });

const RESULT = { type: 'result', id: 9, ok: true, value: { messageId: 'hello' } };

describe('a command whose id comes again', () => {
  it('is done once, and answered on every connection that asked', async () => {
    const first = await readyDashboard(world);
    ask(first, 9);
    await first.sentSoFar();
    await first.cut();
    const second = await readyDashboard(world);
    ask(second, 9);
    await second.sentSoFar();
    answers[0]?.();
    expect(await second.next()).toEqual(RESULT);
    expect(sent).toEqual(['hello']);
  });

  it('after its end gets the same answer, a refusal too', async () => {
    const first = await readyDashboard(world);
    ask(first, 9);
    ask(first, 10, 'refused');
    await first.sentSoFar();
    answers[0]?.();
    answers[1]?.(new Error('no'));
    await first.take(2);
    await world.clock.advance(900_000);
    const second = await readyDashboard(world);
    ask(second, 9);
    expect(await second.next()).toEqual(RESULT);
    ask(second, 10, 'refused');
    expect(await second.next()).toMatchObject({
      id: 10,
      ok: false,
      problem: { code: 'unexpected' },
    });
    expect(sent).toEqual(['hello', 'refused']);
  });

  it('is another command under another name, and in the life of another page an hour later', async () => {
    const page = await readyDashboard(world);
    ask(page, 9);
    await page.sentSoFar();
    answers[0]?.();
    await page.next();
    page.send({ type: 'command', id: 9, name: 'sign-in.sign-out', args: {} });
    expect(await page.next()).toEqual({ type: 'result', id: 9, ok: true });
    await world.clock.advance(3_600_000);
    ask(page, 11, 'later');
    ask(page, 9);
    await page.sentSoFar();
    expect(sent).toEqual(['hello', 'later', 'hello']);
    for (const answer of answers) answer();
  });

  it('is done anew where it changes nothing', async () => {
    const page = await readyDashboard(world);
    for (let time = 0; time < 2; time += 1) {
      page.send({ type: 'command', id: 9, name: 'people.managers', args: {} });
      await page.until((frame) => frame.type === 'result');
    }
    expect(sent).toEqual(['managers', 'managers']);
  });
});

describe('a command that the platform asks to wait', () => {
  it('says for how long, before its answer', async () => {
    const page = await readyDashboard(world);
    page.send({ type: 'command', id: 9, name: 'people.managers', args: {} });
    expect(await page.take(2)).toEqual([
      { type: 'waiting', id: 9, forMs: 7_000 },
      { type: 'result', id: 9, ok: true, value: { people: [] } },
    ]);
  });

  it('says what is left of the wait to a page that comes back', async () => {
    const waiting: (() => void)[] = [];
    await world.stop();
    world = await startWorld({
      commands: {
        ...idleCommands,
        'live.send': () =>
          new Promise((resolve) => {
            presentWatcher()?.(7_000);
            waiting.push(() => resolve({ messageId: null }));
          }),
      },
    });
    const first = await readyDashboard(world);
    ask(first, 9);
    expect(await first.next()).toMatchObject({ forMs: 7_000 });
    await first.cut();
    await world.clock.advance(5_000);
    const second = await readyDashboard(world);
    ask(second, 9);
    expect(await second.next()).toEqual({ type: 'waiting', id: 9, forMs: 2_000 });
    for (const end of waiting) end();
  });

  it('is watched by nobody once it has its answer, whatever it left running', async () => {
    const rest = Promise.withResolvers<void>();
    let watcher: unknown = 'not asked';
    await world.stop();
    world = await startWorld({
      commands: {
        ...idleCommands,
        'alerts.skip': async () => {
          expect(presentWatcher()).not.toBeNull();
          void rest.promise.then(() => {
            watcher = presentWatcher();
          });
        },
      },
    });
    const page = await readyDashboard(world);
    page.send({ type: 'command', id: 9, name: 'alerts.skip', args: {} });
    expect(await page.next()).toMatchObject({ ok: true });
    rest.resolve();
    await rest.promise;
    expect(watcher).toBeNull();
  });
});
