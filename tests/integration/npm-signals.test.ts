import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const started: ChildProcess[] = [];

/** A command of the project in a group of its own, so that a test that fails leaves nothing running. */
function start(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, npm_config_update_notifier: 'false', ...more };
  const child = spawn(program, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { out: '', errors: '', wake: () => undefined as unknown };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
    said.wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.errors += text;
  });
  /** Its output closes when the last program has ended that writes to it. */
  const allEnded = new Promise<void>((done) => child.once('close', () => done()));
  void allEnded.then(() => said.wake());
  const isReady = async () => {
    while (!said.out.includes('Ctrl-C')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(said.errors);
      await new Promise<void>((wake) => {
        said.wake = () => wake();
      });
    }
  };
  return { child, said, allEnded, isReady };
}

afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
});

const SIMULATOR = ['simulator', '--', '--port', '0'];

/** Node as it is before the first installation: older, and without what has come since. */
const OLDER_NODE = `data:text/javascript,
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });
  process.execPath = '/older/node';
  Number.isInteger = undefined;`;
const firstCommand = (...args: readonly string[]) =>
  start(process.execPath, ['--import', OLDER_NODE, 'scripts/run.mjs', ...args]);

describe('npm run', () => {
  it.each([
    // A terminal sends Ctrl-C to all that runs in it.
    ['Ctrl-C', 'SIGINT', -1],
    ['a signal to npm alone', 'SIGTERM', 1],
  ] as const)('ends everything that it started at %s', async (_, signal, group) => {
    const { child, isReady, allEnded } = start('npm', ['run', ...SIMULATOR]);
    await isReady();
    process.kill(group * (child.pid ?? 0), signal);
    await allEnded;
    expect([child.exitCode, child.signalCode]).not.toEqual([null, null]);
  });

  it('ends everything where a shell stays in between and passes no signal on', async () => {
    const line = 'node scripts/run.mjs simulator --port 0; exit 3';
    const { child, isReady, allEnded } = start('sh', ['-c', line], {
      npm_lifecycle_event: 'simulator',
    });
    await isReady();
    child.kill('SIGTERM');
    await allEnded;
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('runs the first command, too, in the Node that it has installed', async () => {
    const { child, said, allEnded } = firstCommand('test:steady', '--times', '0');
    await allEnded;
    expect(said.errors).toBe('--times takes a whole number from 1.\n');
    expect(child.exitCode).toBe(1);
  });

  it.each([
    ['Ctrl-C', 'SIGINT', -1],
    ['a signal to it alone', 'SIGTERM', 1],
  ] as const)('ends all of the first command at %s', async (_, signal, group) => {
    const { child, isReady, allEnded } = firstCommand('simulator', '--port', '0');
    await isReady();
    process.kill(group * (child.pid ?? 0), signal);
    await allEnded;
    expect(child.exitCode).toBe(0);
  });

  it('tells how its program ended, also when the same Ctrl-C comes once more after that', async () => {
    const program = `process.on('SIGINT', () => process.exit(7)); console.log('up'); setInterval(() => 0, 1_000);`;
    const command = `import { run } from ${JSON.stringify(join(root, 'scripts/lib/process.mjs'))};
      const interrupt = () => process.kill(process.pid, 'SIGINT');
      const onStart = ({ stdout }) => stdout.once('data', interrupt);
      const stdio = ['ignore', 'pipe', 'inherit'];
      process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio, onStart });
      interrupt();`;
    const { child, allEnded } = start(process.execPath, ['--input-type=module', '-e', command]);
    await allEnded;
    expect([child.exitCode, child.signalCode]).toEqual([7, null]);
  });

  it('says that there is no such command', async () => {
    const { child, said, allEnded } = start('npm', ['run', 'simulater']);
    await allEnded;
    expect(child.exitCode).not.toBe(0);
    expect(said.errors).toMatch(/missing script/i);
  });
});
