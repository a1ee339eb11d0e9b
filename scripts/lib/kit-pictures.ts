import type { Page } from '@playwright/test';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { CommandArgs, CommandName } from '../../shared/contract/index.ts';
import type { Language } from '../../shared/locales/index.ts';
import { askCore } from '../../tests/support/ask-core.ts';
import { openPlace } from '../../tests/support/places.ts';
import { simEvents } from '../../tests/support/sim-events.ts';

/** The pictures of `docs/show-kit.md`: every activity in the middle of its show. */

const VIEWERS = [
  '새벽별',
  'moonlit_fox',
  '구름조각',
  'paper_plane',
  '초록우산',
  'tiny_comet',
  '민트초코칩',
];

const WORDS = {
  ko: {
    vote: { title: '다음에 뭐 할까요?', options: ['공포 게임', '요리', '수다'] },
    draw: { title: '굿즈 나눔', keyword: '!참여' },
    wheel: { title: '벌칙 룰렛', sections: ['노래 한 곡', '스쿼트 10번', '통과', '캐릭터 바꾸기'] },
    players: { title: '5판 3선승', command: '!시참' },
    subathon: '100시간 도전',
    missions: ['노 데스로 보스 깨기', '한 손으로 한 판', '다음 판은 반말 금지'],
    counters: ['데스', '승리'],
    command: { name: '디스코드', text: '{viewer}님, 채널 소개에 링크가 있어요!' },
  },
  en: {
    vote: { title: 'What do we play next?', options: ['Horror game', 'Cooking', 'Just chatting'] },
    draw: { title: 'Merch giveaway', keyword: '!enter' },
    wheel: {
      title: 'Wheel of dares',
      sections: ['Sing a song', '10 squats', 'Pass', 'New character'],
    },
    players: { title: 'Best of five', command: '!join' },
    subathon: '100 hours',
    missions: ['Beat the boss without dying', 'One round with one hand', 'No swearing for a round'],
    counters: ['Deaths', 'Wins'],
    command: { name: 'discord', text: '{viewer}, the link is in the channel info!' },
  },
} as const;

/** By then what was said has been counted. */
const HEARD_MS = 400;
/** The draw is shown, the wheel stands. */
const SHOWN_MS = 7_000;

interface KitScene {
  readonly simulator: Simulator;
  readonly page: Page;
  readonly dashboardUrl: string;
  readonly language: Language;
  readonly save: (name: string) => Promise<unknown>;
}

class Kit {
  readonly #scene: KitScene;
  readonly #events: ReturnType<typeof simEvents>;

  constructor(scene: KitScene) {
    this.#scene = scene;
    this.#events = simEvents(scene.simulator);
  }

