import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { DrawTally, SenderRole, StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { Figures } from '../../../shared/overlay/figures.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';

/** A show that never was, for the preview. Its people have names that nobody has. */
export interface SampleShow {
  readonly chat: readonly StageEvent<'CHAT'>[];
  readonly tallies: readonly DrawTally[];
  readonly alert: PlayingAlert;
  /** Oldest first. */
  readonly latest: readonly ValuedEvent[];
}

interface SampleWords {
  readonly names: readonly [string, string, string, string];
  readonly lines: readonly (readonly [speaker: number, text: string])[];
  readonly donation: string;
  readonly reward: readonly [string, string];
  readonly shop: string;
  readonly items: readonly [string, string];
}

const WORDS: Readonly<Record<Language, SampleWords>> = {
  ko: {
    names: ['보기 하나', '보기 둘', '보기 셋', '조금 더 긴 이름의 보기 넷'],
    lines: [
      [0, '안녕하세요, 오늘도 왔어요'],
      [1, '방금 그거 다시 보여 주세요!'],
      [2, '😂😂😂'],
      [
        3,
        '긴 메시지는 이렇게 여러 줄이 되어도 이름과 배지를 밀어내지 않아요. 끝까지 읽을 수 있어요.',
      ],
      [4, '어서 오세요. 곧 시작할게요'],
      [0, '기다렸어요'],
      [1, '소리 딱 좋아요'],
      [2, '오늘 드롭스 있나요?'],
    ],
    donation: '오늘 방송도 잘 볼게요. 힘내세요!',
    reward: ['별빛 상자', '새벽 깃발'],
    shop: '보기 상점',
    items: ['아크릴 키링', '겨울 후드'],
  },
  en: {
    names: ['Sample One', 'Sample Two', 'Sample Three', 'Sample Four with a longer name'],
    lines: [
      [0, 'Hello, back again today'],
      [1, 'Show us that one more time!'],
      [2, '😂😂😂'],
      [
        3,
        'A long message takes several lines like this and never pushes the name or the badge away.',
      ],
      [4, 'Welcome everybody, we start in a minute'],
      [0, 'Been waiting for this'],
      [1, 'Sound is just right'],
      [2, 'Any drops today?'],
    ],
    donation: 'Looking forward to the show. Go for it!',
    reward: ['Starlight box', 'Banner of dawn'],
    shop: 'Sample shop',
    items: ['Acrylic keyring', 'Winter hoodie'],
  },
};

const STREAMER = 'sample-streamer';
/** By speaker; the others are viewers. */
const ROLES: readonly SenderRole[] = ['subscriber', 'manager'];

/** How an alert looks where no rule says otherwise. */
export const PLAIN_LOOK: AlertLook = {
  headline: null,
  image: null,
  sound: null,
  entrance: 'rise',
  exit: 'fade',
  speak: null,
  together: null,
};

/** @param now epoch milliseconds: everything has just happened. */
export function sampleShow(language: Language, now: number): SampleShow {
  const words = WORDS[language];
  const stamp = (seq: number) => ({ seq, receivedAt: now - seq * 1_000, origin: 'test' as const });
  const chat = words.lines.map(([speaker, content], index): StageEvent<'CHAT'> => {
    const isStreamer = speaker >= words.names.length;
    return {
      ...stamp(index + 1),
      kind: 'CHAT',
      data: {
        channelId: STREAMER,
        senderChannelId: isStreamer ? STREAMER : `sample-${speaker}`,
        senderRole: isStreamer ? 'streamer' : (ROLES[speaker] ?? 'viewer'),
        profile: { nickname: words.names[speaker] ?? 'Stagelight', badges: [] },
        content,
        messageTime: null,
        emojis: {},
      },
    };
  });
  const donation = donationOf(words, stamp(104));
  return {
    chat,
    tallies: talliesOf(words, now),
    alert: makeAlert(donation),
    latest: [
      purchaseOf(words, stamp(101)),
      drawOf(words, stamp(102)),
      subOf(words, stamp(103)),
      donation,
    ],
  };
}

/** An alert that stands on the preview's stage: nothing takes it away. */
export function makeAlert(event: ValuedEvent, tally: DrawTally | null = null): PlayingAlert {
  const STANDS_MS = 6_000;
  const alert = {
    alertId: event.seq,
    event,
    tally,
    durationMs: STANDS_MS,
    remainingMs: STANDS_MS,
    look: PLAIN_LOOK,
  };
  return alert;
}

/** Sums for every widget of the layout that shows some. */
export function sampleFigures(layout: Layout, language: Language): Figures {
  const { names } = WORDS[language];
  const goals: Record<string, { beams: number }> = {};
  const supporters: Record<string, { name: string; beams: number }[]> = {};
  const totals: Record<string, Figures['totals'][string]> = {};
  for (const widget of layout) {
    if (widget.kind === 'goal') {
      const { start, target } = widget.settings;
      goals[widget.id] = { beams: Math.round(start + Math.max(0, target - start) * 0.62) };
    } else if (widget.kind === 'supporters') {
      supporters[widget.id] = Array.from({ length: widget.settings.most }, (_, place) => ({
        name: names[place % names.length] ?? '',
        beams: Math.round(48_000 / (place + 1)),
      }));
    } else if (widget.kind === 'totals') {
      totals[widget.id] = { donationBeams: 128_400, cheeringBeams: 36_200, shop: { KRW: 254_000 } };
    }
  }
  return { goals, supporters, totals };
}

type Stamp = Pick<StageEvent, 'seq' | 'receivedAt' | 'origin'>;

function donationOf(words: SampleWords, stamp: Stamp): StageEvent<'DONATION'> {
  return {
    ...stamp,
    kind: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId: STREAMER,
      donatorChannelId: 'sample-1',
      donatorNickname: words.names[1],
      donatorBadges: [],
      payAmount: 10_000,
      donationText: words.donation,
      emojis: {},
      cheeringItems: [],
    },
  };
}

