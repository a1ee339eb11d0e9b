import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/** Prints to standard error, because standard output belongs to the command. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Says why a command cannot go on, and answers its exit code. */
export function refuse(why) {
  say(why);
  return 1;
}

const ORPHAN_CHECK_MS = 500;
const ENDS = ['SIGINT', 'SIGTERM'];

/**
 * Calls back if npm was killed without a signal. No other parent is watched: a shell may end and
 * leave its commands running on purpose.
 */
function whenOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, ORPHAN_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Ends a program that does not end by itself in time, and all that it started: what hangs hears no
 * request. It has a process group of its own (`detached`).
 */
function endAfter(limitMs, child) {
  const timer = setTimeout(() => {
    say(`✗ It did not end within ${Math.round(limitMs / 1_000)} s, and was ended.`);
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  }, limitMs);
  return () => clearTimeout(timer);
}

/**
 * Resolves with the exit code. Passes signals on and waits for the program to end by itself, at most
 * for `limitMs`.
 */
export function run(program, args, options = {}) {
  const { env = {}, stdio = 'inherit', cwd = root, shell = false, onStart, limitMs } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio,
      shell,
      env: { ...process.env, ...env },
      detached: limitMs !== undefined,
    });
    const keepWaiting = limitMs === undefined ? () => undefined : endAfter(limitMs, child);
    onStart?.(child);
    let isEnding = false;
    const pass = (signal) => {
      isEnding = true;
      child.kill(signal);
    };
    for (const signal of ENDS) process.on(signal, pass);
    const forgetParent = whenOrphaned(() => child.kill('SIGTERM'));
    const finish = () => {
      keepWaiting();
      forgetParent();
      // The same Ctrl-C may come a second time, from a parent that passes it on: how the program ended
      // is to be told all the same.
      if (isEnding) for (const signal of ENDS) process.on(signal, () => undefined);
      for (const signal of ENDS) process.off(signal, pass);
    };
    child.once('error', (failure) => {
      finish();
      reject(failure);
    });
    // On 'close', piped output has been read completely.
    child.once('close', (code, signal) => {
      finish();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** As `run`, with everything the program prints sent to standard error. */
export function runQuietly(program, args, options = {}) {
  return run(program, args, { stdio: ['ignore', 2, 2], ...options });
}

/** As `run`, but silent: the exit code and all output. */
export async function runCaptured(program, args, options = {}) {
  const parts = [];
  const listen = (child) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => parts.push(text));
    }
  };
  const stdio = ['ignore', 'pipe', 'pipe'];
  const code = await run(program, args, { ...options, stdio, onStart: listen });
  return { code, said: parts.join('').trimEnd() };
}

/** What the work answers, or `otherwise` if it throws. */
export function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
