import type { DrawTally, SenderRole, StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { Language, PageKey } from '../../../shared/locales/index.ts';
import { type AlertLook, PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import type { Figures } from '../../../shared/overlay/figures.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import { type TestPlay, testEvent } from '../../../shared/test-play.ts';
import { type Words, wordsOf } from '../../i18n/dashboard.ts';
import type { StagedAlert } from '../../stores/overlay-store.ts';

export interface Show {
  /** Oldest first. */
  readonly chat: readonly StageEvent<'CHAT'>[];
  readonly tallies: readonly DrawTally[];
  readonly staged: StagedAlert | null;
  /** Oldest first. */
  readonly latest: readonly ValuedEvent[];
}

export const viewersOf = ({ t }: Words) =>
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
const STANDS_MS = 6_000;
/** By speaker; the others are viewers. */
const ROLES: readonly SenderRole[] = ['subscriber', 'manager'];

/** An alert's presentation without a rule: on previews it has no sound. */
export const SILENT_LOOK: AlertLook = { ...PLAIN_LOOK, sound: null };

/** A made-up show with made-up names. `now`: the time of all events, epoch milliseconds. */
export function sampleShow(language: Language, now: number): Show {
  const words = wordsOf(language);
  const { t } = words;
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
        content: t(text),
        messageTime: null,
        emojis: {},
      },
    };
  });
  const event = <P extends TestPlay>(seq: number, play: P) => ({
    ...stamp(seq),
    ...testEvent(play, language),
  });
  const purchase = event(101, {
    kind: 'GOODS_PURCHASE',
    data: {
      nickname: t('sample-show.viewer-1'),
      badges: [],
      content: '',
      shopName: t('sample-show.shop'),
      representativeItemName: t('sample-show.item'),
      itemCount: 2,
      totalAmount: 89_000,
      currency: 'KRW',
    },
  });
  const draw = event(102, {
    kind: 'DROPS',
    data: { rewardTitle: t('sample-show.reward-1'), rewardDescription: '', count: 12 },
  });
  const subscription = event(103, {
    kind: 'SUBSCRIPTION',
    data: {
      subscriberChannelName: t('sample-show.viewer-3'),
      month: 13,
      tierNo: 2,
      subscriptionMessage: '',
    },
  });
  const donation = event(104, {
    kind: 'DONATION',
    data: {
      donatorNickname: t('sample-show.viewer-2'),
      badges: [],
      donationText: t('sample-show.donation'),
    },
  });
  return {
    chat,
    tallies: talliesOf(words, now),
    staged: stagedAlert(donation, null, 0),
    latest: [purchase, draw, subscription, donation],
  };
}

/** An alert that stays on the preview. */
export function stagedAlert(
  event: ValuedEvent,
  tally: DrawTally | null,
  showing: number,
): StagedAlert {
  const times = { durationMs: STANDS_MS, remainingMs: STANDS_MS };
  const alert = { alertId: event.seq, event, tally, look: SILENT_LOOK, ...times };
  return { alert, phase: 'in', showing };
}

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
    const { rounds = 0, total = 0 } = this.of(event) ?? {};
    this.#tallies.set(keyOf(event), {
      campaignId,
      rewardId,
      rewardTitle,
      rewardImageUrl,
      rounds: rounds + 1,
      lastCount: count,
      total: total + count,
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
