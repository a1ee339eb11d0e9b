import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { StagelightError } from '../../electron/base/errors.ts';
import type { Logger } from '../../electron/base/log.ts';
import { makeKey } from '../../electron/base/random.ts';
import { OwnerCodes } from '../../electron/server/owner-codes.ts';
import type { CoreCommandHandlers, PageServer } from '../../electron/server/ports.ts';
import { startPageServer } from '../../electron/server/start-server.ts';
import {
  CORE_COMMANDS,
  type CommandArgs,
  type CommandResult,
  type CoreCommandName,
  contractOf,
  timeOf,
} from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';
import { IDLE_OPTIONS } from '../unit/server/idle-commands.ts';
import { NO_TOTALS } from './empty-states.ts';
import { ScriptedCore } from './scripted-core.ts';

const DIST = resolve(import.meta.dirname, '../../dist');

type MayWait<T> = (T extends undefined ? void : T) | Promise<T extends undefined ? void : T>;

/** What a spec answers to the commands of pages. */
export type Answers = {
  readonly [N in CoreCommandName]?: (args: CommandArgs<N>) => MayWait<CommandResult<N>>;
};

export interface Asked {
  readonly name: CoreCommandName;
  readonly args: unknown;
}

/** For an answer to throw: the page is told this problem. */
export class Refused extends StagelightError {
  constructor(problem: Problem) {
    super(problem);
    this.name = 'Refused';
  }
}

/**
 * The scripted core with the built pages, on the real server: no platform, no ledger, no disk, no
 * process. Pages get the feeds and the answers that a spec gives, in the contract's types. A command
 * that answers nothing by its contract is carried out without a word; one that needs an answer and
 * has none is refused, as is whatever the contract does not have, and stands in `faults`.
 */
export class ServedCore extends ScriptedCore {
  /** What pages have asked for, oldest first. */
  readonly asked: Asked[] = [];
  /** What neither a page nor a spec may do: a test ends with none. */
  readonly faults: string[] = [];
  overlayUrl = '';
  dashboardUrl = '';
  /** The code that its terminal showed last; empty: none. */
  ownerCode = '';
  #answers: Answers = {
    ...EMPTY_ANSWERS,
    'settings.set-language': ({ language }) => this.tell('language', language),
  };
  #server: PageServer | null = null;

  static async start(): Promise<ServedCore> {
    const core = new ServedCore();
    const server = await startPageServer({
      port: 0,
      pages: { overlay: join(DIST, 'overlay'), dashboard: join(DIST, 'dashboard') },
      keys: { overlay: makeKey(), dashboard: makeKey() },
      buildId: await readFile(join(DIST, 'build-id'), 'utf8'),
      runId: makeKey(),
      allowLoopbackImages: true,
      overlay: core,
      sink: core,
      dashboard: core,
      media: core,
      commands: core.#handlers(),
      ...IDLE_OPTIONS,
      owner: new OwnerCodes({
        say: (code) => {
          core.ownerCode = code;
        },
        makeKey,
        clock: systemClock,
      }),
      clock: systemClock,
      log: core.#log(),
    });
    core.#server = server;
    core.overlayUrl = server.overlayUrl;
    core.dashboardUrl = server.dashboardUrl;
    const status = core.told('status');
    core.tell('status', {
      ...status,
      account: { channelId: 'streamer', channelName: '달빛무대' },
      overlay: { ...status.overlay, url: server.overlayUrl },
    });
    return core;
  }

  /** From now on these are answered, besides those that were before. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers };
  }

  /** What pages have asked for, without what only reads. */
  get changes(): readonly Asked[] {
    return this.asked.filter(({ name }) => !timeOf(name).reads);
  }

  /** The arguments of every command of this name, oldest first. */
  askedFor<N extends CoreCommandName>(name: N): CommandArgs<N>[] {
    return this.asked.flatMap((one) => (one.name === name ? [one.args as CommandArgs<N>] : []));
  }

  async dispose(): Promise<void> {
    await this.#server?.dispose();
  }

  #handlers(): CoreCommandHandlers {
    const names = Object.keys(CORE_COMMANDS) as CoreCommandName[];
    const rows = names.map((name) => [name, (args: unknown) => this.#run(name, args)]);
    return Object.fromEntries(rows) as CoreCommandHandlers;
  }

  async #run(name: CoreCommandName, args: unknown): Promise<unknown> {
    this.asked.push({ name, args });
    const answer = this.#answers[name] as ((given: unknown) => unknown) | undefined;
    if (answer) return answer(args);
    if (contractOf(name).result === undefined) return undefined;
    throw new TypeError(`The spec has no answer to ${name}`);
  }

  /** The server logs each command that was refused, with why. */
  #log(): Logger {
    const blame = (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
      const { failure } = fields;
      if (failure instanceof Refused || fields['problem'] === 'owner-code-needed') return;
      this.faults.push(`${message}: ${fields['name'] ?? ''} ${failure ?? ''}`);
    };
    return { debug: () => undefined, info: () => undefined, warn: blame, error: blame };
  }
}

/** What pages read by themselves, of a core to which nothing has happened. */
const EMPTY_ANSWERS: Answers = {
  'reports.totals': () => ({
    totals: NO_TOTALS,
    groups: [],
    gaps: { count: 0, ms: 0 },
    span: null,
  }),
  'reports.list': () => ({ rows: [], next: null, searchedFrom: null }),
  'reports.supporters': ({ by }) => ({ by, supporters: [], all: 0 }),
  'reports.amounts': () => ({ bars: [] }),
  'reports.gaps': () => ({ gaps: [], count: 0, ms: 0, rows: 0 }),
  'reports.receipts': () => ({ counts: [] }),
  'reports.payouts': () => ({ counts: [], calls: 0 }),
  'reports.broadcasts': () => ({ broadcasts: [] }),
  'reports.retention': () => ({ chatDays: 30 }),
  'people.followers': () => ({ people: [], next: null }),
  'people.subscribers': () => ({ people: [], next: null }),
  'people.managers': () => ({ people: [] }),
  'people.blocked': () => ({ people: [], next: null }),
  'people.faces': () => ({ faces: {}, names: {} }),
  'drops.claims': () => ({ claims: [], names: {}, more: false }),
  'broadcast.outline': () => ({ outline: null }),
  'broadcast.events': () => ({ events: [], next: null, beganAt: null, endedAt: null }),
  'speech.voices': () => ({ voices: [], hosted: null }),
  'show.past': () => ({ rows: [], next: null }),
  'sinks.letters': () => ({ letters: [] }),
  'maintenance.logs': () => ({ lines: [], last: 0 }),
  'marks.recordings': () => ({ recordings: [] }),
  'marks.replays': () => ({ replays: [] }),
};
