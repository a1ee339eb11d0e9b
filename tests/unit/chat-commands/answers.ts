import { DisposableStore } from '../../../electron/base/disposables.ts';
import {
  type ShowFacts,
  startChatCommands,
} from '../../../electron/features/chat-commands/index.ts';
import type { OwnerOf } from '../../../electron/features/show/index.ts';
import type { ChatCommandRule, ChatTimer } from '../../../shared/contract/chat-commands.ts';
import { ShowWorld, type says } from '../show/show-world.ts';

export const RULE: ChatCommandRule = {
  id: 'discord',
  names: ['디스코드', 'discord'],
  text: '{viewer}: discord.example',
  users: 'everyone',
  cooldown: 0,
  viewerCooldown: 0,
  on: true,
};
export const TIMER: ChatTimer = { id: 'rules', text: 'Be kind', minutes: 10, chats: 3, on: true };

export const named = (nickname: string) => ({ profile: { nickname, badges: [] } });

/** Chat commands on the show kit, and what is known to them of the broadcast. */
export class Answers {
  readonly world = new ShowWorld();
  isLive = true;
  /** When the broadcast began; null: that is not known. */
  openedAt: number | null = 0;
  /** Of the broadcast; null: it was not read. */
  title: string | null = null;
  facts: ShowFacts = { counter: () => null, next: () => null, leftMs: () => null };
  ownerOf: OwnerOf = () => null;
  random = 0;
  makeKey = () => 'abcdefghijklmnop';
  feature = this.start();

  /** A run of the app; one before it was killed. */
  start() {
    const { world } = this;
    const show = world.start();
    const onAir = () => ({ isLive: this.isLive, openedAt: this.isLive ? this.openedAt : null });
    const known = () => {
      const { title, isLive, openedAt } = this;
      return title === null
        ? null
        : { value: { title, isLive, openedAt, viewers: null }, readAt: world.clock.now() };
    };
    const live = {
      get onAir() {
        return onAir();
      },
      get known() {
        return known();
      },
    };
    return startChatCommands(
      {
        clock: world.clock,
        makeKey: () => this.makeKey(),
        random: () => this.random,
        hub: world.hub,
        show,
        stream: { live },
        language: { current: 'en' },
        ownerOf: (word) => this.ownerOf(word),
        facts: {
          counter: (name) => this.facts.counter(name),
          next: () => this.facts.next(),
          leftMs: () => this.facts.leftMs(),
        },
      },
      new DisposableStore(),
    );
  }

  async set(
    commands: readonly Partial<ChatCommandRule>[],
    timers: readonly Partial<ChatTimer>[] = [],
  ) {
    await this.feature.commands['chat-commands.set']({
      commands: commands.map((command) => ({ ...RULE, ...command })),
      timers: timers.map((timer) => ({ ...TIMER, ...timer })),
      bots: ['Nightly'],
    });
  }

  get state() {
    return this.feature.feeds.chatCommands.read();
  }

  /** What is said in chat after these messages, one a second. */
  async after(...said: readonly ReturnType<typeof says>[]): Promise<readonly string[]> {
    const before = this.world.said.length;
    for (const each of said) {
      this.world.hear(each);
      await this.world.clock.advance(1_000);
    }
    return this.world.said.slice(before);
  }
}
