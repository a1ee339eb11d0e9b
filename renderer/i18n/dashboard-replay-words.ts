import type { EnglishOf } from './word-types.ts';

/** The words around playing the last broadcast into the preview. */
export const REPLAY_KO = {
  'stage.source-replay': '지난 방송',
  'stage.source-replay-text':
    '마지막 방송의 이벤트를 여기서만 다시 보여요. 방송에는 나가지 않고 장부에도 적히지 않아요. 합계와 목표는 지금 값이고, 드롭스 집계는 다시 보는 회차만 더해요.',

  'replay.label': '지난 방송 다시 보기',
  'replay.loading': '지난 방송을 찾고 있어요.',
  'replay.empty': '아직 다시 볼 방송이 없어요.',
  'replay.empty-text': '방송에서 채팅이나 후원이 들어오면 여기서 다시 볼 수 있어요.',
  'replay.look-again': '다시 찾기',
  'replay.began': '시작: {{when}}',
  'replay.play': '재생',
  'replay.pause': '일시 정지',
  'replay.again': '처음부터 재생',
  'replay.retry': '다시 시도',
  'replay.bar': '방송에서의 위치',
  'replay.position': '{{total}} 중 {{position}}',
  'replay.previous-donation': '이전 후원으로',
  'replay.next-donation': '다음 후원으로',
  'replay.speed': '속도',
  'replay.speed-of': '{{speed, number}}배',
  'replay.skip-silence': '조용한 구간 건너뛰기',
  'replay.skip-silence-text': '5초 넘게 아무 일도 없으면 짧게 줄여요.',
} as const;

export const REPLAY_EN: EnglishOf<typeof REPLAY_KO> = {
  'stage.source-replay': 'Last broadcast',
  'stage.source-replay-text':
    'The events of the last broadcast once more, only here. None of it goes on air or into the books. Totals and goals are those of now; drops totals add up only the rounds that are played here.',

  'replay.label': 'Replay of the last broadcast',
  'replay.loading': 'Looking for the last broadcast.',
  'replay.empty': 'There is no broadcast to replay yet.',
  'replay.empty-text': 'As soon as chat or donations come in, you can watch them here again.',
  'replay.look-again': 'Look again',
  'replay.began': 'Began {{when}}',
  'replay.play': 'Play',
  'replay.pause': 'Pause',
  'replay.again': 'Play from the start',
  'replay.retry': 'Try again',
  'replay.bar': 'Position in the broadcast',
  'replay.position': '{{position}} of {{total}}',
  'replay.previous-donation': 'To the donation before',
  'replay.next-donation': 'To the next donation',
  'replay.speed': 'Speed',
  'replay.speed-of': '{{speed, number}}×',
  'replay.skip-silence': 'Skip silence',
  'replay.skip-silence-text': 'Makes it short where nothing happens for more than 5 seconds.',
};
