import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';

const EVERY_MS = 50;

/** What a host wrote of a channel. */
export interface ChannelBooks {
  /** Each donation's text and when it came. */
  readonly donations: readonly { readonly text: string; readonly at: number }[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/** Of all channels in a host's data folder. */
export function booksIn(folder: string): ChannelBooks[] {
  const channels = join(folder, 'channels');
  if (!existsSync(channels)) return [];
  return readdirSync(channels).map((name) => {
    const db = new DatabaseSync(join(channels, name, 'ledger.sqlite'), { readOnly: true });
    const events = db.prepare("SELECT received_at, payload FROM events WHERE kind = 'DONATION'");
    const donations = events.all().map((row) => ({
      text: /donation \d+/.exec(String(row['payload']))?.[0] ?? '',
      at: Number(row['received_at']),
    }));
    const rows = db.prepare('SELECT began_at, ended_at FROM gaps').all();
    db.close();
    const gaps = rows.map((row) => ({
      from: Number(row['began_at']),
      to: Number(row['ended_at']),
    }));
    return { donations, gaps };
  });
}

/** Twenty donations a second to the simulator's streamer, each with words of its own. */
export class Donations {
  readonly texts: string[] = [];
  /** When each of them was published. */
  readonly times = new Map<string, number>();
  /** The most sessions that the streamer had at once. */
  mostSessions = 0;
  /** Texts that no connection got. */
  readonly unheard: string[] = [];
  readonly #simulator: Simulator;
  #timer: { dispose(): void } | null = null;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  start(): void {
    this.#timer = systemClock.setTimeout(() => {
      this.#publish();
      this.start();
    }, EVERY_MS);
  }

  stop(): void {
    this.#timer?.dispose();
  }

  #publish(): void {
    const text = `donation ${this.texts.length}`;
    this.texts.push(text);
    this.times.set(text, systemClock.now());
    const event: SimEvent = {
      kind: 'DONATION',
      data: {
        donationType: 'CHAT',
        channelId: this.#simulator.streamerChannelId,
        donatorChannelId: 'viewer',
        donatorNickname: 'viewer',
        donatorBadges: [],
        payAmount: '1000',
        donationText: text,
        emojis: {},
      },
    };
    if (this.#simulator.publish(event).deliveredTo.length === 0) this.unheard.push(text);
    const count = this.#simulator.sessions.all.length;
    this.mostSessions = Math.max(this.mostSessions, count);
  }
}
