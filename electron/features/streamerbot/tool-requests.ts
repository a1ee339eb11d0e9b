import { platform, release } from 'node:os';
import { z } from 'zod';
import type { FeedSources, RunCommand } from '../../server/ports.ts';
import {
  BadRequestError,
  NoActionError,
  NoPlatformError,
  UnknownRequestError,
} from './streamerbot-errors.ts';
import { type ActionFeeds, actionsOf, type ToolAction } from './tool-actions.ts';
import { TOOL_EVENTS } from './tool-events.ts';

export type Answer = Readonly<Record<string, unknown>>;
type Asked = Readonly<Record<string, unknown>>;

export interface DeskParts {
  readonly feeds: ActionFeeds & Pick<FeedSources, 'status'>;
  readonly run: RunCommand;
  readonly instanceId: string;
}

/** The one that programs know and that our events are told as. */
const PLATFORM = 'twitch';
/** Of Streamer.bot: programs look whether theirs is old enough. */
const VERSION = '1.0.0';

const OS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'windows',
  darwin: 'macosx',
};

/** Requests that are answered from what is known. */
export const INSTANT: ReadonlySet<string> = new Set([
  'getinfo',
  'getevents',
  'getactions',
  'getbroadcaster',
]);

const actionRequest = z.object({
  action: z.object({
    id: z.string().max(200).nullish(),
    name: z.string().max(1_000).nullish(),
  }),
});
const messageRequest = z.object({
  platform: z.string().max(100),
  message: z.string().max(4_000),
  bot: z.boolean().default(false),
});

/** Answers what all programs ask alike. Requests are in lower case. */
export class ToolDesk {
  readonly #parts: DeskParts;
  #ran = 0;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  info(): Answer {
    return {
      instanceId: this.#parts.instanceId,
      name: 'Stagelight',
      os: OS[platform()] ?? 'linux',
      osVersion: release(),
      version: VERSION,
      source: 'websocketServer',
    };
  }

  /** Throws an `UnknownRequestError`. */
  tell(request: string): Answer {
    switch (request) {
      case 'getinfo':
        return { info: this.info() };
      case 'getevents':
        return { events: TOOL_EVENTS };
      case 'getactions':
        return this.#actions();
      case 'getbroadcaster':
        return this.#broadcaster();
      default:
        throw new UnknownRequestError();
    }
  }

  /** Throws an `UnknownRequestError`, a `BadRequestError`, and what the command throws. */
  async run(request: string, asked: Asked): Promise<Answer> {
    switch (request) {
      case 'doaction':
        return this.#doAction(asked);
      case 'sendmessage':
        return this.#sendMessage(asked);
      default:
        throw new UnknownRequestError();
    }
  }

  #actions(): Answer {
    const actions = actionsOf(this.#parts.feeds).map(({ id, name, group }) => ({
      id,
      name,
      group,
      enabled: true,
      subaction_count: 1,
      trigger_count: 0,
    }));
    return { count: actions.length, actions };
  }

  #broadcaster(): Answer {
    const { account } = this.#parts.feeds.status.read();
    if (!account) return { platforms: {}, connected: [], disconnected: [PLATFORM] };
    const name = account.channelName ?? account.channelId;
    const broadcaster = {
      broadcastUser: name,
      broadcastUserName: name,
      broadcastUserId: account.channelId,
      broadcasterIsAffiliate: false,
      broadcasterIsPartner: false,
    };
    return { platforms: { [PLATFORM]: broadcaster }, connected: [PLATFORM], disconnected: [] };
  }

  async #doAction(asked: Asked): Promise<Answer> {
    const parsed = actionRequest.safeParse(asked);
    if (!parsed.success) throw new BadRequestError('action');
    const { id, name } = parsed.data.action;
    const all = actionsOf(this.#parts.feeds);
    const is = (said: string | null | undefined, known: string) =>
      typeof said === 'string' && said.toLowerCase() === known.toLowerCase();
    const found: ToolAction | undefined = id
      ? all.find((action) => is(id, action.id))
      : all.find((action) => is(name, action.name));
    if (!found) throw new NoActionError();
    await this.#command(found.command, found.args);
    return {};
  }

  async #sendMessage(asked: Asked): Promise<Answer> {
    const parsed = messageRequest.safeParse(asked);
    if (!parsed.success) throw new BadRequestError(String(parsed.error.issues[0]?.path[0] ?? ''));
    const { message, bot } = parsed.data;
    if (parsed.data.platform.toLowerCase() !== PLATFORM) throw new NoPlatformError();
    await this.#command('live.send', { message, senderType: bot ? 'APP' : 'USER' });
    return {};
  }

  /** Each request once: programs do not repeat theirs. */
  #command(command: string, args: object): Promise<unknown> {
    this.#ran += 1;
    const id = `${this.#parts.instanceId} ${this.#ran}`;
    return this.#parts.run(command, args, { id, onWait: () => undefined });
  }
}
