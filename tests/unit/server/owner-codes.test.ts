import { describe, expect, it, onTestFinished } from 'vitest';
import { OwnerCodes } from '../../../electron/server/owner-codes.ts';
import {
  type BridgeDown,
  CORE_COMMANDS,
  type CoreCommandName,
} from '../../../shared/contract/index.ts';
import { OWNER_ACTIONS, type OwnerAction, ownerActionOf } from '../../../shared/contract/owner.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { idleCommands } from './idle-commands.ts';
import { readyDashboard } from './page.ts';
import { startWorld } from './world.ts';

const FIVE_MINUTES = 300_000;

function setUp() {
  const clock = new VirtualClock();
  const said: { readonly code: string; readonly action: OwnerAction }[] = [];
  let made = 0;
  const codes = new OwnerCodes({
    clock,
    makeKey: () => {
      made += 1;
      return `key ${made}`;
    },
    say: (code, action) => said.push({ code, action }),
  });
  const codeOf = (action: OwnerAction, typed: string | null = null): string => {
    try {
      codes.admit(action, typed);
      return 'admitted';
    } catch (failure) {
      return (failure as { problem: { code: string } }).problem.code;
    }
  };
  const last = () => said.at(-1)?.code ?? '';
  return { clock, codes, said, last, ask: codeOf };
}

describe('the code of the terminal', () => {
  it('is told when something is asked for, once, and lets it pass once', () => {
    const { said, last, ask } = setUp();
    expect(ask('restore')).toBe('owner-code-needed');
    expect(ask('restore')).toBe('owner-code-needed');
    expect(said).toHaveLength(1);
    expect(last()).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    const code = last();
    expect(ask('restore', code)).toBe('admitted');
    expect(ask('restore', code)).not.toBe('admitted');
  });

  it.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without its line', (code: string) => code.replace('-', '')],
    ['with spaces around and in it', (code: string) => ` ${code.replace('-', ' - ')} `],
  ])('may be typed %s', (_, typed) => {
    const { last, ask } = setUp();
    ask('renew-key');
    expect(ask('renew-key', typed(last()))).toBe('admitted');
  });

  it('is good for what it was asked for, and nothing else', async () => {
    const { clock, last, ask } = setUp();
    ask('renew-key');
    const code = last();
    await clock.advance(10_000);
    expect(ask('backup-secrets', code)).toBe('owner-code-needed');
    expect(ask('renew-key', code)).not.toBe('admitted');
  });

  it('is good for five minutes', async () => {
    const { clock, last, ask } = setUp();
    ask('restore');
    const code = last();
    await clock.advance(FIVE_MINUTES - 1);
    expect(ask('restore', 'wrong')).toBe('owner-code-wrong');
    await clock.advance(1);
    expect(ask('restore', code)).toBe('owner-code-needed');
    expect(last()).not.toBe(code);
  });

  it('is of no use after five wrong tries, also where it is right then', () => {
    const { last, ask } = setUp();
    ask('restore');
    const code = last();
    const tries = Array.from({ length: 5 }, (_, at) => ask('restore', `WRONG-${at}`));
    expect(tries).toEqual([
      ...Array.from({ length: 4 }, () => 'owner-code-wrong'),
      'owner-code-spent',
    ]);
    expect(ask('restore', code)).not.toBe('admitted');
  });

  it.each(['', ' ', '-', 'x'.repeat(100), '\0', '코드'])('is not %j', (typed) => {
    const { ask } = setUp();
    ask('restore');
    expect(ask('restore', typed)).toBe('owner-code-wrong');
  });

  it('does not fill the terminal', async () => {
    const { clock, said, ask } = setUp();
    ask('restore');
    expect(ask('renew-key')).toBe('owner-code-too-soon');
    await clock.advance(2_999);
    expect(ask('backup-secrets')).toBe('owner-code-too-soon');
    await clock.advance(1);
    expect(ask('renew-key')).toBe('owner-code-needed');
    expect(said.map(({ action }) => action)).toEqual(['restore', 'renew-key']);
  });

  it('is told at once where the one before was right', () => {
    const { said, last, ask } = setUp();
    ask('backup-secrets');
    expect(ask('backup-secrets', last())).toBe('admitted');
    expect(ask('restore')).toBe('owner-code-needed');
    expect(said).toHaveLength(2);
  });

  it('is for the window of the app where there is one', () => {
    const codes = new OwnerCodes({ say: null, makeKey: () => 'k', clock: new VirtualClock() });
    for (const action of OWNER_ACTIONS) {
      expect(() => codes.admit(action, 'ABCD-EFGH')).toThrow(/own window/);
    }
  });
});

const upload = 'an upload';
const passphrase = 'a long enough passphrase';
const SINK = { name: 'a', filter: { kinds: ['DONATION'], leastBeams: 0 } };

const STREAMERBOT = { port: 8_080, needsPassword: true, origins: [] };