function subOf(words: SampleWords, stamp: Stamp): StageEvent<'SUBSCRIPTION'> {
  return {
    ...stamp,
    kind: 'SUBSCRIPTION',
    data: {
      channelId: STREAMER,
      subscriberChannelId: 'sample-2',
      subscriberChannelName: words.names[2],
      month: 13,
      tierNo: 2,
      subscriptionMessage: '',
      emojis: {},
    },
  };
}

function drawOf(words: SampleWords, stamp: Stamp): StageEvent<'DROPS'> {
  return {
    ...stamp,
    kind: 'DROPS',
    data: {
      channelId: STREAMER,
      campaignId: 'sample',
      rewardId: 'sample-0',
      rewardTitle: words.reward[0],
      rewardDescription: '',
      rewardImageUrl: null,
      count: 12,
      drawnAt: null,
    },
  };
}

function purchaseOf(words: SampleWords, stamp: Stamp): StageEvent<'GOODS_PURCHASE'> {
  return {
    ...stamp,
    kind: 'GOODS_PURCHASE',
    data: {
      channelId: STREAMER,
      senderChannelId: 'sample-0',
      profile: { nickname: words.names[0], badges: [] },
      content: '',
      messageTime: null,
      emojis: {},
      shopName: words.shop,
      representativeItemName: words.items[1],
      itemCount: 2,
      totalAmount: 89_000,
      currency: 'KRW',
    },
  };
}

function talliesOf(words: SampleWords, now: number): DrawTally[] {
  return words.reward.map((rewardTitle, index) => ({
    campaignId: 'sample',
    rewardId: `sample-${index}`,
    rewardTitle,
    rewardImageUrl: null,
    rounds: 3 - index,
    lastCount: 12,
    total: 48 - index * 30,
    lastDrawnAt: now - index * 60_000,
  }));
}
