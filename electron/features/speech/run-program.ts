import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Clock } from '../../base/clock.ts';
import { SpeechError, TextRefusedError } from './provider.ts';

/** `leading`: arguments before all others, for a program that runs another. */
export interface Program {
  readonly file: string;
  readonly leading: readonly string[];
}

export interface ProgramRun {
  readonly program: Program;
  /** Never anything that a viewer wrote. */
  readonly args: readonly string[];
  /** For its standard input. */
  readonly input: string;
  /** Stops it at once. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly limitMs?: number;
  readonly mostBytes?: number;
  /** Left out: that of Node. */
  readonly start?: (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
}

const LIMIT_MS = 6_000;
/** A minute and a half of what espeak-ng writes. */
const MOST_BYTES = 5_000_000;

/** What programs need to find themselves; ours may hold secrets. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'XDG_RUNTIME_DIR', 'PULSE_SERVER'],
  ...['SystemRoot', 'SystemDrive', 'windir', 'TEMP', 'TMP', 'USERPROFILE', 'PSModulePath'],
];

function environment(): NodeJS.ProcessEnv {
  const known = PASSED_ON.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

/**
 * What a program writes, without any shell. Whatever it does otherwise (hang, write without end,
 * fail, not exist) ends it and throws a `SpeechError`.
 */
export function runProgram(run: ProgramRun): Promise<Buffer> {
  const { program, args, input, signal, clock } = run;
  const { limitMs = LIMIT_MS, mostBytes = MOST_BYTES, start = spawn } = run;
  return new Promise((resolve, reject) => {
    const child = start(program.file, [...program.leading, ...args], {
      env: environment(),
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      shell: false,
    });
    const { stdin, stdout } = child;
    // Without a free file descriptor there are no pipes; an error follows in a moment.
    if (!stdin || !stdout) {
      child.on('error', (cause) => reject(new SpeechError('speech-failed', undefined, { cause })));
      return;
    }
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = (settle: () => void): void => {
      timer.dispose();
      signal.removeEventListener('abort', abort);
      child.removeAllListeners('close');
      stdout.removeAllListeners('data');
      child.kill('SIGKILL');
      settle();
    };
    const fail = (error: SpeechError): void => end(() => reject(error));
    const abort = (): void => fail(new SpeechError('speech-failed'));
    const timer = clock.setTimeout(() => fail(new SpeechError('speech-slow')), limitMs);
    signal.addEventListener('abort', abort);
    child.on('error', (cause) => fail(new SpeechError('speech-failed', undefined, { cause })));
    // It may end without having read its input.
    stdin.on('error', () => undefined);
    stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes > mostBytes) fail(new TextRefusedError('speech-no-sound'));
    });
    child.on('close', (code) => {
      if (code === 0) end(() => resolve(Buffer.concat(pieces)));
      else fail(new SpeechError('speech-failed'));
    });
    if (signal.aborted) abort();
    else stdin.end(input);
  });
}
