import { expect, it } from 'vitest';
import { swatchOf } from '../../../../renderer/dashboard/widgets/fields-card.tsx';

it.each([
  ['#Ff00aA', '#Ff00aA'],
  ['#fa0', '#ffaa00'],
  ['#11223344', '#112233'],
  ['rgba(255, 255, 255, 1)', '#ffffff'],
  ['rgb(10 20 300 / 50%)', '#0a14ff'],
  ['tomato', '#000000'],
  ['', '#000000'],
])('the picker of a colour field shows %j as %s', (value, swatch) => {
  expect(swatchOf(value)).toBe(swatch);
});
