import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { DrawTally, SenderRole, StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { Language, PageKey } from '../../../shared/locales/index.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { Figures } from '../../../shared/overlay/figures.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import { type Words, wordsOf } from '../../i18n/dashboard.ts';

/** A made-up show for the preview, with made-up names. */
interface SampleShow {
  readonly chat: readonly StageEvent<'CHAT'>[];
  readonly tallies: readonly DrawTally[];
  readonly alert: PlayingAlert;
  /** Oldest first. */
  readonly latest: readonly ValuedEvent[];
}

const viewersOf = ({ t }: Words) =>
  [
    t('sample-show.viewer-1'),
    t('sample-show.viewer-2'),
    t('sample-show.viewer-3'),
    t('sample-show.viewer-4'),
  ] as const;

/** Speakers and messages; an index beyond the viewers is the streamer. */
const CHAT: readonly (readonly [speaker: number, text: PageKey])[] = [
  [0, 'sample-show.chat-hello'],
  [1, 'sample-show.chat-again'],
  [2, 'sample-show.chat-emoji'],
  [3, 'sample-show.chat-long'],
  [4, 'sample-show.chat-streamer'],
  [0, 'sample-show.chat-waited'],
  [1, 'sample-show.chat-sound'],
  [2, 'sample-show.chat-drops'],
];

const STREAMER = 'sample-streamer';
/** By speaker; the others are viewers. */
const ROLES: readonly SenderRole[] = ['subscriber', 'manager'];

/** An alert's presentation without a rule. */
export const PLAIN_LOOK: AlertLook = {
  headline: null,
  image: null,
  sound: null,
  entrance: 'rise',
  exit: 'fade',
  speak: null,
  together: null,
};

/** @param now epoch milliseconds, the time of all events */
export function sampleShow(language: Language, now: number): SampleShow {
  const words = wordsOf(language);
  const viewers = viewersOf(words);
  const stamp = (seq: number) => ({ seq, receivedAt: now - seq * 1_000, origin: 'test' as const });
  const chat = CHAT.map(([speaker, text], index): StageEvent<'CHAT'> => {
    const isStreamer = speaker >= viewers.length;
    return {
      ...stamp(index + 1),
      kind: 'CHAT',
      data: {
        channelId: STREAMER,
        senderChannelId: isStreamer ? STREAMER : `sample-${speaker}`,
        senderRole: isStreamer ? 'streamer' : (ROLES[speaker] ?? 'viewer'),
        profile: { nickname: viewers[speaker] ?? 'Stagelight', badges: [] },
        content: words.t(text),
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

/** An alert that stays on the preview. */
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

/** Sample totals for every widget that shows some. */
export function sampleFigures(layout: Layout, language: Language): Figures {
  const names = viewersOf(wordsOf(language));
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

function donationOf({ t }: Words, stamp: Stamp): StageEvent<'DONATION'> {
  return {
    ...stamp,
    kind: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId: STREAMER,
      donatorChannelId: 'sample-1',
      donatorNickname: t('sample-show.viewer-2'),
      donatorBadges: [],
      payAmount: 10_000,
      donationText: t('sample-show.donation'),
      emojis: {},
      cheeringItems: [],
    },
  };
}

function subOf({ t }: Words, stamp: Stamp): StageEvent<'SUBSCRIPTION'> {
  return {
    ...stamp,
    kind: 'SUBSCRIPTION',
    data: {
      channelId: STREAMER,
      subscriberChannelId: 'sample-2',
      subscriberChannelName: t('sample-show.viewer-3'),
      month: 13,
      tierNo: 2,
      subscriptionMessage: '',
      emojis: {},
    },
  };
}

function drawOf({ t }: Words, stamp: Stamp): StageEvent<'DROPS'> {
  return {
    ...stamp,
    kind: 'DROPS',
    data: {
      channelId: STREAMER,
      campaignId: 'sample',
      rewardId: 'sample-0',
      rewardTitle: t('sample-show.reward-1'),
      rewardDescription: '',
      rewardImageUrl: null,
      count: 12,
      drawnAt: null,
    },
  };
}

function purchaseOf({ t }: Words, stamp: Stamp): StageEvent<'GOODS_PURCHASE'> {
  return {
    ...stamp,
    kind: 'GOODS_PURCHASE',
    data: {
      channelId: STREAMER,
      senderChannelId: 'sample-0',
      profile: { nickname: t('sample-show.viewer-1'), badges: [] },
      content: '',
      messageTime: null,
      emojis: {},
      shopName: t('sample-show.shop'),
      representativeItemName: t('sample-show.item'),
      itemCount: 2,
      totalAmount: 89_000,
      currency: 'KRW',
    },
  };
}

function talliesOf({ t }: Words, now: number): DrawTally[] {
  return [t('sample-show.reward-1'), t('sample-show.reward-2')].map((rewardTitle, index) => ({
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

/** Counts the rounds seen by a preview, without the ledger. */
export class TallyCount {
  readonly #tallies = new Map<string, DrawTally>();

  get all(): DrawTally[] {
    return [...this.#tallies.values()];
  }

  add(event: StageEvent): void {
    if (event.kind !== 'DROPS') return;
    const { campaignId, rewardId, rewardTitle, rewardImageUrl, count } = event.data;
    const before = this.of(event);
    this.#tallies.set(keyOf(event), {
      campaignId,
      rewardId,
      rewardTitle,
      rewardImageUrl,
      rounds: (before?.rounds ?? 0) + 1,
      lastCount: count,
      total: (before?.total ?? 0) + count,
      lastDrawnAt: event.receivedAt,
    });
  }

  /** null if it is no draw or its reward was not counted. */
  of(event: StageEvent): DrawTally | null {
    return (event.kind === 'DROPS' && this.#tallies.get(keyOf(event))) || null;
  }
}

function keyOf({ data }: StageEvent<'DROPS'>): string {
  return JSON.stringify([data.campaignId, data.rewardId]);
}
