import { join } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import type { ChatMessage } from '../../electron/events/chat-repository.ts';
import { reportCommands } from '../../electron/features/reports/index.ts';
import { patchSettings } from '../../electron/settings/settings-file.ts';
import type { Ledger } from '../../electron/storage/ledger.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import type { StageEvent, ValuedEvent } from '../../shared/events.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';
import { gapOf } from './gaps.ts';
import type { ServedCore } from './served-core.ts';
import { VirtualClock } from './virtual-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NAMES = [
  '새벽별',
  '아주아주아주아주긴이름을가진시청자입니다정말로깁니다',
  'NightOwl',
  '감자칩',
  '구름위를걷는고양이',
  'Maximilian-von-und-zu-Habicht',
  '여름밤',
];
const WORDS = [
  '오늘 방송 너무 재밌어요!',
  '정말 감사합니다, 오래오래 방송해 주세요',
  '=HYPERLINK("https://example.test")',
  'gg wp',
  '이겼다!! 다음 판도 가자',
];

/** A month of broadcasts in the ledger of a data folder, the last of them still going on. */
export function writeSeason(dataDir: string, now: number): void {
  const ledger = openBooks(join(dataDir, 'ledger.sqlite'), now);
  fillBooks(ledger, now);
  ledger.close();
}

/** The same month, of which pages on a scripted core are answered by the real commands. */
export function answerSeason(core: ServedCore): void {
  const now = Date.now();
  const ledger = openBooks(':memory:', now);
  fillBooks(ledger, now);
  let settings: Settings = DEFAULT_SETTINGS;
  core.answer(
    reportCommands({
      ledger,
      search: { catchUp: () => ledger.search.takeNew(2_000), look: () => undefined },
      settings: {
        get: () => settings,
        update: async (change) => {
          settings = patchSettings(settings, change);
          return settings;
        },
      },
      flush: () => undefined,
      forget: () => undefined,
      pause: async () => undefined,
      clock: systemClock,
      folder: '',
    }),
  );
}

const openBooks = (file: string, now: number): Ledger =>
  openLedger({ file, clock: new VirtualClock(now), log: silentLogger }).ledger;

function fillBooks(ledger: Ledger, now: number): void {
  const events: ValuedEvent[] = [];
  const messages: ChatMessage[] = [];
  let seq = ledger.reserveNumbers(2_000);
  for (let ago = 12; ago >= 0; ago -= 2) {
    const began = now - ago * DAY - 3 * HOUR;
    ledger.figures.setBroadcast(began, began - 40 * HOUR);
    for (let at = 0; at < 60; at += 1) {
      const receivedAt = began + Math.floor((at / 60) * 2.9 * HOUR);
      events.push(valued(seq, receivedAt, at + ago));
      seq += 1;
      if (at % 3 === 0) {
        messages.push(message(seq, receivedAt + 500, at + ago));
        seq += 1;
      }
    }
    if (ago % 4 === 0) {
      ledger.recordGap(gapOf({ from: began + HOUR, to: began + HOUR + 47_000, reason: 'reset' }));
    }
  }
  ledger.record(events);
  const seqs = events.map((event) => event.seq);
  ledger.setAlertStates(seqs, 'painted', now - 2_000);
  ledger.setAlertStates(seqs, 'over', now - 1_000);
  ledger.setAlertStates(seqs.slice(5, 9), 'never-appeared', now - 1_000);
  ledger.setAlertStates(seqs.slice(20, 22), 'over', now - 1_000, 'rejected');
  ledger.chat.record(messages);
  ledger.figures.setLeft(now);
}

function viewer(at: number) {
  const index = (at * at) % NAMES.length;
  return { id: `viewer-${index}`, name: NAMES[index] ?? '' };
}

function valued(seq: number, receivedAt: number, at: number): ValuedEvent {
  const base = { seq, receivedAt, origin: 'platform' as const };
  const { id, name } = viewer(at);
  const channelId = 'channel-1';
  const text = WORDS[at % WORDS.length] ?? '';
  switch (at % 12) {
    case 9:
      return {
        ...base,
        kind: 'SUBSCRIPTION',
        data: {
          channelId,
          subscriberChannelId: id,
          subscriberChannelName: name,
          month: 1 + (at % 9),
          tierNo: 1,
          subscriptionMessage: text,
          emojis: {},
        },
      };
    case 10:
      return {
        ...base,
        kind: 'GOODS_PURCHASE',
        data: {
          channelId,
          senderChannelId: id,
          profile: { nickname: name, badges: [] },
          content: '',
          messageTime: null,
          emojis: {},
          shopName: '공식 상점',
          representativeItemName: '기념 머그컵',
          itemCount: 2,
          totalAmount: at % 24 === 10 ? 32_000 : 19.5,
          currency: at % 24 === 10 ? 'KRW' : 'USD',
        },
      };
    case 11:
      return {
        ...base,
        kind: 'DROPS',
        data: {
          channelId,
          campaignId: 'campaign-1',
          rewardId: 'reward-1',
          rewardTitle: '전설의 망토',
          rewardDescription: '',
          rewardImageUrl: null,
          count: 30,
          drawnAt: null,
        },
      };
    default:
      return { ...base, ...donationOf(at, text) };
  }
}

function donationOf(at: number, text: string): Pick<StageEvent<'DONATION'>, 'kind' | 'data'> {
  const { id, name } = viewer(at);
  const isCheering = at % 3 === 1;
  const isNamed = at % 7 !== 0;
  return {
    kind: 'DONATION',
    data: {
      donationType: isCheering ? 'CHEERING' : 'CHAT',
      channelId: 'channel-1',
      donatorChannelId: isNamed ? id : null,
      donatorNickname: isNamed ? name : null,
      donatorBadges: [],
      payAmount: [1_000, 3_000, 500, 10_000, 50_000, 2_000][at % 6] ?? 0,
      donationText: isCheering ? '' : text,
      emojis: {},
      cheeringItems: [],
    },
  };
}

function message(seq: number, receivedAt: number, at: number): ChatMessage {
  const { id, name } = viewer(at);
  return {
    kind: 'CHAT',
    seq,
    receivedAt,
    origin: 'platform',
    data: {
      channelId: 'channel-1',
      senderChannelId: id,
      senderRole: 'viewer',
      profile: { nickname: name, badges: [] },
      content: `${WORDS[(at + 1) % WORDS.length]} ${at}`,
      messageTime: null,
      emojis: {},
    },
  };
}
