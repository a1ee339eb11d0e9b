import { afterEach, describe, expect, it } from 'vitest';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import { TEST_HANGS_MS } from '../support/hangs.ts';
import { IS_LONG } from '../support/long.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { steadyRandom } from '../support/steady-random.ts';

const KILLS = IS_LONG ? 200 : 6;
const EVENTS_A_RUN = 60;
const SECONDS_A_HUNDRED = 30;

type Deed =
  | { readonly type: 'vote'; readonly option: number }
  | { readonly type: 'enter' }
  | { readonly type: 'give'; readonly beams: number };

/** What the show comes to after these, counted naively and apart from the product. */
interface Sums {
  readonly votes: number[];
  readonly entrants: number;
  readonly addedMs: number;
}

function foldOf(deeds: readonly Deed[]): Sums {
  const votes = [0, 0, 0];
  let [entrants, beams] = [0, 0];
  for (const deed of deeds) {
    if (deed.type === 'vote') votes[deed.option] = (votes[deed.option] ?? 0) + 1;
    else if (deed.type === 'enter') entrants += 1;
    else beams += deed.beams;
  }
  return { votes, entrants, addedMs: Math.floor((beams * SECONDS_A_HUNDRED * 1_000) / 100) };
}

const PART_OF = { vote: 'votes', enter: 'entrants', give: 'addedMs' } as const;

const stages: Stage[] = [];

afterEach(async () => {
  await Promise.all(stages.splice(0).map((stage) => stage.dispose()));
});

describe('a show whose host is killed at any moment', () => {
  it(
    'goes on with a vote, a draw and a subathon clock as the platform’s log has them',
    async () => {
      const random = steadyRandom(15);
      const stage = await setStage();
      stages.push(stage);
      const show = new KilledShow(stage, random);
      await show.begin();
      for (let kill = 0; kill < KILLS; kill += 1) await show.runUntilKilled(kill % 2 === 0);
      expect(show.counted).toBeGreaterThanOrEqual(KILLS / 2);
    },
    TEST_HANGS_MS + KILLS * 5_000,
  );
});

class KilledShow {
  readonly #stage: Stage;
  readonly #random: () => number;
  #viewer = 0;
  /** All that came in before the last run. */
  #past: readonly Deed[] = [];
  /** What the last run was sent, and of how much of it that told. */
  #sent: Deed[] = [];
  #told = 0;

  constructor(stage: Stage, random: () => number) {
    this.#stage = stage;
    this.#random = random;
  }

  get counted(): number {
    return this.#past.length;
  }

  async begin(): Promise<void> {
    const host = await this.#stage.startLive(['--events']);
    const desk = await this.#deskOf(host);
    const announce = false;
    await desk.ask('vote.begin', {
      title: '',
      options: ['a', 'b', 'c'],
      voters: 'everyone',
      changeable: true,
      weight: 'equal',
      seconds: null,
      announce,
    });
    await desk.ask('draw.begin', {
      title: '',
      entry: { by: 'keyword', keyword: '!enter' },
      subscribersOnly: false,
      exceptLast: 0,
      winners: 1,
      seconds: null,
      answer: false,
      answerSeconds: null,
      announce,
    });
    const adds = { seconds: SECONDS_A_HUNDRED, mostEach: null, mostInAll: null };
    await desk.ask('subathon.begin', {
      title: '',
      minutes: 600,
      limitHours: null,
      announce,
      rules: [{ by: 'donation', per: 100, ...adds }],
    });
    desk.close();
    host.child.kill('SIGKILL');
    await host.exited;
  }

  /**
   * One run: what the run before told of is there. Then events, and a kill among them: at any time from their
   * beginning on, or from when the first one was told of, because a slow computer gets no further otherwise.
   */
  async runUntilKilled(isOneTold: boolean): Promise<void> {
    const host = await this.#stage.startLive(['--events']);
    const desk = await this.#deskOf(host);
    this.#settle(await this.#sumsOf(desk));
    const begins = isOneTold ? host.waitFor(({ type }) => type === 'event') : Promise.resolve();
    const dies = begins
      .then(() => delay(systemClock, this.#random() * 60))
      .then(() => host.child.kill('SIGKILL'));
    for (let count = 0; count < EVENTS_A_RUN; count += 1) {
      const deed = this.#deed();
      this.#sent.push(deed);
      this.#stage.simulator.publish(this.#eventOf(deed));
      if (this.#random() < 0.4) await delay(systemClock, 1);
    }
    await dies;
    await host.exited;
    desk.close();
    this.#told = host.ofType('event').length;
  }

  /**
   * Each activity has a beginning of what the last run was sent, with all that the run told of.
   * They write one after another, so that a kill between them leaves one further than the next.
   */
  #settle(now: Sums): void {
    const came = this.#sent.map(() => false);
    for (const part of ['votes', 'entrants', 'addedMs'] as const) {
      const counts = this.#sent.flatMap((deed, at) => (PART_OF[deed.type] === part ? [at] : []));
      const text = JSON.stringify(now[part]);
      const length = [...counts, null].findIndex((_, some) => {
        const beginning = counts.slice(0, some).flatMap((at) => this.#sent[at] ?? []);
        return JSON.stringify(foldOf([...this.#past, ...beginning])[part]) === text;
      });
      expect(length, `no beginning of what was sent comes to ${part} ${text}`).not.toBe(-1);
      for (const at of counts.slice(0, length)) came[at] = true;
    }
    expect(came.slice(0, this.#told)).not.toContain(false);
    this.#past = [...this.#past, ...this.#sent.filter((_, at) => came[at])];
    this.#sent = [];
    this.#told = 0;
  }

  async #deskOf(host: Awaited<ReturnType<Stage['startLive']>>) {
    const ready = await host.waitFor(({ type }) => type === 'ready');
    return openDashboard(String(ready['dashboardUrl']));
  }

  async #sumsOf(desk: Awaited<ReturnType<typeof openDashboard>>): Promise<Sums> {
    const { vote } = await desk.until('vote', (now) => now.vote !== null);
    const { draw } = await desk.until('draw', (now) => now.draw !== null);
    const { clock } = await desk.until('subathon', (now) => now.clock !== null);
    return {
      votes: vote?.options.map(({ votes }) => votes) ?? [],
      entrants: draw?.entrantCount ?? 0,
      addedMs: clock?.tallies[0]?.ms ?? 0,
    };
  }

  #deed(): Deed {
    const chance = this.#random();
    if (chance < 0.5) return { type: 'vote', option: Math.floor(this.#random() * 3) };
    if (chance < 0.75) return { type: 'enter' };
    return { type: 'give', beams: 1 + Math.floor(this.#random() * 999) };
  }

  /** Each by another viewer, so that every one counts. */
  #eventOf(deed: Deed): SimEvent {
    const channelId = this.#stage.simulator.streamerChannelId;
    this.#viewer += 1;
    const who = `viewer-${this.#viewer}`;
    if (deed.type === 'give') {
      return {
        kind: 'DONATION',
        data: {
          donationType: 'CHAT',
          channelId,
          donatorChannelId: who,
          donatorNickname: who,
          donatorBadges: [],
          payAmount: String(deed.beams),
          donationText: '',
          emojis: {},
        },
      };
    }
    const content = deed.type === 'enter' ? '!enter' : `!${deed.option + 1}`;
    return {
      kind: 'CHAT',
      data: {
        channelId,
        senderChannelId: who,
        profile: { nickname: who, badges: [] },
        content,
        messageTime: '2026-01-02T03:04:05.678Z',
        emojis: {},
      },
    };
  }
}
