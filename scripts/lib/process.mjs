import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { root } from './paths.mjs';

/** Says something to the person at the keyboard. Standard output belongs to the command itself. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

const ORPHAN_CHECK_MS = 500;

/**
 * Calls back once when whoever started us is gone without a signal (npm was killed). Only npm is
 * watched: a shell may end and leave its commands running on purpose.
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
 * Runs a program to its end and answers its exit code. Signals sent to us are passed on, and we
 * wait for the program to finish on its own terms.
 */
export function run(program, args, options = {}) {
  const { env = {}, stdio = 'inherit', cwd = root, shell = false, onStart } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio, shell, env: { ...process.env, ...env } });
    onStart?.(child);
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    const forgetParent = whenOrphaned(() => child.kill('SIGTERM'));
    const finish = () => {
      forgetParent();
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
    };
    child.once('error', (failure) => {
      finish();
      reject(failure);
    });
    // All output has been read by then, also where it is a pipe.
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

/**
 * As `run`, printing nothing: answers the exit code and all that the program said.
 * `isPatient`: it gets the time that others leave, and little of what they want themselves.
 */
export async function runCaptured(program, args, { isPatient = false, ...options } = {}) {
  const parts = [];
  const listen = (child) => {
    if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => parts.push(text));
    }
  };
  const stdio = ['ignore', 'pipe', 'pipe'];
  const code = await run(program, args, { ...options, stdio, onStart: listen });
  return { code, said: parts.join('').trimEnd() };
}

/** Ends the command with one clear line when `code` is not 0. */
export function demand(code, what) {
  if (code === 0) return;
  say(what);
  process.exit(code);
}
