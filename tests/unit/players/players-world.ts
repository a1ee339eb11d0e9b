import {
  newPlayers,
  PLAYERS,
  type Players,
  type PlayersEntry,
} from '../../../electron/features/players/players.ts';
import type { Audience, Effect } from '../../../electron/features/show/index.ts';
import type { PlayersConfig } from '../../../shared/contract/players.ts';
import { type Said, says } from '../show/show-world.ts';

const CONFIG: PlayersConfig = {
  title: '롤',
  size: 50,
  team: 2,
  priority: 'none',
  once: false,
  announce: true,
};

export const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

export const AT = 100_000;

/** What happens, and what it has to say. */
export class Desk {
  players: Players;
  readonly effects: Effect[] = [];
  #seq = 0;

  constructor(config: Partial<PlayersConfig> = {}, before: Players | null = null) {
    this.players = newPlayers({ ...CONFIG, ...config }, AT, before);
  }

  hear(make: Said, at = AT): this {
    this.#seq += 1;
    const entry = PLAYERS.hear(this.players, make(this.#seq, at), AUDIENCE);
    return entry ? this.put(entry) : this;
  }

  chat(...said: readonly (readonly [string, string])[]): this {
    for (const [who, content] of said) this.hear(by(who, content));
    return this;
  }

  put(entry: PlayersEntry): this {
    const kept = PLAYERS.readEntry(JSON.parse(JSON.stringify(entry)));
    const { state, effects = [] } = PLAYERS.fold(this.players, kept);
    this.players = state;
    this.effects.push(...effects);
    return this;
  }

  due(at: number): this {
    const entry = PLAYERS.due(this.players, at);
    return entry ? this.put(entry) : this;
  }

  get waiting(): readonly string[] {
    return this.players.queue.map(({ name }) => name);
  }

  get playing(): readonly string[] {
    return this.players.now.map(({ name }) => name);
  }

  idOf(who: string): number {
    const { queue, now } = this.players;
    return [...now, ...queue].find((player) => player.who === who)?.id ?? 0;
  }
}

export const by = (who: string, content: string, data: Parameters<typeof says>[2] = {}): Said =>
  says(who, content, { profile: { nickname: who.toUpperCase(), badges: [] }, ...data });

export const joins = (...viewers: readonly string[]) =>
  viewers.map((who) => [who, '!시참'] as const);
