import { WebSocket } from 'ws';
import {
  BRIDGE_SOCKET,
  type BridgeDown,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type FeedName,
  type Feeds,
} from '../../shared/contract/index.ts';
import { nextCommandId } from './ask-core.ts';
import { HANGS_MS } from './hangs.ts';

/** A command that the core refused; the message is the problem's code. */
export class RefusedError extends Error {
  readonly command: string;

  constructor(command: string, code: string) {
    super(code);
    this.name = 'RefusedError';
    this.command = command;
  }
}

/** A dashboard without a page: it asks, and keeps the newest value of every feed. */
export interface OpenDashboard {
  /** `code`: the owner code from the terminal. */
  ask<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    code?: string,
  ): Promise<CommandResult<N>>;
  /** The newest value of a feed, or the next one, that `test` accepts. */
  until<N extends FeedName>(
    feed: N,
    test: (value: Feeds[N]) => boolean,
    ms?: number,
  ): Promise<Feeds[N]>;
  /** Every frame as text, for what must never be said. */
  readonly heard: readonly string[];
  close(): void;
}

export async function openDashboard(dashboardUrl: string): Promise<OpenDashboard> {
  const address = new URL(BRIDGE_SOCKET, dashboardUrl);
  const { origin } = address;
  address.protocol = 'ws:';
  const socket = new WebSocket(address, { origin });
  const heard: string[] = [];
  const newest = new Map<FeedName, unknown>();
  const answers = new Map<number, (frame: BridgeDown & { type: 'result' }) => void>();
  const watchers = new Set<(feed: FeedName, value: unknown) => void>();

  const greeted = new Promise<void>((done, fail) => {
    socket.on('error', fail);
    socket.on('message', (data) => {
      const text = String(data);
      heard.push(text);
      const frame = JSON.parse(text) as BridgeDown;
      if (frame.type === 'hello') done();
      if (frame.type === 'result') answers.get(frame.id)?.(frame);
      if (frame.type !== 'feed') return;
      newest.set(frame.feed, frame.value);
      for (const watcher of [...watchers]) watcher(frame.feed, frame.value);
    });
  });
  await greeted;

  return {
    heard,
    close: () => socket.close(),
    ask(name, args, code) {
      const id = nextCommandId();
      return new Promise((done, fail) => {
        answers.set(id, (frame) => {
          answers.delete(id);
          if (frame.ok) done(frame.value as CommandResult<typeof name>);
          else fail(new RefusedError(name, frame.problem.code));
        });
        socket.send(JSON.stringify({ type: 'command', id, name, args, code }));
      });
    },
    until(feed, test, ms = HANGS_MS) {
      return new Promise((done, fail) => {
        const finish = () => {
          clearTimeout(timer);
          watchers.delete(look);
        };
        const timer = setTimeout(() => {
          finish();
          const last = JSON.stringify(newest.get(feed));
          fail(new Error(`"${feed}" did not come to that within ${ms} ms; it is ${last}`));
        }, ms);
        const look = (name: FeedName, value: unknown) => {
          if (name !== feed || !test(value as Feeds[typeof feed])) return;
          finish();
          done(value as Feeds[typeof feed]);
        };
        watchers.add(look);
        if (newest.has(feed)) look(feed, newest.get(feed));
      });
    },
  };
}
