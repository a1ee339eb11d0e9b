import { DRAW, type DrawEntry } from '../../../electron/features/draw/draw.ts';
import { type Draw, newDraw } from '../../../electron/features/draw/draw-state.ts';
import { drawView } from '../../../electron/features/draw/draw-view.ts';
import type { Audience } from '../../../electron/features/show/index.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { type Said, says } from '../show/show-world.ts';
import { subscription } from '../storage/support.ts';
import { CONFIG, seedOf } from './draw-world.ts';

export const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: (who) => (who.startsWith('sub') ? 'subscriber' : 'viewer'),
};

export const AT = 1_000_000;

/** A draw that hears and is told, one thing after the other. */
export class Course {
  draw: Draw;
  readonly effects: object[] = [];
  #seq = 100;

  constructor(config: Partial<DrawConfig> = {}, past: Draw['past'] = []) {
    this.draw = newDraw({ ...CONFIG, ...config }, { at: AT, seed: seedOf(1), after: 100, past });
  }

  put(...entries: readonly DrawEntry[]): this {
    for (const entry of entries) {
      const read = DRAW.readEntry(JSON.parse(JSON.stringify(entry)));
      const { state, effects = [] } = DRAW.fold(this.draw, read);
      this.draw = state;
      this.effects.push(...effects);
    }
    return this;
  }

  /** Whether it changes anything. */
  hears(said: Said, at = AT): boolean {
    this.#seq += 1;
    const entry = DRAW.hear(this.draw, said(this.#seq, at), AUDIENCE);
    if (entry) this.put(entry);
    return entry !== null;
  }

  /** So many viewers enter, `v1` first. */
  enter(count: number): this {
    for (let number = 1; number <= count; number += 1) {
      const entry = { type: 'enter', who: `v${number}`, name: `V${number}`, seq: number } as const;
      this.draw = DRAW.fold(this.draw, entry).state;
    }
    return this;
  }

  get view() {
    return drawView(3, this.draw);
  }

  get entrants() {
    return this.draw.entrants.map(({ who }) => who);
  }
}

export const joins = (
  who: string,
  nickname = who,
  senderRole: 'viewer' | 'subscriber' = 'viewer',
) => says(who, '!참가', { senderRole, profile: { nickname, badges: [] } });

export const subscribes =
  (who: string | null, name: string | null = who): Said =>
  (seq, receivedAt) => {
    const event = subscription(seq);
    const data = { ...event.data, subscriberChannelId: who, subscriberChannelName: name };
    return { ...event, receivedAt, data };
  };
