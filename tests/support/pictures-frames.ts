import type { PlayingAlert } from '../../shared/alerts.ts';
import type { DrawTally, SenderRole, StageEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import { PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';
import { NO_FIGURES } from '../../shared/overlay/figures.ts';
import type { ThemeId } from '../../shared/overlay/names.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../shared/overlay/widgets.ts';

/**
 * The same show for every picture: a chat, a donation, three rewards drawn, a goal half way. Its
 * texts use only letters of the bundled fonts.
 */

/** When every picture is taken: 21:04 in Seoul. */
export const PICTURE_TIME = Date.UTC(2026, 10, 20, 12, 4);

/** Every image of the show lies below this address; the pictures' browser answers it itself. */
export const IMAGE_BASE = 'https://pictures.example/';
export const DONATION_ALERT = 900;

const image = (name: string) => `${IMAGE_BASE}${name}.svg`;

interface Line {
  readonly name: string;
  readonly text: string;
  readonly badge?: string;
  readonly role?: SenderRole;
}

interface Words {
  readonly lines: readonly Line[];
  readonly giver: string;
  readonly gift: string;
  readonly goal: string;
  readonly rewards: readonly [string, string, string];
}

const WORDS: Readonly<Record<Language, Words>> = {
  ko: {
    lines: [
      { name: '새벽별', text: '오늘 하늘 진짜 예쁘다 {heart}', badge: 'fan' },
      { name: 'moonlit_fox', text: '방금 점프 깔끔했어요' },
      { name: '구름조각', text: '여기서 왼쪽으로 가면 지름길 있어요', role: 'manager' },
      { name: '종이비행기', text: '{star}{star}{star}' },
      { name: '민트초코칩', text: '보스까지 얼마나 남았어요?', badge: 'fan', role: 'subscriber' },
    ],
    giver: '은하수여행자',
    gift: '오늘 방송도 최고예요! 보스 꼭 깨고 가요 {star}',
    goal: '새 마이크',
    rewards: ['별무늬 나침반', '새벽 기사단 상자', '달빛 망토'],
  },
  en: {
    lines: [
      { name: 'dawn_star', text: 'the sky looks so good today {heart}', badge: 'fan' },
      { name: 'moonlit_fox', text: 'that jump was so clean' },
      { name: 'cloud_piece', text: 'there is a shortcut on the left here', role: 'manager' },
      { name: 'paper_plane', text: '{star}{star}{star}' },
      { name: 'mint_choco', text: 'how far is it to the boss?', badge: 'fan', role: 'subscriber' },
    ],
    giver: 'galaxy_walker',
    gift: 'Best stream of the week! Beat the boss for us {star}',
    goal: 'A new microphone',
    rewards: ['Starry compass', 'Chest of the dawn', 'Moonlight cape'],
  },
};

/** What viewers write while pictures move. */
export const MORE_LINES: readonly Line[] = [
  { name: '초록우산', text: '우와 멋져요!' },
  { name: 'tiny_comet', text: '와 대박 {star}', badge: 'fan' },
  { name: '새벽별', text: '보스 가자!', badge: 'fan' },
];

const EMOJIS = ['heart', 'star'] as const;
const emojis = Object.fromEntries(EMOJIS.map((name) => [`:show-${name}:`, image(name)]));
const withEmojis = (text: string) => text.replace(/\{(\w+)\}/g, ':show-$1:');
const stamp = (seq: number) => ({ seq, receivedAt: PICTURE_TIME, origin: 'platform' as const });

/** The line at this place of the show. */
export function chatLine(
  { name, text, badge, role = 'viewer' }: Line,
  at: number,
): StageEvent<'CHAT'> {
  const badges = badge ? [{ id: badge, name: badge, imageUrl: image(badge) }] : [];
  return {
    ...stamp(at + 1),
    kind: 'CHAT',
    data: {
      channelId: 'streamer',
      senderChannelId: name,
      senderRole: role,
      profile: { nickname: name, badges },
      content: withEmojis(text),
      messageTime: null,
      emojis,
    },
  };
}

function drawTally(rewardTitle: string, at: number): DrawTally {
  return {
    campaignId: 'campaign',
    rewardId: `reward-${at}`,
    rewardTitle,
    rewardImageUrl: image('chest'),
    rounds: 3 - at,
    lastCount: 30 - 10 * at,
    total: 84 - 30 * at,
    lastDrawnAt: PICTURE_TIME - 600_000 * (at + 1),
  };
}

function donationAlert({ giver, gift }: Words): PlayingAlert {
  const longMs = 3_600_000;
  return {
    alertId: DONATION_ALERT,
    event: {
      ...stamp(DONATION_ALERT),
      kind: 'DONATION',
      data: {
        donationType: 'CHAT',
        channelId: 'streamer',
        donatorChannelId: giver,
        donatorNickname: giver,
        donatorBadges: [{ id: 'fan', name: 'fan', imageUrl: image('fan') }],
        payAmount: 10_000,
        donationText: withEmojis(gift),
        emojis,
        cheeringItems: [],
      },
    },
    tally: null,
    look: { ...PLAIN_LOOK, sound: null },
    durationMs: longMs,
    remainingMs: longMs,
  };
}

/** Chat left, the alert in the middle, draws right, the goal below. */
const layoutOf = (theme: ThemeId, title: string) =>
  layoutSchema.parse([
    {
      id: 'chat',
      kind: 'chat',
      box: { x: 0.015, y: 0.3, width: 0.28, height: 0.67 },
      settings: { textSize: 26, style: theme === 'bubble' ? 'bubbles' : 'list' },
    },
    { id: 'tallies', kind: 'tallies', box: { x: 0.765, y: 0.04, width: 0.22, height: 0.6 } },
    { id: 'alerts', kind: 'alerts', box: { x: 0.31, y: 0.06, width: 0.44, height: 0.66 } },
    {
      id: 'goal',
      kind: 'goal',
      box: { x: 0.37, y: 0.82, width: 0.34, height: 0.15 },
      settings: { title, start: 0, target: 100_000 },
    },
  ]);

/** Everything that a page is told for one picture, in order. */
export function pictureFrames(theme: ThemeId, language: Language): readonly OverlayDown[] {
  const words = WORDS[language];
  const config = {
    ...pageConfigOf(DEFAULT_OVERLAY),
    layout: layoutOf(theme, words.goal),
    theme: { base: theme, tokens: {}, css: '' },
  };
  return [
    { type: 'config', config },
    {
      type: 'snapshot',
      upTo: DONATION_ALERT - 1,
      chat: words.lines.map(chatLine),
      tallies: words.rewards.map(drawTally),
      alert: null,
      latest: [],
    },
    { type: 'figures', figures: { ...NO_FIGURES, goals: { goal: { beams: 64_200 } } } },
    { type: 'alert', alert: donationAlert(words) },
  ];
}