  get words() {
    return WORDS[this.#scene.language];
  }

  ask<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<void> {
    return askCore(this.#scene.dashboardUrl, name, args);
  }

  /** Each viewer writes in chat, `text` by their number. */
  say(count: number, text: (viewer: number) => string): void {
    for (let viewer = 0; viewer < count; viewer += 1) {
      const nickname = VIEWERS[viewer % VIEWERS.length] ?? '';
      const said = this.#events.chat(text(viewer), nickname);
      const data = { ...said.data, senderChannelId: `viewer-${viewer}` };
      this.#scene.simulator.publish({ ...said, data } as SimEvent);
    }
  }

  give(viewer: number, payAmount: number, donationText: string): void {
    const { donation } = this.#events;
    const donator = { donatorChannelId: `viewer-${viewer}`, donatorNickname: VIEWERS[viewer] };
    const data = { ...donation.data, ...donator, payAmount: String(payAmount), donationText };
    this.#scene.simulator.publish({ ...donation, data } as SimEvent);
  }

  async take(part: Parameters<typeof openPlace<'show'>>[2], file: string, waitMs = HEARD_MS) {
    const { page, save, language } = this.#scene;
    await openPlace(page, 'show', part);
    await page.waitForTimeout(waitMs);
    await save(`guide-${language}-${file}`);
  }
}

/** Goes through all activities, one after another, and leaves none behind. */
export async function kitPictures(scene: KitScene): Promise<void> {
  const kit = new Kit(scene);
  await votePicture(kit);
  await drawPicture(kit);
  await wheelPicture(kit);
  await playersPicture(kit);
  await subathonPicture(kit);
  await missionsPicture(kit);
  await otherPictures(kit);
}

const VOTE_RULES = { voters: 'everyone', changeable: true, weight: 'equal', seconds: 90 } as const;

async function votePicture(kit: Kit): Promise<void> {
  const { title, options } = kit.words.vote;
  await kit.ask('vote.begin', { title, options: [...options], announce: false, ...VOTE_RULES });
  kit.say(40, (viewer) => `!${[2, 1, 2, 3, 2, 1, 2, 1][viewer % 8]}`);
  await kit.take('vote', 'kit', 1_500);
  await kit.ask('vote.end', {});
  await kit.ask('vote.clear', {});
}

async function drawPicture(kit: Kit): Promise<void> {
  const { title, keyword } = kit.words.draw;
  await kit.ask('draw.begin', {
    title,
    entry: { by: 'keyword', keyword },
    subscribersOnly: false,
    exceptLast: 0,
    winners: 2,
    seconds: null,
    answer: true,
    answerSeconds: 60,
    announce: false,
  });
  kit.say(VIEWERS.length, () => keyword);
  await kit.take('draw', 'kit-draw');
  await kit.ask('draw.draw', {});
  await kit.take('draw', 'kit-draw', SHOWN_MS);
  await kit.ask('draw.end', {});
  await kit.ask('draw.clear', {});
}

async function wheelPicture(kit: Kit): Promise<void> {
  const { title, sections } = kit.words.wheel;
  const rest = { seconds: 3, byChat: true, beams: null, announce: false };
  await kit.ask('wheel.save', {
    title,
    sections: sections.map((name, at) => ({ name, weight: [3, 3, 1, 2][at] ?? 1 })),
    ...rest,
  });
  await kit.ask('wheel.spin', {});
  await kit.take('wheel', 'kit-wheel', SHOWN_MS);
  await kit.ask('wheel.end', {});
}

async function playersPicture(kit: Kit): Promise<void> {
  const { title, command } = kit.words.players;
  const rest = { size: 30, team: 2, priority: 'none', once: false, announce: false } as const;
  await kit.ask('players.begin', { title, ...rest });
  kit.say(VIEWERS.length, () => command);
  await kit.take('players', 'kit-players');
  await kit.ask('players.call', { count: 2, more: false });
  await kit.take('players', 'kit-players');
  await kit.ask('players.end', {});
}

async function subathonPicture(kit: Kit): Promise<void> {
  const most = { mostEach: null, mostInAll: null };
  await kit.ask('subathon.begin', {
    title: kit.words.subathon,
    minutes: 180,
    limitHours: 100,
    rules: [
      { by: 'donation', per: 1_000, seconds: 60, ...most },
      { by: 'subscription', tier: null, seconds: 300, ...most },
    ],
    announce: false,
  });
  for (let viewer = 0; viewer < 4; viewer += 1) kit.give(viewer, 2_000 * (viewer + 1), '');
  await kit.take('subathon', 'kit-subathon');
  await kit.ask('subathon.finish', {});
  await kit.ask('subathon.clear', {});
}

async function missionsPicture(kit: Kit): Promise<void> {
  const config = { leastBeams: 5_000, prefix: '', open: true, announce: false };
  await kit.ask('missions.begin', config);
  for (const [viewer, mission] of kit.words.missions.entries()) {
    kit.give(viewer, 5_000 * (viewer + 1), mission);
  }
  await kit.take('missions', 'kit-missions');
  await kit.ask('missions.end', {});
}

async function otherPictures(kit: Kit): Promise<void> {
  for (const [at, name] of kit.words.counters.entries()) {
    await kit.ask('counters.create', { name, words: [], target: at === 0 ? null : 10 });
  }
  await kit.take('counters', 'kit-counters');
  await kit.ask('chat-commands.set', {
    commands: [
      {
        id: 'discord',
        names: [kit.words.command.name],
        text: kit.words.command.text,
        users: 'everyone',
        cooldown: 5,
        viewerCooldown: 30,
        on: true,
      },
    ],
    timers: [],
    bots: [],
  });
  await kit.take('commands', 'kit-commands');
}
