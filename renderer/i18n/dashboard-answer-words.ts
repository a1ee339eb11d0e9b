import type { EnglishOf } from './word-types.ts';

/** What is said while an answer is on its way, and when something can be tried again. */
export const ANSWER_KO = {
  'answer.running': '아직 처리하고 있어요. 결과가 오면 여기에 바로 보여 드려요.',
  'answer.line-lost': '앱과 다시 이어지면 결과를 확인해요.',
  'answer.waiting': '플랫폼이 잠시 기다려 달라고 해요.',
  'answer.waiting-left': '{{duration}} 뒤에 저절로 이어져요.',
  'answer.retry-in': '{{duration}} 뒤에 다시 할 수 있어요.',
  'answer.retry-from': '{{time}}부터 다시 할 수 있어요.',
  'answer.retry-now': '이제 다시 할 수 있어요.',
} as const;

export const ANSWER_EN: EnglishOf<typeof ANSWER_KO> = {
  'answer.running': 'Still working. The result appears here.',
  'answer.line-lost': 'The result is checked once the app is back.',
  'answer.waiting': 'The platform asks to wait.',
  'answer.waiting-left': 'Continues by itself in {{duration}}.',
  'answer.retry-in': 'You can try again in {{duration}}.',
  'answer.retry-from': 'You can try again from {{time}}.',
  'answer.retry-now': 'You can try again now.',
};
