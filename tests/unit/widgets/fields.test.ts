import { describe, expect, it } from 'vitest';
import { hasFields, readFields, valueFor } from '../../../electron/features/widgets/read-fields.ts';
import { WIDGET_LIMITS } from '../../../shared/contract/widgets.ts';

const one = (field: object) => readFields({ a: { type: 'text', ...field } }, {})[0];

describe('the fields of a widget', () => {
  it('are read with all that describes them', () => {
    const field = {
      type: 'slider',
      label: 'Size',
      group: 'Look',
      value: 3,
      min: 1,
      max: '9',
      step: 0.5,
    };
    expect(readFields({ size: field }, {})).toEqual([
      {
        name: 'size',
        type: 'slider',
        label: 'Size',
        group: 'Look',
        value: 3,
        min: 1,
        max: 9,
        step: 0.5,
        options: [],
        multiple: false,
      },
    ]);
  });

  it('have what is usual where they say nothing', () => {
    expect(one({})).toEqual({
      name: 'a',
      type: 'text',
      label: 'a',
      group: '',
      value: '',
      min: null,
      max: null,
      step: null,
      options: [],
      multiple: false,
    });
    expect(one({ steps: 5, multiple: true })).toMatchObject({ step: 5, multiple: true });
    expect(one({ step: 2, steps: 5, multiple: 'yes' })).toMatchObject({ step: 2, multiple: false });
    expect(one({ label: 7, group: null })).toMatchObject({ label: '7', group: '' });
    expect(one({ label: 'x'.repeat(600) })?.label).toHaveLength(500);
  });

  it.each([
    ['colorpicker', 'colorpicker'],
    ['color', 'colorpicker'],
    ['RANGE', 'slider'],
    ['select', 'dropdown'],
    ['Font', 'googleFont'],
    ['googlefont', 'googleFont'],
    ['week', 'text'],
    ['constructor', 'text'],
  ])('of the type %s are %s', (type, known) => {
    const [field] = readFields({ a: { type } }, {});
    expect(field?.type).toBe(known);
  });

  it.each([
    ['at the top', { a: { type: 'text' } }, 1],
    ['in a wrapper', { settings: { a: { type: 'text' }, b: { type: 'text' } } }, 2],
    ['in the first wrapper that has some', { fields: {}, customFields: { a: { type: 'x' } } }, 1],
    ['nowhere', { other: { a: { type: 'text' } } }, 0],
    ['in no wrapper that is none', { fields: [{ type: 'text' }] }, 0],
    ['in nothing', null, 0],
    ['in a list', [{ type: 'text' }], 0],
    ['in what has no types', { a: { type: 5 }, b: 'text' }, 0],
  ])('are found %s', (_where, root, count) => {
    expect(readFields(root, {})).toHaveLength(count);
    expect(hasFields(root)).toBe(count > 0);
  });

  it('are those that are objects, beside others that are none', () => {
    const fields = readFields({ a: { type: 'text' }, b: 'x', c: { label: 'C' } }, {});
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'text'],
      ['c', 'text'],
    ]);
  });

  it('are 300 at most, those of the data included', () => {
    const many = (name: string, count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, value]));
    const most = WIDGET_LIMITS.fields;
    expect(readFields(many('a', most + 5, { type: 'text' }), {})).toHaveLength(most);
    const both = readFields(many('a', most - 2, { type: 'text' }), many('b', 5, 'x'));
    expect(both).toHaveLength(most);
    expect(both.at(-1)).toMatchObject({ name: 'b1', type: 'hidden', value: 'x' });
  });

  it.each([
    [{ a: 'x', b: 'y' }],
    [{ fieldData: { a: 'x', b: 'y' } }],
    [{ data: { a: 'x', b: 'y' } }],
    [{ a: 'x', b: 'y', data: 5 }],
  ])('take their values of the data, wherever it is: %j', (data) => {
    const fields = readFields({ a: { type: 'text', value: 'own' } }, data);
    expect(fields.slice(0, 2).map(({ name, type, value }) => [name, type, value])).toEqual([
      ['a', 'text', 'x'],
      ['b', 'hidden', 'y'],
    ]);
  });

  it.each([[null], ['text'], [[1]]])('keep their values where the data is none: %j', (data) => {
    const fields = readFields({ a: { type: 'text', value: 'own' } }, data);
    expect(fields).toMatchObject([{ name: 'a', value: 'own' }]);
  });

  it('that only the data names are none where they hold more', () => {
    expect(readFields({}, { a: { b: 1 }, c: 1 })).toMatchObject([{ name: 'c', value: 1 }]);
  });

  it.each([
    [
      ['x', 5],
      [
        { value: 'x', label: 'x' },
        { value: '5', label: '5' },
      ],
    ],
    [
      { x: 'X', y: null },
      [
        { value: 'x', label: 'X' },
        { value: 'y', label: '' },
      ],
    ],
    ['x', []],
  ])('may be chosen from %j', (options, read) => {
    expect(one({ type: 'dropdown', options })?.options).toEqual(read);
  });

  it('have the first option where they say none, and only where there are options', () => {
    const options = { x: 'X' };
    expect(one({ type: 'dropdown', options })?.value).toBe('x');
    expect(one({ type: 'dropdown', options, value: 'y' })?.value).toBe('y');
    expect(one({ type: 'dropdown' })?.value).toBe('');
    expect(one({ type: 'text', options })?.value).toBe('');
    const many = Array.from({ length: 600 }, (_, at) => at);
    expect(one({ options: many })?.options).toHaveLength(500);
  });
});

describe('a value', () => {
  it.each([
    ['number', '12', 12],
    ['number', ' ', ''],
    ['number', 'x', ''],
    ['number', 0, 0],
    ['number', Number.POSITIVE_INFINITY, ''],
    ['number', null, ''],
    ['slider', '1.5', 1.5],
    ['slider', true, ''],
    ['checkbox', undefined, false],
    ['checkbox', true, true],
    ['checkbox', 'true', true],
    ['checkbox', 1, true],
    ['checkbox', 'yes', false],
    ['checkbox', false, false],
    ['checkbox', 0, false],
    ['text', undefined, ''],
    ['text', null, ''],
    ['text', 5, 5],
    ['text', false, false],
    ['text', { a: 1 }, '{"a":1}'],
    ['image-input', ['a', 5], ['a', '5']],
  ] as const)('of a %s is of its kind: %j is %j', (type, given, value) => {
    expect(valueFor(type, given)).toEqual(value);
  });

  it('is cut to what a page can hold', () => {
    expect(valueFor('text', 'x'.repeat(20_000))).toHaveLength(WIDGET_LIMITS.valueChars);
    const list = valueFor(
      'image-input',
      Array.from({ length: 60 }, () => 'x'.repeat(3_000)),
    );
    expect(list).toHaveLength(50);
    expect((list as string[])[0]).toHaveLength(2_048);
  });
});
