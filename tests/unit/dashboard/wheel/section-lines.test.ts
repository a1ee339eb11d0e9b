import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSections, sectionLines } from '../../../../renderer/dashboard/wheel/section-lines.ts';

const of = (name: string, weight = 1) => ({ name, weight });

describe('sections as lines', () => {
  it.each([
    ['a\nb', [of('a'), of('b')]],
    ['a*3\n\n  b * 2 ', [of('a', 3), of('b', 2)]],
    ['짜장면＊１２\n짬뽕×2', [of('짜장면', 12), of('짬뽕', 2)]],
    ['a\t5\r\nb c\t1,000', [of('a', 5), of('b c', 1_000)]],
    ['*5\nsay *hi*', [of('*5'), of('say *hi*')]],
    ['a*2*3\n5*5 pizza', [of('a*2', 3), of('5*5 pizza')]],
  ])('%j are read', (lines, sections) => {
    expect(readSections(lines)).toEqual({ sections });
  });

  it.each([
    ['', { fault: 'few' }],
    ['a\n\n', { fault: 'few' }],
    ['a\nb*0', { fault: 'weight', line: 2 }],
    ['a*1000001\nb', { fault: 'weight', line: 1 }],
    [`a\n\n${'가'.repeat(41)}`, { fault: 'long', line: 3 }],
    ['a\n'.repeat(1_001), { fault: 'many' }],
  ])('%j say what is wrong', (lines, fault) => {
    expect(readSections(lines)).toEqual(fault);
  });

  it('are what they were after being written and read', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'a b*×＊12\t가') })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const section = fc.record({ name, weight: fc.integer({ min: 1, max: 1_000_000 }) });
    fc.assert(
      fc.property(fc.array(section, { minLength: 2, maxLength: 20 }), (sections) => {
        expect(readSections(sectionLines(sections))).toEqual({ sections });
      }),
      { seed: 15, numRuns: 500 },
    );
  });
});
