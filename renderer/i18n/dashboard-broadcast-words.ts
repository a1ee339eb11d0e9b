import type { EnglishOf } from './word-types.ts';

/** The words around the beginning of a broadcast. */
export const BROADCAST_KO = {
  'broadcast.begin': '새 방송 시작',
  'broadcast.hint': '이번 방송의 목표와 순위를 처음부터 다시 세요.',
  'broadcast.begun': '지금부터 새로 세고 있어요.',
  'broadcast.ask': '새 방송을 시작할까요?',
  'broadcast.ask-text':
    '“이번 방송”으로 세는 목표, 순위, 합계가 0부터 다시 시작해요. 장부는 그대로 남아요.',
  'broadcast.cancel': '그대로 두기',
} as const;

export const BROADCAST_EN: EnglishOf<typeof BROADCAST_KO> = {
  'broadcast.begin': 'New broadcast',
  'broadcast.hint': 'Counts goals and rankings of this broadcast from the start again.',
  'broadcast.begun': 'Counting anew from now on.',
  'broadcast.ask': 'Begin a new broadcast?',
  'broadcast.ask-text':
    'Goals, rankings and totals of “this broadcast” begin at zero again. The books stay as they are.',
  'broadcast.cancel': 'Leave it',
};
