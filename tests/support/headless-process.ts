import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const builtHost = join(root, 'dist/node/headless.js');

export interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A run's hosts share what one of them has compiled: `testEnv` of `scripts/lib/suites.mjs` says where. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** The built headless host as a child process, its JSON lines as they come. */
export class HeadlessProcess {
  readonly child: ChildProcess;
  readonly lines: Line[] = [];
  /** Everything on standard output that is not a JSON object on its own line. */
  readonly noise: string[] = [];
  errors = '';
  /** Hears each line when it comes. */
  onLine: (line: Line) => void = () => undefined;
  readonly exited: Promise<ExitInfo>;
  readonly #waiting = new Set<() => void>();
  #rest = '';

  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    script = builtHost,
  ) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      LANG: 'ko_KR.UTF-8',
      ...compileCache(),
      ...environment,
    };
    this.child = spawn(process.execPath, [script, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.exited = new Promise((done) => {
      this.child.once('close', (code, signal) => {
        done({ code, signal });
        this.#wake();
      });
    });
  }

  /** The first line, among those there are and those to come, that `test` accepts. */
  async waitFor(test: (line: Line) => boolean, from = 0): Promise<Line> {
    for (;;) {
      const found = this.lines.slice(from).find(test);
      if (found) return found;
      if (this.child.exitCode !== null) {
        throw new Error(`The host ended with ${this.child.exitCode} before that.\n${this.errors}`);
      }
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  /** The address of a page, once the host is ready. */
  async addressOf(page: 'overlayUrl' | 'dashboardUrl'): Promise<string> {
    return String((await this.waitFor(({ type }) => type === 'ready'))[page]);
  }

  ofType(type: string): Line[] {
    return this.lines.filter((line) => line.type === type);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<ExitInfo> {
    this.child.kill(signal);
    return this.exited;
  }

  #read(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      try {
        const line = JSON.parse(part) as Line;
        this.lines.push(line);
        this.onLine(line);
      } catch {
        this.noise.push(part);
      }
    }
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** What a person with a browser does with a sign-in address, at a platform that approves at once. */
export async function openAddress(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'follow' });
  await answer.arrayBuffer();
  return answer.status;
}
