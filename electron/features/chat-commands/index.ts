import type {
  CHAT_COMMANDS_COMMANDS,
  ChatCommandSettings,
  ChatCommandsState,
} from '../../../shared/contract/chat-commands.ts';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { coreTexts, StagelightError } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import type { Feature, Services } from '../feature.ts';
import { checkWords, cutCharacters, type OwnerOf, type ShowFeature } from '../show/index.ts';
import type { StreamFeature } from '../stream/index.ts';
import {
  type ChatCommands,
  chatCommandsActivity,
  lookAlikeNames,
  nameLook,
  newChatCommands,
} from './chat-commands.ts';
import { fillVariables, timeText } from './chat-words.ts';
import { importCommands } from './import-commands.ts';

export interface ChatCommandsFeature
  extends Feature<typeof CHAT_COMMANDS_COMMANDS, 'chatCommands'> {
  /** Whether it answers to `!name`. */
  readonly takes: (name: string) => boolean;
}

/** What other activities know, asked when an answer says it. */
export interface ShowFacts {
  /** Where the counter of this name stands; null: there is none. */
  readonly counter: (name: string) => number | null;
  /** Who is next in the queue of players; null: nobody waits. */
  readonly next: () => string | null;
  /** Of what runs against the clock, milliseconds; null: nothing does. */
  readonly leftMs: () => number | null;
}

type ChatCommandsServices = Pick<Services, 'clock' | 'makeKey'> & {
  readonly hub: Pick<Services['hub'], 'onBatch'>;
  readonly random: Random;
  readonly show: Pick<ShowFeature, 'run' | 'isOwn' | 'readFollowers'>;
  readonly language: Pick<Services['language'], 'current'>;
  readonly facts: ShowFacts;
  readonly ownerOf: OwnerOf;
  readonly stream: { readonly live: Pick<StreamFeature['live'], 'onAir' | 'known'> };
};

const NONE: ChatCommandsState = {
  settings: { commands: [], timers: [], bots: [] },
  uses: {},
  mutedCount: 0,
};

/** Starts chat commands and timers: the streamer's answers, and messages that come by themselves. */
export function startChatCommands(
  services: ChatCommandsServices,
  owned: DisposableStore,
): ChatCommandsFeature {
  const { clock, makeKey, show, ownerOf } = services;
  const chats = new ChatCount(services, owned);
  const runner = show.run(
    chatCommandsActivity({ fill: filler(services), mayRemind: chats.mayRemind }),
  );
  let state: ChatCommandsState | null = null;
  owned.add(
    runner.onChange(() => {
      state = null;
    }),
  );
  const read = (): ChatCommandsState => {
    state ??= runner.state ? viewOf(runner.state, clock.now()) : NONE;
    return state;
  };
  const readFollowers = (): void => {
    const { commands } = read().settings;
    if (commands.some(({ on, users }) => on && users === 'followers')) show.readFollowers();
  };
  readFollowers();
  const set = (settings: ChatCommandSettings): void => {
    const alike = lookAlikeNames(settings.commands);
    if (alike !== null) {
      throw new StagelightError({ code: 'chat-commands-look-alike', values: { name: alike } });
    }
    checkWords(newNames(settings, runner.state), ownerOf);
    if (runner.state === null) runner.begin(newChatCommands());
    runner.put({ type: 'set', settings, at: clock.now() });
    readFollowers();
  };
  return {
    takes: (name) => runner.state?.byName.has(nameLook(name)) === true,
    commands: {
      'chat-commands.set': async (settings) => set(settings),
      'chat-commands.import': async ({ csv }) => {
        const { settings } = read();
        const makeId = () =>
          makeKey()
            .slice(0, 12)
            .toLowerCase()
            .replace(/[^a-z0-9]/g, '0');
        const { commands, added, skipped } = importCommands(
          csv,
          settings.commands,
          makeId,
          ownerOf,
        );
        if (added > 0) set({ ...settings, commands: [...commands] });
        return { added, skipped };
      },
    },
    feeds: { chatCommands: { read, onChange: runner.onChange } },
  };
}

/** Those that were there before may stay. */
function newNames({ commands }: ChatCommandSettings, before: ChatCommands | null): string[] {
  const names = commands.flatMap((command) => command.names);
  return names.filter((name) => before?.byName.has(nameLook(name)) !== true);
}

function viewOf({ settings, uses, quick }: ChatCommands, now: number): ChatCommandsState {
  const mutedCount = [...quick.values()].filter(({ mutedUntil }) => mutedUntil > now).length;
  const counts = [...uses].map(([id, { count }]) => [id, count]);
  return { settings, uses: Object.fromEntries(counts), mutedCount };
}

function filler({ clock, random, language, facts, stream: { live } }: ChatCommandsServices) {
  const uptime = (): string | null => {
    const openedAt = live.onAir?.openedAt ?? null;
    if (openedAt === null) return null;
    const minutes = Math.max(0, Math.floor((clock.now() - openedAt) / 60_000));
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  };
  const left = (): string => {
    const ms = facts.leftMs();
    return ms === null ? coreTexts(language.current)('chat-commands.no-left') : timeText(ms);
  };
  const next = () => facts.next() ?? coreTexts(language.current)('chat-commands.no-next');
  return (text: string, viewer: string | null, uses: number): string => {
    const filled = fillVariables(
      text,
      {
        viewer: () => viewer,
        uses: () => String(uses),
        uptime,
        title: () => live.known?.value.title ?? null,
        counter: (name) => facts.counter(name)?.toString() ?? null,
        next,
        left,
      },
      random,
    );
    return cutCharacters(filled, CHAT_MESSAGE_MAX);
  };
}

/** How much viewers said since each timer was due. Not kept: after a start they wait for new messages. */
class ChatCount {
  readonly #since = new Map<string, number>();
  readonly #isLive: () => boolean;
  #count = 0;

  constructor({ hub, show, stream }: ChatCommandsServices, owned: DisposableStore) {
    this.#isLive = () => stream.live.onAir?.isLive === true;
    owned.add(
      hub.onBatch(({ events }) => {
        for (const event of events) {
          if (event.kind === 'CHAT' && !show.isOwn(event.data.content)) this.#count += 1;
        }
      }),
    );
  }

  readonly mayRemind = (timer: string, chats: number): boolean => {
    const since = this.#since.get(timer) ?? 0;
    if (!this.#isLive() || this.#count - since < chats) return false;
    this.#since.set(timer, this.#count);
    return true;
  };
}
