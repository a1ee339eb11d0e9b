import type { EnglishOf } from './word-types.ts';

/** Words of lists that are brought into another order. */
export const ORDER_KO = {
  'order.grip': '{{name}}: 자리 옮기기',
  'order.hint': '끌어서 옮겨요. 키보드로는 스페이스로 들고, 화살표로 옮기고, 스페이스로 놓아요.',
  'order.lifted':
    '들었어요: {{name}}. {{count, number}}개 중 {{place, number}}번째예요. 화살표로 옮기고, 스페이스로 놓고, Esc로 되돌려요.',
  'order.moved': '{{count, number}}개 중 {{place, number}}번째 자리예요.',
  'order.dropped': '놓았어요: {{name}}. {{count, number}}개 중 {{place, number}}번째예요.',
  'order.back': '제자리로 되돌렸어요: {{name}}. {{count, number}}개 중 {{place, number}}번째예요.',
} as const;

export const ORDER_EN: EnglishOf<typeof ORDER_KO> = {
  'order.grip': '{{name}}: move',
  'order.hint': 'Drag to move it. With keys: Space lifts it, arrows move it, Space puts it down.',
  'order.lifted':
    'Lifted: {{name}}. Place {{place, number}} of {{count, number}}. Arrows move it, Space puts it down, Escape puts it back.',
  'order.moved': 'Place {{place, number}} of {{count, number}}.',
  'order.dropped': 'Put down: {{name}}. Place {{place, number}} of {{count, number}}.',
  'order.back': 'Put back: {{name}}. Place {{place, number}} of {{count, number}}.',
};
