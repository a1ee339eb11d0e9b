import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answers, PlatformFacts, PlatformSetUp, Wish } from './platform-child.ts';

const CHILD = fileURLToPath(new URL('platform-child.ts', import.meta.url));

interface Said {
  readonly id: number;
  readonly answer: unknown;
}

/** The simulated platform of many channels, in a process of its own. */
export class PlatformProcess {
  readonly facts: PlatformFacts;
  readonly #child: ChildProcess;
  #lastId = 0;

  private constructor(child: ChildProcess, facts: PlatformFacts) {
    this.#child = child;
    this.facts = facts;
  }

  static async start(setUp: PlatformSetUp): Promise<PlatformProcess> {
    const child = fork(CHILD, [JSON.stringify(setUp)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, WS_NO_BUFFER_UTIL: '1' },
    });
    const facts = (await answerOf(child, 0)) as PlatformFacts;
    return new PlatformProcess(child, facts);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async ask<Type extends Wish['type']>(
    wish: Extract<Wish, { readonly type: Type }>,
  ): Promise<Answers[Type]> {
    this.#lastId += 1;
    const answer = answerOf(this.#child, this.#lastId);
    this.#child.send({ id: this.#lastId, wish });
    return (await answer) as Answers[Type];
  }

  async dispose(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((done) => this.#child.once('exit', done));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

function answerOf(child: ChildProcess, id: number): Promise<unknown> {
  return new Promise((done, fail) => {
    const listen = (said: Said): void => {
      if (said.id !== id) return;
      child.off('message', listen);
      child.off('exit', ended);
      done(said.answer);
    };
    const ended = (): void => fail(new Error('The platform has ended.'));
    child.on('message', listen);
    child.once('exit', ended);
  });
}