/** Everything that is not done for the address of a dashboard alone. */
const GUARDED: readonly (readonly [CoreCommandName, object, OwnerAction])[] = [
  ['maintenance.backup', { secrets: { passphrase } }, 'backup-secrets'],
  ['maintenance.restore-begin', { name: 'x.zip', bytes: 5 }, 'restore'],
  ['maintenance.restore-open', { name: 'x.zip' }, 'restore'],
  ['maintenance.restore-apply', { passphrase: null, connection: 'keep', upload: null }, 'restore'],
  ['maintenance.renew-key', { place: 'overlay' }, 'renew-key'],
  ['maintenance.renew-key', { place: 'dashboard' }, 'renew-key'],
  ['maintenance.set-port', { port: 20_000 }, 'set-port'],
  ['doors.create-key', { name: 'a', scopes: ['events:read'], origins: [] }, 'api-key'],
  ['streamerbot.set', { on: true, ...STREAMERBOT }, 'tool-port'],
  ['streamerbot.password', { renew: false }, 'tool-port'],
  ['osc.set', { on: true, port: 8_000, peers: [] }, 'osc-port'],
  ['sinks.add', { ...SINK, kind: 'discord', address: 'https://discord.com/' }, 'sink'],
  [
    'sinks.change',
    { ...SINK, id: 'a', address: null, nearby: true, nats: null, login: null },
    'sink',
  ],
  ['sinks.renew-secret', { id: 'a' }, 'sink'],
];
/** The same commands where they give nothing away: without secrets, and by who began it. */
const HARMLESS: readonly (readonly [CoreCommandName, object])[] = [
  ['maintenance.backup', { secrets: false }],
  ['maintenance.restore-apply', { passphrase: null, connection: 'keep', upload }],
  ['streamerbot.set', { on: false, ...STREAMERBOT }],
  ['osc.set', { on: false, port: 8_000, peers: [] }],
  ['sinks.add', { ...SINK, kind: 'file' }],
];

describe('a command from a page', () => {
  async function dashboard(say: ((code: string) => void) | null) {
    const done: string[] = [];
    const answer = (name: string, value: object) => async () => {
      done.push(name);
      return value as never;
    };
    const commands = {
      ...idleCommands,
      'maintenance.backup': answer('maintenance.backup', {}),
      'maintenance.restore-begin': answer('maintenance.restore-begin', { upload }),
      'maintenance.restore-open': answer('maintenance.restore-open', { upload }),
      'maintenance.restore-apply': answer('maintenance.restore-apply', { restarts: false }),
      'maintenance.renew-key': answer('maintenance.renew-key', { url: 'http://127.0.0.1/' }),
      'maintenance.set-port': answer('maintenance.set-port', {}),
      'doors.create-key': answer('doors.create-key', { key: 'sl_key' }),
      'streamerbot.set': answer('streamerbot.set', {}),
      'osc.set': answer('osc.set', {}),
      'streamerbot.password': answer('streamerbot.password', { password: 'secret' }),
      'sinks.add': answer('sinks.add', { id: 'a', secret: null }),
      'sinks.change': answer('sinks.change', {}),
      'sinks.renew-secret': answer('sinks.renew-secret', { secret: 'whsec_a' }),
    };
    const clock = new VirtualClock();
    const owner = new OwnerCodes({ say, makeKey: () => 'one key', clock });
    const world = await startWorld({ commands, owner });
    onTestFinished(() => world.stop());
    const page = await readyDashboard(world);
    let id = 0;
    const run = async (name: string, args: object, code?: string): Promise<string> => {
      id += 1;
      page.send({ type: 'command', id, name, args, ...(code === undefined ? {} : { code }) });
      const frame: BridgeDown = await page.next();
      if (frame.type !== 'result') throw new Error(`It said ${frame.type}`);
      return frame.ok ? 'done' : frame.problem.code;
    };
    return { run, done, world };
  }

  it.each(GUARDED)('%s %j is refused without the code, and nothing is done', async (name, args) => {
    const said: string[] = [];
    const { run, done } = await dashboard((code) => said.push(code));
    expect(await run(name, args)).toBe('owner-code-needed');
    expect(await run(name, args, 'AAAA-AAAA')).toBe('owner-code-wrong');
    expect(done).toEqual([]);
    expect(await run(name, args, said[0])).toBe('done');
    expect(done).toEqual([name]);
    expect(await run(name, args, said[0])).not.toBe('done');
    expect(done).toEqual([name]);
  });

  it.each(GUARDED)('%s %j is for the window of the app where there is one', async (name, args) => {
    const { run, done, world } = await dashboard(null);
    expect(await run(name, args)).toBe('not-on-this-host');
    expect(await run(name, args, 'AAAA-AAAA')).toBe('not-on-this-host');
    expect(done).toEqual([]);
    // The window itself asks another way.
    await world.pageServer.runCommand(name, args);
    expect(done).toEqual([name]);
  });

  it.each(HARMLESS)('%s %j needs no code', async (name, args) => {
    const { run, done } = await dashboard(null);
    expect(await run(name, args)).toBe('done');
    expect(done).toEqual([name]);
  });

  it('with wrong arguments is refused before a code is asked for', async () => {
    const said: string[] = [];
    const { run } = await dashboard((code) => said.push(code));
    expect(await run('maintenance.renew-key', { place: 'everywhere' })).toBe('invalid-arguments');
    expect(said).toEqual([]);
  });

  it('leaves no code in the log', async () => {
    const said: string[] = [];
    const { run, world } = await dashboard((code) => said.push(code));
    await run('maintenance.renew-key', { place: 'overlay' });
    await run('maintenance.renew-key', { place: 'overlay' }, 'AAAA-AAAA');
    await run('maintenance.renew-key', { place: 'overlay' }, said[0]);
    expect(said).toHaveLength(1);
    expect(world.logged.join('\n')).not.toContain(said[0]);
  });

  it('is for whoever sits at the computer in these cases and no others', () => {
    const guarded = new Set(GUARDED.map(([name]) => name));
    const names = Object.keys(CORE_COMMANDS) as CoreCommandName[];
    expect(names.filter((name) => ownerActionOf(name, {}) !== null).sort()).toEqual(
      [...guarded].sort(),
    );
    for (const [name, args, action] of GUARDED) expect(ownerActionOf(name, args)).toBe(action);
    for (const [name, args] of HARMLESS) expect(ownerActionOf(name, args)).toBeNull();
  });
});
