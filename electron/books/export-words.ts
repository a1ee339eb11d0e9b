import type { BookSort } from '../../shared/contract/reports.ts';
import type { Language } from '../../shared/locales/index.ts';

/** Columns of the file, with their heads. */
const HEADS = {
  seq: { ko: '번호', en: 'Number' },
  localTime: { ko: '시각', en: 'Time' },
  time: { ko: '시각(UTC)', en: 'Time (UTC)' },
  sort: { ko: '종류', en: 'Kind' },
  donationType: { ko: '후원 방식', en: 'Donation type' },
  name: { ko: '닉네임', en: 'Name' },
  channelId: { ko: '채널 ID', en: 'Channel id' },
  beams: { ko: '후원(빔)', en: 'Donation (beams)' },
  cheeringBeams: { ko: '응원(빔)', en: 'Cheering (beams)' },
  money: { ko: '구매 금액', en: 'Shop amount' },
  currency: { ko: '통화', en: 'Currency' },
  winners: { ko: '당첨자 수', en: 'Winners' },
  month: { ko: '구독 개월', en: 'Months' },
  tier: { ko: '구독 티어', en: 'Tier' },
  item: { ko: '상품·보상', en: 'Item or reward' },
  itemCount: { ko: '상품 종류 수', en: 'Items' },
  text: { ko: '메시지', en: 'Message' },
  alert: { ko: '알림 상태', en: 'Alert' },
  alertNote: { ko: '알림 메모', en: 'Alert note' },
  shownAt: { ko: '나온 시각(UTC)', en: 'Shown (UTC)' },
  endedAt: { ko: '끝난 시각(UTC)', en: 'Ended (UTC)' },
} as const;

export type Column = keyof typeof HEADS;
export const COLUMNS = Object.keys(HEADS) as readonly Column[];

const SORTS: Readonly<Record<BookSort, Readonly<Record<Language, string>>>> = {
  donation: { ko: '후원', en: 'Donation' },
  cheering: { ko: '응원', en: 'Cheering' },
  subscription: { ko: '구독', en: 'Subscription' },
  draw: { ko: '드롭스 추첨', en: 'Drops draw' },
  purchase: { ko: '굿즈 구매', en: 'Shop purchase' },
  chat: { ko: '채팅', en: 'Chat' },
};

export function columnNames(language: Language): readonly string[] {
  return COLUMNS.map((column) => HEADS[column][language]);
}

export function sortName(sort: BookSort, language: Language): string {
  return SORTS[sort][language];
}
